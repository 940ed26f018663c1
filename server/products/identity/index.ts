import type { CallName } from '../../../domain/contract/index.ts';
import type { Caller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { ProductContext } from '../product.ts';
import { IdentityEngine } from './engine.ts';
import { identityHandlers } from './handlers.ts';
import { identityOps } from './ops.ts';
import { mayStorePhoto } from './photos.ts';

export const identity = {
  ops: identityOps,
  async open(context: ProductContext) {
    const { isPlay, settings, readPicture } = context;
    const deps = { ...context, isSimulated: isPlay && settings.identityReview === 'simulated' };
    const engine = new IdentityEngine(deps);
    engine.start();
    return {
      handlers: identityHandlers(deps, readPicture),
      mayUpload: (name: CallName, caller: Caller) =>
        name === 'identity.photo' ? mayStorePhoto(deps, userOfCall(caller).user.userId) : undefined,
      close: () => engine.close(),
    };
  },
};

import type { CallName } from '../../../domain/contract/index.ts';
import type { Handlers } from '../../books/users/callHandlers.ts';
import type { Caller } from '../../books/users/context.ts';
import { userOfCall } from '../../books/users/handlers.ts';
import type { PictureReader } from '../../books/users/storeUpload.ts';
import { applyAdvanced, applyBasic } from './apply.ts';
import type { IdentityDeps } from './deps.ts';
import { storePhoto, viewPhoto } from './photos.ts';
import { stateOf } from './state.ts';

/** Who a user is, as far as that is certified. */
export function identityHandlers(
  deps: IdentityDeps,
  read: PictureReader,
): Pick<Handlers, Extract<CallName, `identity.${string}`>> {
  const userIdOf = (caller: Caller): number => userOfCall(caller).user.userId;
  return {
    'identity.state': (_, caller) => stateOf(deps, userIdOf(caller)),
    'identity.photo': async (request, caller) => ({
      photo: await storePhoto(deps, read, userIdOf(caller), request, caller.file),
    }),
    'identity.view': (request, caller) => viewPhoto(deps, userIdOf(caller), request),
    'identity.basic': async (request, caller) => {
      await applyBasic(deps, userIdOf(caller), request);
      return stateOf(deps, userIdOf(caller));
    },
    'identity.advanced': async (request, caller) => {
      await applyAdvanced(deps, userIdOf(caller), request);
      return stateOf(deps, userIdOf(caller));
    },
  };
}

import type { Settings } from '../base/settings.ts';
import type { Caller } from '../books/people/context.ts';
import { userOfCall } from '../books/people/handlers.ts';
import { IdentityEngine } from '../products/identity/engine.ts';
import { identityHandlers } from '../products/identity/handlers.ts';
import { mayKeepPhoto } from '../products/identity/photos.ts';
import { SupportEngine } from '../products/support/engine.ts';
import { supportHandlers } from '../products/support/handlers.ts';
import type { Accounts } from './accounts.ts';
import { readPicture } from './files/pictures.ts';
import type { Log } from './trading.ts';

/** What people and operators write to each other about: identities and tickets. */
export function openService({ deps }: Accounts, { identityReview }: Settings, log: Log) {
  const identity = { ...deps, log, isSimulated: deps.isPlay && identityReview === 'simulated' };
  const engines = [new IdentityEngine(identity), new SupportEngine({ ...deps, log })];
  for (const engine of engines) engine.start();
  return {
    handlers: { ...identityHandlers(identity, readPicture), ...supportHandlers(deps) },
    mayKeepPhoto: (caller: Caller) => mayKeepPhoto(identity, userOfCall(caller).user.userId),
    async close(): Promise<void> {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

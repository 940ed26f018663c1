import type { Caller } from '../accounts/deps.ts';
import { userOfCall } from '../accounts/handlers.ts';
import { IdentityEngine } from '../identity/engine.ts';
import { identityHandlers } from '../identity/handlers.ts';
import { mayKeepPhoto } from '../identity/photos.ts';
import type { Settings } from '../settings.ts';
import { SupportEngine } from '../support/engine.ts';
import { supportHandlers } from '../support/handlers.ts';
import type { Accounts } from './accounts.ts';
import { readPicture } from './pictures.ts';
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

import { isValidPhoneNumber } from 'libphonenumber-js/min';
import type { Logger } from 'pino';
import { RuleError } from '../../domain/index.ts';
import type { Handlers } from '../accounts/callHandlers.ts';
import type { AccountDeps } from '../accounts/deps.ts';
import { accessHandlers, securityHandlers } from '../accounts/handlers.ts';
import { Limits } from '../accounts/limits.ts';
import type { PasswordHasher } from '../accounts/secrets.ts';
import { createVault } from '../accounts/secrets.ts';
import { sessionReader, Tickets, temporaryOf } from '../accounts/sessions.ts';
import { sweep } from '../accounts/sweep.ts';
import { keepUpload } from '../accounts/uploads.ts';
import type { Database } from '../db/database.ts';
import type { CallerDeps } from '../http/caller.ts';
import { createSealer } from '../identity/sealer.ts';
import { fundsHandlers } from '../ledger/handlers.ts';
import type { MarketSource } from '../market/source.ts';
import type { MessageWords } from '../messages/messages.ts';
import { Messages } from '../messages/messages.ts';
import { PrivateHub } from '../realtime/privateHub.ts';
import { Rounds } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { confirmedBy } from '../wallet/codeAbout.ts';
import { keepAssets } from './assets.ts';
import { createCarrier } from './carrier.ts';
import { deviceClock } from './clock.ts';
import { createHasher } from './passwords.ts';
import { readPicture } from './pictures.ts';
import { privateState } from './privateState.ts';
import { hasSealed, readIdentityKeys, readSecretKey } from './secretKey.ts';
import { openUploads } from './uploadFolder.ts';

/** Everything about people and their money, as the exchange runs it. */
export interface Accounts {
  readonly handlers: Omit<
    Handlers,
    | `market.${string}`
    | `spot.${string}`
    | `cycle.${string}`
    | `perpetual.${string}`
    | `convert.${string}`
    | `deposit.${string}`
    | `withdraw.${string}`
    | `storage.${string}`
    | `team.${string}`
    | `alert.${string}`
    | `notification.${string}`
    | `content.${string}`
    | 'common.loadBanner'
    | 'tpaj.info'
    | `identity.${string}`
    | `support.${string}`
    | 'common.loadWapConfig'
    | 'common.report'
    | 'account.worth'
  >;
  readonly callers: Pick<CallerDeps, 'userOf' | 'temporaryOf'>;
  readonly deps: AccountDeps;
  readonly hub: PrivateHub;
  close(): Promise<void>;
}

export interface AccountsSetup {
  readonly settings: Settings;
  readonly db: Database;
  readonly source: MarketSource;
  readonly words: MessageWords;
  readonly log: Logger;
  /** Given by tests, which log in more often than people do. */
  readonly hasher?: PasswordHasher;
  readonly limitFactor?: number;
  readonly futuresFree?: AccountDeps['futuresFree'];
  /** Hears of private streams that have new rows, besides their readers. */
  readonly heard?: (stream: string) => void;
}

/** How often what nobody needs any more is deleted. */
const SWEEP_MS = 3_600_000;

export async function openAccounts(setup: AccountsSetup): Promise<Accounts> {
  const { settings, db, source, words, log } = setup;
  const logged = (event: string, detail: Readonly<Record<string, unknown>>) => log.error(detail, event);
  const stopAssets = await keepAssets(db, source, (error) => logged('assets', { error: String(error) }));
  const messages = new Messages({
    db,
    clock: deviceClock,
    words,
    carrier: createCarrier(settings),
    log: logged,
  });
  const hub = new PrivateHub({ db, clock: deviceClock, stateOf: privateState, log: logged });
  const uploads = openUploads(settings);
  const isInUse = await hasSealed(db);
  const deps: AccountDeps = {
    ...(uploads ? { uploads } : {}),
    db,
    clock: deviceClock,
    published(stream) {
      hub.published(stream);
      setup.heard?.(stream);
    },
    ...(setup.futuresFree ? { futuresFree: setup.futuresFree } : {}),
    messages,
    hasher: setup.hasher ?? createHasher(),
    vault: await createVault(readSecretKey(settings, isInUse)),
    sealer: await createSealer(readIdentityKeys(settings, isInUse)),
    limits: new Limits({
      peoplePerAddress: settings.peoplePerAddress,
      ...(setup.limitFactor === undefined ? {} : { factor: setup.limitFactor }),
    }),
    tickets: new Tickets(deviceClock),
    confirmedBy,
    isPhone: isValidPhoneNumber,
    isPlay: settings.chain === undefined,
  };
  const sweeping = new Rounds(deviceClock, SWEEP_MS, () =>
    sweep(deps).catch((error: unknown) => logged('sweep', { error: String(error) })),
  );
  sweeping.start();
  return {
    deps,
    hub,
    callers: {
      userOf: sessionReader(db, deviceClock),
      temporaryOf: (token) => temporaryOf(db, token, deviceClock.now()),
    },
    handlers: {
      ...accessHandlers(deps),
      ...securityHandlers(deps),
      ...fundsHandlers(deps, privateState),
      'common.upload': (_, caller) => keepUpload(deps, readPicture, caller),
      'dev.outbox': async () => {
        if (!deps.isPlay) throw new RuleError('notFound');
        return { messages: await messages.kept() };
      },
    },
    async close() {
      await sweeping.close();
      stopAssets();
      hub.close();
      messages.close();
    },
  };
}

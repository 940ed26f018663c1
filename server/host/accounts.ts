import { isValidPhoneNumber } from 'libphonenumber-js/min';
import type { Logger } from 'pino';
import { defined, HOUR_MS, MINUTE_MS, RuleError } from '../../domain/index.ts';
import type { Database } from '../base/db/database.ts';
import { IntervalJob } from '../base/intervalJob.ts';
import type { Meter } from '../base/meter.ts';
import type { Places } from '../base/places.ts';
import { createSealer } from '../base/sealer.ts';
import type { PasswordHasher } from '../base/secrets.ts';
import { createVault } from '../base/secrets.ts';
import type { Settings } from '../base/settings.ts';
import type { Handlers } from '../books/users/callHandlers.ts';
import type { AccountDeps } from '../books/users/context.ts';
import { accessHandlers, passkeyHandlers, securityHandlers } from '../books/users/handlers.ts';
import { Limits } from '../books/users/limits.ts';
import type { MessageWords } from '../books/users/messages.ts';
import { Messages } from '../books/users/messages.ts';
import { passkeyPlaceOf } from '../books/users/passkeyChecks.ts';
import { sessionReader, Tickets, temporaryOf } from '../books/users/sessions.ts';
import { storeUpload } from '../books/users/storeUpload.ts';
import { sweep } from '../books/users/sweep.ts';
import type { CallerDeps } from '../edge/http/caller.ts';
import { databaseOutbox } from '../edge/realtime/outbox.ts';
import { PrivateHub } from '../edge/realtime/privateHub.ts';
import type { MarketSource } from '../market/source.ts';
import { fundsHandlers } from '../products/wallet/balances/handlers.ts';
import { confirmedBy } from '../products/wallet/withdrawals/codeAbout.ts';
import { storeAssets } from './assets.ts';
import type { Brand } from './brand/index.ts';
import type { ProductHandlers } from './compose.ts';
import { deviceClock } from './device/clock.ts';
import { createHasher } from './device/passwords.ts';
import { readPicture } from './files/pictures.ts';
import { hasSealed, readIdentityKeys, readSecretKey } from './files/secretKey.ts';
import { openUploads } from './files/uploadFolder.ts';
import { mailStyleOf } from './mail/html.ts';
import { createMessageTransport } from './mail/transport.ts';
import { privateState } from './privateState.ts';

/** Everything about users and their money, as the exchange runs it. */
export interface Accounts {
  readonly handlers: Omit<
    Handlers,
    keyof ProductHandlers | `market.${string}` | 'common.loadWapConfig' | 'common.report'
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
  readonly brand: Brand;
  readonly log: Logger;
  /** Given by tests, which log in more often than users do. */
  readonly hasher?: PasswordHasher;
  readonly limitFactor?: number;
  readonly meter?: Meter;
  /** Who has how many sockets, and readers of what is private. */
  readonly places?: Places;
  readonly futuresFree?: AccountDeps['futuresFree'];
  /** Called for private streams that have new rows, besides their readers. */
  readonly received?: (stream: string) => void;
}

/** How often what nobody needs any more is deleted. */
const SWEEP_MS = HOUR_MS;
/** And how soon after the start, which is busy itself. */
const FIRST_SWEEP_MS = MINUTE_MS;

const limitsOf = ({ settings, limitFactor }: AccountsSetup): Limits =>
  new Limits({
    usersPerAddress: settings.usersPerAddress,
    ...defined({ factor: limitFactor }),
  });

export async function openAccounts(setup: AccountsSetup): Promise<Accounts> {
  const { settings, db, source, words, brand, log } = setup;
  const logged = (event: string, detail: Readonly<Record<string, unknown>>) => log.error(detail, event);
  const stopAssets = await storeAssets(db, source, (error) => logged('assets', { error: String(error) }));
  const messages = new Messages({
    db,
    clock: deviceClock,
    words,
    transport: createMessageTransport(settings, mailStyleOf(brand)),
    log: logged,
  });
  const hub = new PrivateHub({
    outbox: databaseOutbox({ db, clock: deviceClock, stateOf: privateState }),
    clock: deviceClock,
    log: logged,
    ...(setup.meter ? { meter: setup.meter } : {}),
    ...(setup.places ? { places: setup.places } : {}),
  });
  const uploads = openUploads(settings);
  const isInUse = await hasSealed(db);
  const deps: AccountDeps = {
    ...(uploads ? { uploads } : {}),
    db,
    clock: deviceClock,
    venueName: brand.name,
    published(stream) {
      hub.published(stream);
      setup.received?.(stream);
    },
    ...(setup.futuresFree ? { futuresFree: setup.futuresFree } : {}),
    messages,
    hasher: setup.hasher ?? createHasher(),
    vault: await createVault(readSecretKey(settings, isInUse)),
    sealer: await createSealer(readIdentityKeys(settings, isInUse)),
    limits: limitsOf(setup),
    tickets: new Tickets(deviceClock),
    passkeys: passkeyPlaceOf(settings.publicUrl),
    confirmedBy,
    isPhone: isValidPhoneNumber,
    isPlay: settings.chain === undefined,
  };
  const sweeping = new IntervalJob(deviceClock, SWEEP_MS, () =>
    sweep(deps).catch((error: unknown) => logged('sweep', { error: String(error) })),
  );
  sweeping.start(FIRST_SWEEP_MS);
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
      ...passkeyHandlers(deps),
      ...fundsHandlers(deps, privateState),
      'common.upload': (_, caller) => storeUpload(deps, readPicture, caller),
      'dev.outbox': async () => {
        if (!deps.isPlay) throw new RuleError('notFound');
        return { messages: await messages.kept() };
      },
    },
    async close() {
      await sweeping.close();
      stopAssets();
      hub.close();
      await messages.close();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { CallName } from '../../domain/contract/index.ts';
import type { Handlers } from '../accounts/callHandlers.ts';
import type { Caller } from '../accounts/deps.ts';
import { mayKeepUpload } from '../accounts/uploads.ts';
import { marketHandlers } from '../http/handlers.ts';
import { freeToTake } from '../perpetual/free.ts';
import type { Perpetuals } from '../perpetual/perpetuals.ts';
import { Hub } from '../realtime/hub.ts';
import type { Settings } from '../settings.ts';
import { mergedSource } from '../spot/merged.ts';
import type { AccountsSetup } from './accounts.ts';
import { openAccounts } from './accounts.ts';
import { openChains } from './chains.ts';
import { deviceClock } from './clock.ts';
import { openContent } from './content.ts';
import { Doorway } from './doorway.ts';
import { futureOf } from './future.ts';
import { openMarket } from './market.ts';
import { openDatabase } from './openDatabase.ts';
import { openProgrammes } from './programmes.ts';
import { openService } from './service.ts';
import { createStatic } from './static.ts';
import type { Log } from './trading.ts';
import { openTrading } from './trading.ts';
import { openWallet } from './wallet.ts';
import { readErrorWords, readMessageWords } from './words.ts';

export const shortId = (): string => randomBytes(6).toString('base64url');

/** What the process hears of, and what tests give, which open more exchanges and log in more often than people do. */
export interface PartsOptions extends Pick<AccountsSetup, 'hasher' | 'limitFactor'> {
  /** A dump of a migrated database, for one in memory. */
  readonly copyOf?: Blob;
  /** Another exchange holds the database: this one waits, not ready, and takes over when that one ends. */
  readonly onStandby?: () => void;
  /** Another exchange has taken the database over: this process must end. */
  readonly onLost?: () => void;
}

/** Everything that answers, before it is put on the network. */
export async function openParts(
  settings: Settings,
  root: string,
  logger: Logger,
  { copyOf, onStandby = () => undefined, onLost = () => undefined, ...options }: PartsOptions,
) {
  const serveStatic = createStatic(join(root, 'dist/client'), settings);
  const db = await openDatabase(settings, root, {
    lease: { clock: deviceClock, onStandby, onLost },
    ...(copyOf ? { copyOf } : {}),
  });
  const [source, words, messageWords, chains] = await Promise.all([
    futureOf(settings, db, deviceClock.now()).then((future) =>
      openMarket(settings, (event, detail) => logger.warn(detail, event), future),
    ),
    readErrorWords(root),
    readMessageWords(root),
    openChains(settings, db),
  ]).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  // What people may take out of their futures account is said by the marks, which come with the engine.
  const futures: { opened?: Perpetuals } = {};
  const accounts = await openAccounts({
    settings,
    db,
    source,
    words: messageWords,
    log: logger,
    ...options,
    futuresFree: (tx, userId) => freeToTake(tx, futures.opened, userId),
    heard: (stream) => futures.opened?.heard(stream),
  });
  const doorway = new Doorway(deviceClock.pause, deviceClock.now);
  const log: Log = (event, detail) => logger.error(detail, event);
  const trading = await openTrading(accounts, settings, source, doorway, log);
  const { spot, perpetuals, lineOf } = trading;
  futures.opened = perpetuals;
  const wallet = await openWallet({ accounts, settings, source, chains, perpetuals, log });
  const programmes = await openProgrammes(accounts, source, log);
  const content = openContent(settings, root, accounts, log);
  const service = openService(accounts, settings, log);
  const hub = new Hub({
    source: mergedSource(source, [perpetuals.engine, spot]),
    clock: deviceClock,
    newEpoch: shortId,
    marks: perpetuals.engine.marks,
    money: accounts.deps.isPlay ? 'play' : 'real',
  });
  const { appDownloadUrl: downloadUrl } = settings;
  const handlers: Handlers = {
    ...accounts.handlers,
    ...trading.handlers,
    ...wallet.handlers,
    ...programmes.handlers,
    ...content.handlers,
    ...service.handlers,
    ...marketHandlers({
      source,
      hub,
      config: { openH5AppDownload: downloadUrl !== '', downloadUrl },
      report: (report) => logger.warn({ report }, 'page reported an internal error'),
    }),
  };
  const closeParts = async (): Promise<void> => {
    await service.close();
    await programmes.close();
    await wallet.close();
    await trading.close();
  };
  const mayUpload = (name: CallName, caller: Caller): Promise<void> =>
    name === 'identity.photo' ? service.mayKeepPhoto(caller) : mayKeepUpload(accounts.deps, caller);
  return { db, source, hub, accounts, closeParts, lineOf, doorway, handlers, mayUpload, words, serveStatic };
}

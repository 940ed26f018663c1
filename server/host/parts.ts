import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { CallName } from '../../domain/contract/index.ts';
import type { Database } from '../base/db/database.ts';
import type { Settings } from '../base/settings.ts';
import type { Handlers } from '../books/people/callHandlers.ts';
import type { Caller } from '../books/people/context.ts';
import { mayKeepUpload } from '../books/people/keepUpload.ts';
import { marketHandlers } from '../edge/http/marketHandlers.ts';
import { Hub } from '../edge/realtime/hub.ts';
import { mergedSource } from '../matching/mergedSource.ts';
import { freeToTake } from '../products/perpetual/free.ts';
import type { Perpetuals } from '../products/perpetual/perpetuals.ts';
import type { AccountsSetup } from './accounts.ts';
import { openAccounts } from './accounts.ts';
import { openChains } from './chains.ts';
import { openContent } from './content.ts';
import { openDatabase } from './database/openDatabase.ts';
import { deviceClock } from './device/clock.ts';
import { createStatic } from './files/static.ts';
import { readErrorWords, readMessageWords } from './files/words.ts';
import { futureOf } from './market/future.ts';
import { openMarket } from './market/market.ts';
import { SocketYield } from './net/socketYield.ts';
import { openProgrammes } from './programmes.ts';
import { openService } from './service.ts';
import type { Log } from './trading.ts';
import { openTrading } from './trading.ts';
import { openWallet } from './wallet.ts';

export const shortId = (): string => randomBytes(6).toString('base64url');

/** What the process hears of, and what tests give, which open more exchanges and log in more often than people do. */
export interface PartsOptions extends Pick<AccountsSetup, 'hasher' | 'limitFactor'> {
  /** Opens a migrated database in memory. */
  readonly openMemory?: () => Promise<Database>;
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
  { openMemory, onStandby = () => undefined, onLost = () => undefined, ...options }: PartsOptions,
) {
  const serveStatic = createStatic(join(root, 'dist/client'), settings);
  const db = await openDatabase(settings, root, {
    lease: { clock: deviceClock, onStandby, onLost },
    ...(openMemory ? { openMemory } : {}),
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
  const doorway = new SocketYield(deviceClock.pause, deviceClock.now);
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

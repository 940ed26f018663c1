import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import pino from 'pino';
import type { CallName } from '../../domain/contract/index.ts';
import type { AccountDeps } from '../accounts/deps.ts';
import { userOfCall } from '../accounts/handlers.ts';
import type { Settings } from '../config.ts';
import { SettingError } from '../config.ts';
import { ConvertDesk } from '../convert/desk.ts';
import { convertHandlers } from '../convert/handlers.ts';
import { CycleEngine } from '../cycle/engine.ts';
import { cycleHandlers } from '../cycle/handlers.ts';
import { createApp } from '../http/app.ts';
import type { Handlers } from '../http/handlers.ts';
import { marketHandlers } from '../http/handlers.ts';
import type { MarketSource } from '../market/source.ts';
import { runOps } from '../ops/commands.ts';
import { freeToTake } from '../perpetual/free.ts';
import { isFuturesCall, perpetualHandlers } from '../perpetual/handlers.ts';
import type { Perpetuals } from '../perpetual/perpetuals.ts';
import { openPerpetuals } from '../perpetual/perpetuals.ts';
import { Hub } from '../realtime/hub.ts';
import { SpotEngine } from '../spot/engine.ts';
import { isOrderCall, spotHandlers } from '../spot/handlers.ts';
import { mergedSource } from '../spot/merged.ts';
import { VenueWatch } from '../spot/venue.ts';
import { depositHandlers } from '../wallet/depositHandlers.ts';
import { Deposits } from '../wallet/deposits.ts';
import { WorthKeeper } from '../worth/keeper.ts';
import type { Accounts, AccountsSetup } from './accounts.ts';
import { openAccounts } from './accounts.ts';
import { addressOf, isOriginAllowed, socketOrigin } from './addresses.ts';
import { openChains } from './chains.ts';
import { deviceClock } from './clock.ts';
import { Doorway } from './doorway.ts';
import { openMarket } from './market.ts';
import { MEMORY, openDatabase, promiseOf } from './openDatabase.ts';
import { opsAddress, serveOps } from './opsSocket.ts';
import { serveSockets } from './sockets.ts';
import { createStatic } from './static.ts';
import { keepClean } from './upkeep.ts';
import { openWithdrawals } from './withdrawals.ts';
import { readErrorWords, readMessageWords } from './words.ts';

export interface Exchange {
  readonly port: number;
  readonly source: MarketSource;
  /** What the operator's commands work on. */
  readonly accounts: AccountDeps;
  /** What the database promises, in one line. */
  readonly promise: string;
  /** Tells clients to come back, ends sockets, timers and files. */
  close(): Promise<void>;
}

const VERSION = '0.1.0';
/** Calls under way may end before the process does. */
const GRACE_MS = 3_000;
/** Connections that may wait for their turn: a burst of more would be lost before it could be told to come again. */
const BACKLOG = 4_096;
const shortId = (): string => randomBytes(6).toString('base64url');

/**
 * Runs the exchange. @param root the product's folder: `dist/client` and `locales` are below it.
 * @throws {SettingError} when the port is taken or may not be used.
 */
export async function startExchange(
  settings: Settings,
  root: string,
  options: Pick<AccountsSetup, 'hasher' | 'limitFactor'> = {},
): Promise<Exchange> {
  const log = pino({ level: settings.logLevel });
  const { db, source, hub, accounts, closeTrading, lineOf, doorway, ...served } = await openParts(
    settings,
    root,
    log,
    options,
  );
  const stopOps = await openOps(settings, accounts.deps);
  const stopUpkeep = keepClean(db, deviceClock, log);
  let isReady = true;
  const app = createApp({
    ...accounts.callers,
    ...served,
    log: logger(log),
    newRequestId: randomUUID,
    addressOf: (c: Context) => addressOf((c.env as { incoming: IncomingMessage }).incoming, settings),
    socketOrigin: (host) => socketOrigin(host, settings),
    isSecure: settings.publicUrl?.startsWith('https:') ?? false,
    isReady: () => isReady,
    admit: (name) => lineOf(name)?.enter() ?? (() => undefined),
    ...(options.limitFactor === undefined ? {} : { limitFactor: options.limitFactor }),
    version: VERSION,
  });
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000 },
    getRequestListener(app.fetch),
  );
  doorway.watch(server);
  const sockets = serveSockets(server, {
    hub,
    desk: { hub: accounts.hub, tickets: accounts.deps.tickets },
    clock: deviceClock,
    newId: shortId,
    addressOf: (request) => addressOf(request, settings),
    isOriginAllowed: (origin, host) => isOriginAllowed(origin, host, settings),
  });
  const end = async (): Promise<void> => {
    hub.close();
    await closeTrading();
    source.close();
    stopOps();
    stopUpkeep();
    accounts.close();
    await db.close();
  };
  const port = await listen(server, settings).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  server.on('error', (error) => log.error(error, 'server'));
  return {
    port,
    source,
    accounts: accounts.deps,
    promise: promiseOf(db, settings),
    async close() {
      isReady = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sockets.drain();
      const stopGrace = deviceClock.after(GRACE_MS, () => server.closeAllConnections());
      await closed;
      stopGrace();
      await end();
    },
  };
}

/** Everything that answers, before it is put on the network. */
async function openParts(
  settings: Settings,
  root: string,
  log: Logger,
  options: Pick<AccountsSetup, 'hasher' | 'limitFactor'>,
) {
  const db = await openDatabase(settings, root);
  const [source, words, serveStatic, chains] = await Promise.all([
    openMarket(settings),
    readErrorWords(root),
    createStatic(join(root, 'dist/client')),
    openChains(settings, db),
  ]).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
  const messageWords = await readMessageWords(root);
  // What people may take out of their futures account is said by the marks, which come with the engine.
  const futures: { opened?: Perpetuals } = {};
  const accounts = await openAccounts({
    settings,
    db,
    source,
    words: messageWords,
    log,
    ...options,
    futuresFree: (tx, userId) => freeToTake(tx, futures.opened, userId),
    heard: (stream) => futures.opened?.heard(stream),
  });
  const doorway = new Doorway(deviceClock.pause);
  const { spot, cycle, perpetuals, venue } = await openEngines(accounts, settings, source, doorway, log);
  futures.opened = perpetuals;
  const convert = new ConvertDesk({ ...accounts.deps, source, newId: randomUUID });
  const worth = new WorthKeeper({
    ...accounts.deps,
    source,
    marks: () => perpetuals.engine.marks.rows().map(([id, mark]): [string, string] => [id, mark]),
    log: logger(log),
  });
  await worth.start();
  const deposits = new Deposits({ ...accounts.deps, log: logger(log) }, chains);
  deposits.start();
  const withdrawals = await openWithdrawals(settings, { ...accounts.deps, log: logger(log) }, source);
  const hub = new Hub({
    source: mergedSource(source, [perpetuals.engine, spot]),
    clock: deviceClock,
    newEpoch: shortId,
    marks: perpetuals.engine.marks,
  });
  const handlers: Handlers = {
    ...accounts.handlers,
    ...spotHandlers(spot),
    ...cycleHandlers(cycle),
    ...perpetualHandlers(perpetuals.engine),
    ...convertHandlers(convert),
    'account.worth': (request, caller) => worth.of(userOfCall(caller).user.userId, request),
    ...depositHandlers(accounts.deps, deposits),
    ...withdrawals.handlers,
    ...marketHandlers({
      source,
      hub,
      config: { openH5AppDownload: settings.appDownloadUrl !== '', downloadUrl: settings.appDownloadUrl },
      report: (report) => log.warn({ report }, 'page reported an internal error'),
    }),
  };
  const closeTrading = async (): Promise<void> => {
    convert.close();
    await worth.close();
    await withdrawals.close();
    await deposits.close();
    await cycle.close();
    await perpetuals.close();
    venue.close();
    await spot.idle();
    spot.close();
  };
  /** The line in which a call waits, if it does. */
  const lineOf = (name: CallName) => {
    if (isOrderCall(name)) return spot.admission;
    return isFuturesCall(name) ? perpetuals.engine.admission : undefined;
  };
  return { db, source, hub, accounts, closeTrading, lineOf, doorway, handlers, words, serveStatic };
}

const logger =
  (log: Logger) =>
  (event: string, detail: Readonly<Record<string, unknown>>): void =>
    log.error(detail, event);

/** Everything that trades, begun where it was left. */
async function openEngines(
  accounts: Accounts,
  settings: Settings,
  source: MarketSource,
  { pause }: Doorway,
  log: Logger,
) {
  const clock = { ...deviceClock, pause };
  const logged = logger(log);
  const spot = new SpotEngine({ ...accounts.deps, clock, source, log: logged });
  await spot.start();
  const cycle = new CycleEngine({ ...accounts.deps, sources: [source], newId: randomUUID, log: logged });
  await cycle.start();
  const venue = new VenueWatch(spot);
  const perpetuals = await openPerpetuals(
    {
      ...accounts.deps,
      clock,
      published: accounts.hub.published,
      source,
      fundingHours: settings.fundingHours,
      log: logged,
    },
    (userId) => accounts.hub.isHere(userId),
  );
  return { spot, cycle, perpetuals, venue };
}

/** The built-in database belongs to this process alone: its operator asks through a socket. */
async function openOps({ databaseUrl, dataDir }: Settings, deps: AccountDeps): Promise<() => void> {
  if (databaseUrl !== undefined || dataDir === MEMORY) return () => undefined;
  return serveOps(opsAddress(dataDir), (name, args) => runOps(deps, name, args));
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new SettingError(wordsOf(error, port, host))),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function wordsOf(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what uses it, or set PORT to another one.`;
  if (error.code === 'EACCES')
    return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine.`;
  return `The server cannot listen: ${error.message}`;
}

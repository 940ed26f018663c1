import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import pino from 'pino';
import type { CallName } from '../../domain/contract/index.ts';
import { defined } from '../../domain/index.ts';
import { noMeter } from '../base/meter.ts';
import type { Settings } from '../base/settings.ts';
import { MEMORY } from '../base/settings.ts';
import { BookProof } from '../books/ledger/proof.ts';
import type { AccountDeps } from '../books/users/context.ts';
import type { OpsDeps } from '../books/users/opsCommand.ts';
import type { RelayedEnv } from '../edge/bus/httpRelay.ts';
import { SharedPlaces } from '../edge/bus/sharedPlaces.ts';
import type { AppDeps } from '../edge/http/app.ts';
import { createApp } from '../edge/http/app.ts';
import { cacheTermsOfMarket } from '../edge/http/marketHandlers.ts';
import { takePolicyReports } from '../edge/http/policyReports.ts';
import { securityTxt } from '../edge/http/securityTxt.ts';
import { openApiDocument } from '../edge/openapi/document.ts';
import type { MarketSource } from '../market/source.ts';
import { openBrand, withBrand } from './brand/index.ts';
import { incomingOf, openCompat } from './compat.ts';
import { promiseOf } from './database/openDatabase.ts';
import { keepClean } from './database/upkeep.ts';
import { deviceClock } from './device/clock.ts';
import { engineBusOf, openEngineBus } from './engineBus.ts';
import { readErrorWords } from './files/words.ts';
import type { Metrics } from './metrics/index.ts';
import { openMeter, openMetrics } from './metrics/index.ts';
import { addressOf, socketOrigin } from './net/addresses.ts';
import { compatSocketHost } from './net/compatSockets.ts';
import { createDoor } from './net/door.ts';
import { createHostCheck } from './net/hostNames.ts';
import { listen, TIMEOUTS } from './net/listen.ts';
import { opsAddress, serveOps } from './net/opsSocket.ts';
import { socketsOf } from './net/socketSettings.ts';
import { serveSockets } from './net/sockets.ts';
import { answerStarting } from './net/starting.ts';
import { runOps, twoAboveOf } from './opsCommands.ts';
import type { PartsOptions, PartsSetup } from './parts.ts';
import { openParts } from './parts.ts';
import { readinessOf, sharedReadiness } from './readiness.ts';
import { VERSION } from './version.ts';

export interface Exchange {
  /** What the venue is called. */
  readonly name: string;
  readonly port: number;
  /** Where its measurements are read; undefined when nothing is measured. */
  readonly metricsPort: number | undefined;
  /** The market as published by its venue. */
  readonly source: MarketSource;
  /** The market as users see it. */
  readonly shown: MarketSource;
  /** What the operator's commands work on. */
  readonly accounts: AccountDeps & OpsDeps;
  /** What the database promises, in one line. */
  readonly promise: string;
  /** Requests clients to reconnect, ends sockets, timers and files. */
  close(): Promise<void>;
}

/** Calls under way may end before the process does. */
const GRACE_MS = 3_000;
/**
 * Runs the exchange. Until it is open, and while another one holds its database, it answers 503.
 * @param root the product's folder: `dist/client` and `locales` are below it.
 * @throws {SettingError} when the port is taken or may not be used.
 */
export async function startExchange(
  settings: Settings,
  root: string,
  options: PartsOptions = {},
): Promise<Exchange> {
  const brand = await openBrand(root, settings);
  let answer: RequestListener = answerStarting(await readErrorWords(root), brand.name);
  const server = createServer(TIMEOUTS, (request, response) => answer(request, response));
  const port = await listen(server, settings);
  try {
    const opened = await openOn(server, withBrand(settings, brand), root, { ...options, brand });
    answer = opened.answer;
    return { port, name: brand.name, ...opened.exchange };
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

async function openOn(
  server: Server,
  settings: Settings,
  root: string,
  options: PartsSetup,
): Promise<{ readonly answer: RequestListener; readonly exchange: Omit<Exchange, 'port' | 'name'> }> {
  const log = pino({ level: settings.logLevel });
  const metrics = openMeter(settings, log);
  const places = new SharedPlaces(deviceClock);
  const [opened, bus] = await besideBus(engineBusOf(settings, log), () =>
    openParts(settings, root, log, { ...options, ...metrics?.measured, places }),
  );
  const { db, source, trading, terms, hub, accounts, products, socketYield } = opened;
  const operated = {
    ...accounts.deps,
    ...twoAboveOf(settings),
    markets: () => source.markets(),
    changed: async () => void (await Promise.all([trading, terms].map((each) => each.refresh()))),
  };
  const followed = [trading, terms].map((each) => () => each.close());
  const stops = [await openOps(settings, operated), keepClean(db, deviceClock, log), ...followed];
  const proof = new BookProof({ ...accounts.deps, ...logsOf(log) });
  proof.start();
  const isHostKnown = createHostCheck(settings);
  let isOpen = true;
  const { app, compat } = openApp(opened, {
    ...{ settings, log, options, isHostKnown, metrics },
    readiness: sharedReadiness(() => readinessOf({ db, source, clock: deviceClock, isOpen: () => isOpen })),
  });
  const entered = socketYield.entered;
  const stopBus = await openEngineBus(opened, {
    ...{ settings, log, app, entered, places },
    ...{ bus, programs: compat.sockets },
  });
  socketYield.watch(server);
  const privateStream = { hub: accounts.hub, tickets: accounts.deps.tickets };
  const own = { hub, privateStream, isHostKnown, places, ...socketsOf(settings) };
  const programs = compatSocketHost(own, compat.sockets, (request) => addressOf(request, settings));
  const sockets = serveSockets(server, { ...own, compat: programs });
  server.on('error', (error) => log.error(error, 'server'));
  const shown = await openMetrics(metrics, { db, source, sockets: sockets.figures });
  const close = async (): Promise<void> => {
    isOpen = false;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await sockets.drain();
    const stopGrace = deviceClock.after(GRACE_MS, () => server.closeAllConnections());
    await closed;
    stopGrace();
    // Last of all doors: until here gateways are served, and from here on another engine can take over.
    await stopBus?.();
    compat.close();
    hub.close();
    await products.close();
    source.close();
    for (const stop of stops) stop();
    await proof.close();
    shown?.close();
    await accounts.close();
    await db.close();
  };
  return {
    answer: doorOf(server, opened, { app, compat }, metrics),
    exchange: {
      source: opened.venue,
      shown: source,
      accounts: operated,
      promise: promiseOf(db, settings),
      metricsPort: shown?.port,
      close,
    },
  };
}

/** What is opened while the bus connects. @throws what keeps either from it. */
async function besideBus<T>(connecting: ReturnType<typeof engineBusOf>, open: () => Promise<T>) {
  // It is waited for below: until then its failure is not unhandled.
  connecting?.catch(() => undefined);
  try {
    return [await open(), await connecting] as const;
  } catch (error) {
    await connecting?.then((bus) => bus.close()).catch(() => undefined);
    throw error;
  }
}

/** What takes every request. */
const doorOf = (
  server: Server,
  { products, words, socketYield }: Awaited<ReturnType<typeof openParts>>,
  { app, compat }: ReturnType<typeof openApp>,
  metrics: Metrics | undefined,
): RequestListener =>
  createDoor(server, {
    shedderOf: products.shedderOf,
    words,
    refused: compat.refused,
    app: getRequestListener(app.fetch),
    entered: socketYield.entered,
    ...metrics?.measured,
  });

interface AppSetup {
  readonly settings: Settings;
  readonly log: Logger;
  readonly options: PartsSetup;
  readonly isHostKnown: (host: string | undefined) => boolean;
  readonly readiness: AppDeps['readiness'];
  readonly metrics: Metrics | undefined;
}

/** The HTTP server's handlers: the page, its calls, and the compatible API. */
function openApp(
  { source, shown, accounts, products, ...served }: Awaited<ReturnType<typeof openParts>>,
  { settings, log, options, isHostKnown, readiness, metrics }: AppSetup,
) {
  const admit = (name: CallName) => products.shedderOf(name)?.enter() ?? (() => undefined);
  const address = (c: Context): string => addressOf(incomingOf(c), settings);
  const compat = openCompat({
    ...{ settings, log, shown, admit, shedderOf: products.shedderOf, addressOf: address },
    ...{
      marks: products.marks,
      markBars: products.markBars,
      liquidations: products.liquidationTape,
      privateHub: accounts.hub,
      deps: accounts.deps,
      handlers: served.handlers,
      limitFactor: options.limitFactor,
    },
  });
  const app = createApp({
    mounted: compat.mounted,
    ...accounts.callers,
    ...served,
    ...logsOf(log),
    ...metrics?.measured,
    ...strangersOf(settings, log, metrics),
    newRequestId: (c) => relayedId(c) ?? randomUUID(),
    addressOf: address,
    socketOrigin: (host) => socketOrigin(host, settings),
    isHostKnown,
    isSecure: settings.publicUrl?.startsWith('https:') ?? false,
    readiness,
    admit,
    cacheTerms: cacheTermsOfMarket(source),
    now: deviceClock.now,
    usersPerAddress: settings.usersPerAddress,
    ...defined({ limitFactor: options.limitFactor }),
    document: () => openApiDocument(VERSION, options.brand.name),
  });
  return { app, compat };
}

/** The number that a gateway has given a request. */
const relayedId = (c: Context): string | undefined => (c.env as Partial<RelayedEnv> | undefined)?.requestId;

/** Endpoints outside of the API: the contact for vulnerabilities, and browsers' reports. */
const strangersOf = (
  { securityContact: contact, publicUrl }: Settings,
  log: Logger,
  metrics: Metrics | undefined,
): Pick<AppDeps, 'policyReports' | 'securityTxt'> => ({
  policyReports: takePolicyReports({
    meter: metrics?.measured.meter ?? noMeter,
    log: (event, detail) => log.warn(detail, event),
  }),
  ...(contact === undefined
    ? {}
    : { securityTxt: securityTxt({ contact, publicUrl, now: deviceClock.now }) }),
});

/** What the app writes down: errors, and calls by whether they matter. */
const logsOf = (log: Logger): Pick<AppDeps, 'log' | 'answered'> => ({
  log: (event, detail) => log.error(detail, event),
  answered: (call, matters) => (matters ? log.info(call, 'call') : log.debug(call, 'call')),
});

/** The built-in database belongs to this process alone: its operator sends commands through a socket. */
async function openOps({ databaseUrl, dataDir }: Settings, deps: OpsDeps): Promise<() => void> {
  if (databaseUrl !== undefined || dataDir === MEMORY) return () => undefined;
  return serveOps(opsAddress(dataDir), (operator, name, args) => runOps(deps, operator, name, args));
}

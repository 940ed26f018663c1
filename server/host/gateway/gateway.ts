import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pino from 'pino';
import type { Market } from '../../../domain/index.ts';
import type { Bus } from '../../base/bus.ts';
import { SettingError } from '../../base/config.ts';
import type { Settings } from '../../base/settings.ts';
import { BusChannels } from '../../edge/bus/busChannels.ts';
import { BusPrograms } from '../../edge/bus/busPrograms.ts';
import { EngineWord } from '../../edge/bus/engineWord.ts';
import { textOf } from '../../edge/bus/frames.ts';
import { busOutbox, busTickets, onBell } from '../../edge/bus/outboxRelay.ts';
import { Requester } from '../../edge/bus/requester.ts';
import { BusPlaces } from '../../edge/bus/sharedPlaces.ts';
import { subjectsOf } from '../../edge/bus/subjects.ts';
import type { ErrorWords } from '../../edge/http/words.ts';
import { PrivateHub } from '../../edge/realtime/privateHub.ts';
import { brandedFilesOf, openBrand } from '../brand/index.ts';
import { connectBus } from '../bus/nats.ts';
import { incomingOf } from '../compat.ts';
import { deviceClock } from '../device/clock.ts';
import { shareHeads } from '../files/shareHead.ts';
import { createStatic } from '../files/static.ts';
import { readErrorWords, readShareWords } from '../files/words.ts';
import { openGatewayMetrics } from '../metrics/gateway.ts';
import { addressOf, socketOrigin } from '../net/addresses.ts';
import { compatSocketHost } from '../net/compatSockets.ts';
import { createDoor } from '../net/door.ts';
import { createHostCheck } from '../net/hostNames.ts';
import { listen, TIMEOUTS } from '../net/listen.ts';
import { pack } from '../net/pack.ts';
import { shortId, socketsOf } from '../net/socketSettings.ts';
import { serveSockets } from '../net/sockets.ts';
import { answerStarting } from '../net/starting.ts';
import type { GatewayReadiness } from './app.ts';
import { createGatewayApp } from './app.ts';
import { createRelay } from './relay.ts';
import { RelayShedding } from './shedding.ts';

export interface Gateway {
  /** What the venue is called. */
  readonly name: string;
  readonly port: number;
  /** Requests clients to connect elsewhere, and ends. */
  close(): Promise<void>;
}

/** Calls under way may end before the process does. */
const GRACE_MS = 3_000;
/** Interval at which the list of markets is checked for changes. */
const LIST_MS = 1_000;
/**
 * The channel that every list is sorted by: subscribed from the start, so that the first reader need not
 * wait.
 */
const FIRST = 'sort';

type Log = (event: string, detail: Readonly<Record<string, unknown>>) => void;

/**
 * Serves pages, calls and sockets in front of an engine. Until the engine's first heartbeat it answers 503.
 * @param root the product's folder. @throws {SettingError} when the port is taken, or no bus is named.
 */
export async function startGateway(settings: Settings, root: string): Promise<Gateway> {
  if (!settings.bus) throw new SettingError('ROLE=gateway needs NATS_URL, the bus to the others.');
  const words = await readErrorWords(root);
  const brand = await openBrand(root, settings);
  const { name } = brand;
  let answer: RequestListener = answerStarting(words, name);
  const server = createServer(TIMEOUTS, (request, response) => answer(request, response));
  const port = await listen(server, settings);
  const logger = pino({ level: settings.logLevel });
  const log: Log = (event, detail) => logger.warn(detail, event);
  const bus = await connectBus({ url: settings.bus.url, name: 'tidemark gateway', log });
  const parts = openParts(bus, settings.bus.prefix, log);
  await parts.ready;
  const opened = openServer(server, settings, { ...parts, bus, log, words });
  const measured = await openGatewayMetrics(settings, {
    sockets: opened.figures,
    waiting: () => parts.requester.waiting,
    silentMs: () => deviceClock.now() - (parts.engine.newest?.at ?? Number.NEGATIVE_INFINITY),
    isConnected: () => bus.isConnected,
  });
  if (measured)
    parts.requester.ended = (kind, ms, isAnswered) =>
      measured.requested(kind, ms, isAnswered ? 'answered' : 'failed');
  const markets = await followMarkets(parts);
  const shareWords = await readShareWords(root, name);
  const heads = shareHeads({ words: shareWords, venueName: name, markets: markets.now, settings });
  answer = opened.answer(createStatic(join(root, 'dist/client'), settings, heads, brandedFilesOf(brand)));
  return {
    name,
    port,
    async close() {
      markets.stop();
      measured?.close();
      await opened.close();
      parts.close();
      await bus.close();
    },
  };
}

type Parts = ReturnType<typeof openParts>;

/** What is read from the engine. */
function openParts(bus: Bus, prefix: string, log: Log) {
  const subjects = subjectsOf(prefix);
  const clock = deviceClock;
  const engine = new EngineWord(bus, clock, subjects);
  const requester = new Requester(bus, clock, { subjects, gateway: shortId() });
  const channels = new BusChannels({ bus, requester, engine, clock, subjects, pack });
  const places = new BusPlaces(requester, clock);
  const programs = new BusPrograms({ bus, requester, clock, subjects });
  engine.lost = () => {
    // Requests that wait for an engine that has died fail at once, and may be retried.
    requester.failAll();
    programs.endAll();
  };
  engine.left = () => requester.keep();
  const { received } = engine;
  engine.received = (here, isOther) => {
    // Answers of the one before, and what the bus has lost, will not come.
    if (isOther) {
      requester.goOn();
      programs.endAll();
    }
    received(here, isOther);
    if (isOther) places.say();
  };
  const outbox = busOutbox({ requester, engine });
  const privateHub = new PrivateHub({ outbox, clock, log, places });
  const stopBell = onBell(bus, subjects, privateHub.published);
  const reader = { who: () => 'gateway', take: () => undefined, restart: () => undefined };
  const first = channels.subscribe(FIRST, reader, { isSlow: false });
  return {
    ...{ engine, requester, channels, privateHub, places, programs },
    ready: first.ready,
    close(): void {
      stopBell();
      programs.close();
      privateHub.close();
      places.close();
      channels.close();
      engine.close();
      requester.close();
    },
  };
}

interface ServerParts extends Parts {
  readonly bus: Bus;
  readonly log: Log;
  readonly words: ErrorWords;
}

function openServer(server: Server, settings: Settings, parts: ServerParts) {
  const { engine, requester, channels, privateHub, places, programs, bus, log, words } = parts;
  let isOpen = true;
  const isHostKnown = createHostCheck(settings);
  const privateStream = { hub: privateHub, tickets: busTickets(requester) };
  const own = { hub: channels, privateStream, places, isHostKnown, ...socketsOf(settings) };
  const compat = compatSocketHost(own, programs, (request) => addressOf(request, settings));
  const sockets = serveSockets(server, { ...own, compat });
  server.on('error', (error) => log('server', { error: String(error) }));
  const readiness = (): GatewayReadiness => {
    const all = {
      bus: { ok: bus.isConnected },
      engine: { ok: engine.isHere },
      snapshot: { ok: channels.isComplete },
      open: { ok: isOpen },
    };
    return { ok: Object.values(all).every(({ ok }) => ok), parts: all };
  };
  return {
    figures: sockets.figures,
    answer: (serveStatic: Parameters<typeof createGatewayApp>[0]['serveStatic']): RequestListener => {
      const shedding = new RelayShedding(deviceClock.now);
      const app = createGatewayApp({
        ...{ words, log, isHostKnown, readiness, serveStatic },
        newRequestId: randomUUID,
        socketOrigin: (host) => socketOrigin(host, settings),
        isSecure: settings.publicUrl?.startsWith('https:') ?? false,
        relay: createRelay({
          ...{ requester, engine, words, log, shedding },
          addressOf: (c) => addressOf(incomingOf(c), settings),
        }),
      });
      return createDoor(server, {
        ...{ shedderOf: shedding.shedderOf, words },
        app: getRequestListener(app.fetch),
        entered: () => undefined,
      });
    },
    async close() {
      isOpen = false;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await sockets.drain();
      const stopGrace = deviceClock.after(GRACE_MS, () => server.closeAllConnections());
      await closed;
      stopGrace();
    },
  };
}

/** The list of markets, for the heads of pages. */
async function followMarkets({ requester, engine }: Pick<Parts, 'requester' | 'engine'>) {
  let list: readonly Market[] = [];
  let version: string | undefined;
  const refresh = async (): Promise<void> => {
    const wanted = engine.newest?.list;
    if (!engine.isHere || wanted === version) return;
    const { body } = await requester.ask({ kind: 'markets', deadline: 2 * LIST_MS });
    list = JSON.parse(textOf(body)) as readonly Market[];
    version = wanted;
  };
  // Until the next look pages are named by what is known.
  const refreshAgain = (): Promise<void> => refresh().catch(() => undefined);
  await refreshAgain();
  return { now: () => list, stop: deviceClock.every(LIST_MS, () => void refreshAgain()) };
}

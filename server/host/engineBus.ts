import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Bus } from '../base/bus.ts';
import type { Settings } from '../base/settings.ts';
import { Answerer } from '../edge/bus/answerer.ts';
import { ChannelRelay } from '../edge/bus/channelRelay.ts';
import { bytesOf } from '../edge/bus/frames.ts';
import { httpRelay } from '../edge/bus/httpRelay.ts';
import { OutboxRelay } from '../edge/bus/outboxRelay.ts';
import { ProgramRelay } from '../edge/bus/programRelay.ts';
import type { SharedPlaces } from '../edge/bus/sharedPlaces.ts';
import { subjectsOf } from '../edge/bus/subjects.ts';
import type { CompatSockets } from '../edge/compat/index.ts';
import type { CallEnv } from '../edge/http/calls.ts';
import { databaseOutbox } from '../edge/realtime/outbox.ts';
import { connectBus } from './bus/nats.ts';
import { deviceClock } from './device/clock.ts';
import { shortId } from './net/socketSettings.ts';
import type { openParts } from './parts.ts';
import { privateState } from './privateState.ts';

/** How long calls that gateways have passed on may take to end, ms. */
const FINISH_MS = 1_000;

interface EngineBusSetup {
  readonly settings: Settings;
  readonly log: Logger;
  readonly bus: Bus | undefined;
  readonly app: Hono<CallEnv>;
  /** Who has how many sockets, here and at gateways. */
  readonly places: SharedPlaces;
  /** Sockets of programs. */
  readonly programs: CompatSockets;
  /** Called for each request that came by the bus. */
  readonly entered: () => void;
}

/** The bus to gateways, where there are any: an exchange that waits to take over is on it before. */
export function engineBusOf({ role, bus }: Settings, log: Logger): Promise<Bus> | undefined {
  if (role !== 'engine' || !bus) return undefined;
  return connectBus({
    url: bus.url,
    name: 'tidemark engine',
    log: (event, detail) => log.info(detail, event),
  });
}

/** Serves gateways, where there are any. @returns ends that. */
export async function openEngineBus(
  { db, source, hub, accounts, elsewhere }: Awaited<ReturnType<typeof openParts>>,
  { settings, log, bus, app, entered, places, programs }: EngineBusSetup,
): Promise<(() => Promise<void>) | undefined> {
  if (!settings.bus || !bus) return undefined;
  const subjects = subjectsOf(settings.bus.prefix);
  const clock = deviceClock;
  const outbox = new OutboxRelay({
    ...{ bus, db, clock, subjects, tickets: accounts.deps.tickets },
    outbox: databaseOutbox({ db, clock, stateOf: privateState }),
  });
  const programRelay = new ProgramRelay({ bus, clock, subjects, sockets: programs });
  elsewhere.published = outbox.published;
  elsewhere.isHere = (userId) => outbox.isHere(userId);
  const answers = httpRelay((request, env) => app.fetch(request, env));
  const answerer = new Answerer(
    { bus, clock, subjects, log: (event, detail) => log.error(detail, event) },
    {
      ...outbox.kinds,
      ...places.kinds,
      ...programRelay.kinds,
      channel: (request) => relay.open(request),
      keep: (request) => relay.keep(request),
      markets: async () => ({ body: bytesOf(JSON.stringify(source.markets())) }),
      http: (incoming) => {
        entered();
        return answers(incoming);
      },
    },
  );
  // Last of all: once gateways know of this engine, it takes what they send.
  const relay = new ChannelRelay({ bus, channels: hub, clock, subjects, run: shortId() });
  return async () => {
    if (await answerer.finish(FINISH_MS)) bus.publish(subjects.left, bytesOf(relay.run));
    relay.close();
    programRelay.close();
    await bus.close();
  };
}

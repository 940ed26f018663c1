import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Book } from '../../../../domain/index.ts';
import { applyDelta, RuleError } from '../../../../domain/index.ts';
import type { Bus } from '../../../../server/base/bus.ts';
import { Answerer } from '../../../../server/edge/bus/answerer.ts';
import { BusChannels } from '../../../../server/edge/bus/busChannels.ts';
import { ChannelRelay } from '../../../../server/edge/bus/channelRelay.ts';
import { EngineWord } from '../../../../server/edge/bus/engineWord.ts';
import { Requester } from '../../../../server/edge/bus/requester.ts';
import { subjectsOf } from '../../../../server/edge/bus/subjects.ts';
import { Hub } from '../../../../server/edge/realtime/hub.ts';
import type { Reader } from '../../../../server/edge/realtime/log.ts';
import type { MarketChannels } from '../../../../server/edge/realtime/marketChannels.ts';
import { connectBus } from '../../../../server/host/bus/nats.ts';
import { FakeSource } from '../../../support/fakeSource.ts';
import { MemoryBus } from '../../../support/memoryBus.ts';
import type { NatsServer } from '../../../support/nats.ts';
import { findNats } from '../../../support/nats.ts';
import { quickClock } from '../../../support/quickClock.ts';

const subjects = subjectsOf('test');
const clock = quickClock(4);
const SOON = { timeout: 8_000, interval: 5 };
let source: FakeSource;
let stops: (() => unknown)[] = [];
beforeEach(() => {
  source = new FakeSource(clock);
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

let epochs = 0;
function openHub(): Hub {
  const hub = new Hub({ source, clock, newEpoch: () => `e${++epochs}` });
  stops.push(() => hub.close());
  return hub;
}

/** The engine's side. @returns ends it, as a killed process ends. */
function openEngine(bus: Bus, channels: MarketChannels, run = 'r1'): ChannelRelay & { end(): void } {
  const relay = new ChannelRelay({ bus, channels, clock, subjects, run });
  const log = (event: string, detail: unknown) => console.error(event, detail);
  const kinds = { channel: relay.open, keep: relay.keep };
  const answerer = new Answerer({ bus, clock, subjects, log }, kinds);
  const end = (): void => {
    relay.close();
    answerer.close();
  };
  stops.push(end);
  return Object.assign(relay, { end });
}

async function openGateway(bus: Bus, gateway = 'g1'): Promise<BusChannels> {
  const engine = new EngineWord(bus, clock, subjects);
  const requester = new Requester(bus, clock, { subjects, gateway });
  engine.lost = () => requester.failAll();
  const channels = new BusChannels({ bus, requester, engine, clock, subjects });
  stops.push(() => {
    channels.close();
    engine.close();
    requester.close();
  });
  await vi.waitFor(() => expect(engine.isHere).toBe(true), SOON);
  return channels;
}

interface Message {
  readonly t: string;
  readonly ch: string;
  readonly e: string;
  readonly s: number;
  readonly ts: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what was sent
  readonly d: any;
}

let readers = 0;
/** Reads a channel, and keeps what it is sent. */
function read(channels: MarketChannels, name: string, isSlow = false) {
  const received: Message[] = [];
  const own = `reader ${++readers}`;
  const reader: Reader = {
    who: () => own,
    take: (message) => void received.push(JSON.parse(message.text)),
    restart: () => void channels.subscribe(name, reader, { isSlow }),
  };
  return { received, reader, ...channels.subscribe(name, reader, { isSlow }) };
}

/** Numbers go up by one from each snapshot on, within its epoch. */
function expectNoGap(received: readonly Message[]): void {
  for (const [at, message] of received.entries()) {
    const before = received[at - 1];
    if (message.t === 'snap' || !before) continue;
    expect([message.e, message.s]).toEqual([before.e, before.s + 1]);
  }
  expect(received[0]?.t).toBe('snap');
}

const nats = findNats();
const missing = 'missing' in nats ? nats.missing : undefined;

const adapters: { name: string; isMissing?: boolean; open(): Promise<MarketChannels> }[] = [
  { name: 'made in this process', open: async () => openHub() },
  {
    name: 'copied over a bus',
    async open() {
      const bus = new MemoryBus();
      openEngine(bus.connect(), openHub());
      return openGateway(bus.connect());
    },
  },
  {
    name: missing === undefined ? 'copied over NATS' : `copied over NATS (skipped: ${missing})`,
    isMissing: missing !== undefined,
    async open() {
      if (!('start' in nats)) throw new Error('there is no NATS');
      const server: NatsServer = await nats.start();
      stops.push(() => server.stop());
      const connect = async (name: string): Promise<Bus> => {
        const bus = await connectBus({ url: server.url, name, log: () => undefined });
        stops.push(() => bus.close());
        return bus;
      };
      openEngine(await connect('engine'), openHub());
      return openGateway(await connect('gateway'));
    },
  },
];

describe.each(adapters)('channels $name', ({ open, isMissing = false }) => {
  it.skipIf(isMissing)('send a snapshot, and what changes without a gap', async () => {
    const channels = await open();
    source.tick('AAA-USDT', '10');
    const [tick, row, trades] = [
      read(channels, 'tick'),
      read(channels, 'row:AAA-USDT'),
      read(channels, 'trade:AAA-USDT'),
    ];
    await Promise.all([tick.ready, row.ready, trades.ready]);
    for (let price = 11; price <= 14; price++) {
      source.tick('AAA-USDT', String(price));
      source.trade('AAA-USDT', String(price), '1');
      await clock.sleep(130);
    }
    await vi.waitFor(() => {
      expect(tick.received.at(-1)?.d[0][1]).toBe('14');
      expect(row.received.at(-1)?.d[0][1]).toBe('14');
      expect(trades.received.at(-1)?.d.rows.at(-1)[1]).toBe('14');
    }, SOON);
    for (const { received } of [tick, row, trades]) expectNoGap(received);
  });

  it.skipIf(isMissing)('lead whoever comes later to the same book', async () => {
    const channels = await open();
    const first = read(channels, 'book:AAA-USDT');
    await first.ready;
    const change = (n: number): void =>
      source.setBook('AAA-USDT', { bids: [[`9.${10 + n}`, '1']], asks: [['10.01', `${n + 1}`]] });
    for (let n = 0; n < 3; n++) {
      change(n);
      await clock.sleep(120);
    }
    const second = read(channels, 'book:AAA-USDT');
    await second.ready;
    change(5);
    await vi.waitFor(() => expect(second.received.length).toBeGreaterThan(1), SOON);
    const bookOf = (received: readonly Message[]): Book => {
      let book: Book = { bids: [], asks: [] };
      for (const { t, d } of received)
        book = t === 'snap' ? { bids: d.b, asks: d.a } : applyDelta(book, d, 50);
      return book;
    };
    await vi.waitFor(() => expect(bookOf(first.received)).toEqual(source.book('AAA-USDT')), SOON);
    expect(bookOf(second.received)).toEqual(source.book('AAA-USDT'));
    expectNoGap(second.received);
  });

  it.skipIf(isMissing)('are refused by name and by market', async () => {
    const channels = await open();
    const codeOf = async (name: string): Promise<unknown> => {
      try {
        await read(channels, name).ready;
        return undefined;
      } catch (error) {
        return error instanceof RuleError ? error.code : error;
      }
    };
    expect(await codeOf('nothing')).toBe('channelUnknown');
    expect(await codeOf('book:NONE-USDT')).toBe('marketUnknown');
  });

  it.skipIf(isMissing)('begin anew when a market has lost its continuity', async () => {
    const channels = await open();
    const book = read(channels, 'book:AAA-USDT');
    await book.ready;
    source.reset('AAA-USDT');
    await vi.waitFor(() => expect(book.received.filter(({ t }) => t === 'snap')).toHaveLength(2), SOON);
    expect(book.received[1]?.e).not.toBe(book.received[0]?.e);
  });

  it.skipIf(isMissing)('take in who changes the pace with a snapshot that is no older', async () => {
    const channels = await open();
    source.tick('AAA-USDT', '10');
    const row = read(channels, 'row:AAA-USDT');
    await row.ready;
    source.tick('AAA-USDT', '11');
    await vi.waitFor(() => expect(row.received.at(-1)?.d[0][1]).toBe('11'), SOON);
    channels.subscribe('row:AAA-USDT', row.reader, { isSlow: true, isChange: true });
    await vi.waitFor(() => expect(row.received.at(-1)?.t).toBe('snap'), SOON);
    expect(row.received.at(-1)?.d[0][1]).toBe('11');
    expect(row.received.at(-1)?.e).not.toBe(row.received[0]?.e);
  });

  it.skipIf(isMissing)('say where they stand when nothing changes', async () => {
    const channels = await open();
    const row = read(channels, 'row:AAA-USDT');
    await row.ready;
    await vi.waitFor(() => expect(channels.idleHead('row:AAA-USDT', 600)).toBeDefined(), SOON);
    expect(channels.idleHead('row:AAA-USDT', 600)).toEqual([row.received[0]?.e, row.received[0]?.s]);
  });
});

describe('a bus that loses messages', () => {
  it('costs a snapshot for each gap, and no reader a wrong value', async () => {
    const bus = new MemoryBus();
    openEngine(bus.connect(), openHub());
    const channels = await openGateway(bus.connect());
    const row = read(channels, 'row:AAA-USDT');
    await row.ready;
    let count = 0;
    bus.isLost = (subject) => subject === subjects.log('row:AAA-USDT') && ++count % 2 === 1;
    for (let price = 1; price <= 6; price++) {
      source.tick('AAA-USDT', String(price));
      await clock.sleep(300);
    }
    await vi.waitFor(() => expect(row.received.at(-1)?.d[0][1]).toBe('6'), SOON);
    expectNoGap(row.received);
    expect(row.received.filter(({ t }) => t === 'snap').length).toBeGreaterThan(1);
  });

  it('finds the last message lost by where the engine says that it stands', async () => {
    const bus = new MemoryBus();
    openEngine(bus.connect(), openHub());
    const channels = await openGateway(bus.connect());
    const row = read(channels, 'row:AAA-USDT');
    await row.ready;
    bus.isLost = (subject) => subject === subjects.log('row:AAA-USDT');
    source.tick('AAA-USDT', '7');
    await vi.waitFor(() => expect(row.received.at(-1)?.d?.[0]?.[1]).toBe('7'), SOON);
    expect(row.received.at(-1)?.t).toBe('snap');
  });
});

describe('an engine that ends', () => {
  it('is silent for its gateways, whose readers go on with the next one', async () => {
    const bus = new MemoryBus();
    const engine = openEngine(bus.connect(), openHub());
    const channels = await openGateway(bus.connect());
    const row = read(channels, 'row:AAA-USDT');
    await row.ready;
    await vi.waitFor(() => expect(channels.idleHead('row:AAA-USDT', 0)).toBeDefined(), SOON);
    engine.end();
    await vi.waitFor(() => expect(channels.idleHead('row:AAA-USDT', 0)).toBeUndefined(), SOON);
    const before = row.received.length;
    source.tick('AAA-USDT', '99');
    openEngine(bus.connect(), openHub(), 'r2');
    await vi.waitFor(() => expect(row.received.length).toBeGreaterThan(before), SOON);
    expect(row.received.at(-1)).toMatchObject({ t: 'snap', d: [['AAA-USDT', '99', '10', '100', '12', '8']] });
    expect(row.received.at(-1)?.e).not.toBe(row.received[0]?.e);
    expect(channels.isComplete).toBe(true);
  });

  it('leaves snapshots as old as its last word', async () => {
    const bus = new MemoryBus();
    const engine = openEngine(bus.connect(), openHub());
    const channels = await openGateway(bus.connect());
    await read(channels, 'tick').ready;
    engine.end();
    const ended = clock.now();
    await clock.sleep(1_500);
    const late = read(channels, 'tick');
    await late.ready;
    expect(late.received[0]?.ts).toBeLessThanOrEqual(ended);
  });
});

it('sends each message once, however many read it', async () => {
  const countFor = async (many: number): Promise<number> => {
    const bus = new MemoryBus();
    openEngine(bus.connect(), openHub());
    const channels = await openGateway(bus.connect());
    const all = Array.from({ length: many }, () => read(channels, 'row:AAA-USDT'));
    await Promise.all(all.map(({ ready }) => ready));
    for (let price = 1; price <= 4; price++) {
      source.tick('AAA-USDT', String(price));
      await vi.waitFor(
        () => expect(all.every(({ received }) => received.at(-1)?.d[0][1] === String(price))).toBe(true),
        SOON,
      );
    }
    return bus.published.get(subjects.log('row:AAA-USDT')) ?? 0;
  };
  expect([await countFor(1), await countFor(200)]).toEqual([4, 4]);
});

it('carries what is longer than one message of the bus', async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => `M${n}-USDT`);
  source = new FakeSource(clock, many);
  for (const id of many) source.tick(id, '10');
  const bus = new MemoryBus();
  openEngine(bus.connect(70_000), openHub());
  const channels = await openGateway(bus.connect(70_000));
  const tick = read(channels, 'tick');
  await tick.ready;
  expect(tick.received[0]?.d).toHaveLength(3_000);
  for (const id of many) source.tick(id, '11');
  await vi.waitFor(() => expect(tick.received.at(-1)?.d[2_999]?.[1]).toBe('11'), SOON);
});

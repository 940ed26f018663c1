import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connectBus } from '../../../server/host/bus/nats.ts';
import type { Process } from '../../support/cluster.ts';
import { Cluster } from '../../support/cluster.ts';
import { compatClient, newApiKey } from '../../support/compat.ts';
import type { ChannelMessage } from '../../support/exchange.ts';
import { findNats } from '../../support/nats.ts';
import { times } from '../../support/often.ts';

// What `npm run test:cluster` measures: figures are printed, promises are expected.
const nats = findNats();
const SOCKETS = times('CLUSTER_SOCKETS', 500, 2_000);
const KILLS = times('CLUSTER_KILLS', 5, 20);
const MARKETS = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'XRP-USDT', 'ADA-USDT'];
const SOON = { timeout: 120_000, interval: 50 };

let cluster: Cluster;
let engine: Process;
let a: Process;
let b: Process;
beforeAll(async () => {
  if ('missing' in nats) return;
  cluster = await Cluster.start({ TRUST_PROXY: '1' });
  engine = await cluster.engine();
  [a, b] = await Promise.all([cluster.gateway(), cluster.gateway()]);
});
afterAll(() => cluster?.stop());

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((x, y) => x - y);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms (${sorted.length})`;
}

let phones = 0;
/** A socket that reads channels. @param received is called with each message and the time at which it came. */
async function open(
  port: number,
  channels: readonly string[],
  received?: (message: ChannelMessage, at: number) => void,
) {
  // Each from an address of its own, as phones are, by the word of a proxy.
  phones += 1;
  const address = `10.${(phones >> 16) & 255}.${(phones >> 8) & 255}.${phones & 255}`;
  const headers = { 'x-forwarded-for': address };
  for (;;) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?v=1`, 'ex.v1', { headers });
    if (received) socket.on('message', (data) => received(JSON.parse(String(data)), performance.now()));
    const isOpen = await once(socket, 'open').then(
      () => true,
      () => false,
    );
    if (isOpen) return subscribe(socket, channels);
    socket.on('error', () => undefined);
    // As pages do: a busy machine starts no two thousand within a moment.
    await wait(Math.random() * 1_000);
  }
}

function subscribe(socket: WebSocket, channels: readonly string[]): WebSocket {
  socket.on('error', () => undefined);
  for (let at = 0; at < channels.length; at += 100)
    socket.send(JSON.stringify({ op: 'sub', id: 1, ch: channels.slice(at, at + 100) }));
  return socket;
}

it.skipIf('missing' in nats)('adds little to the age of a price and to a call', async () => {
  const arrived = [new Map<string, number>(), new Map<string, number>()];
  const channels = MARKETS.flatMap((id) => [`book:${id}`, `trade:${id}`]);
  const sockets = await Promise.all(
    [engine.port, a.port].map((port, side) =>
      open(port, channels, ({ t, ch, e, s }, at) => {
        if (t === 'delta') arrived[side]?.set(`${ch} ${e} ${s}`, at);
      }),
    ),
  );
  await wait(15_000);
  const added = [...(arrived[1] ?? [])].flatMap(([key, at]) => {
    const before = arrived[0]?.get(key);
    return before === undefined ? [] : [at - before];
  });
  for (const socket of sockets) socket.terminate();
  print(`a message by a gateway, beyond the engine's own socket: ${quantiles(added)}`);
  expect(added.length).toBeGreaterThan(200);

  for (const [name, { client }] of [['engine', engine] as const, ['gateway', a] as const]) {
    const took: number[] = [];
    for (let n = 0; n < 500; n++) {
      const begun = performance.now();
      await client.ask('common.loadWapConfig');
      took.push(performance.now() - begun);
    }
    print(`a short call by the ${name}: ${quantiles(took)}`);
  }
});

it.skipIf('missing' in nats)('sends as many messages over the bus to 200 sockets as to one', async () => {
  const bus = await connectBus({ url: cluster.nats.url, name: 'counter', log: () => undefined });
  const counts = new Map<string, number>();
  const stop = bus.subscribe(`tidemark.log.book:${MARKETS[0]}`, (bytes) => {
    const { t, ch, e, s } = JSON.parse(new TextDecoder().decode(bytes)) as ChannelMessage;
    const key = `${t} ${ch} ${e} ${s}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const measure = async (many: number): Promise<number> => {
    const sockets = await Promise.all(
      Array.from({ length: many }, (_, n) => open([a.port, b.port][n % 2] ?? 0, [`book:${MARKETS[0]}`])),
    );
    await wait(1_000);
    counts.clear();
    await wait(10_000);
    const sent = [...counts.values()];
    for (const socket of sockets) socket.terminate();
    expect(new Set(sent)).toEqual(new Set([1]));
    return sent.length;
  };
  const [one, many] = [await measure(1), await measure(200)];
  print(
    `messages on the bus of one book in 10 s: ${one} with 1 socket, ${many} with 200; none of them twice`,
  );
  // Ten a second at most, as the pace of a book says, however many read it.
  expect(Math.max(one, many)).toBeLessThanOrEqual(105);
  stop();
  await bus.close();
});

it.skipIf('missing' in nats)(
  'brings all sockets of a killed gateway back by another',
  async () => {
    const channels = ['sort', ...MARKETS.map((id) => `row:${id}`), `book:${MARKETS[0]}`];
    const c = await cluster.gateway();
    let back = 0;
    const waiting = new Set<number>();
    const reader = (n: number) => {
      const left = new Set(channels);
      return ({ t, ch }: ChannelMessage): void => {
        if (t === 'snap' && ch !== undefined && left.delete(ch) && left.size === 0 && waiting.delete(n))
          back += 1;
      };
    };
    const sockets: WebSocket[] = [];
    for (let at = 0; at < SOCKETS; at += 50)
      sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => open(c.port, [])))));
    // They read once all are open: a busy machine would open the last ones beside what the first ones read.
    for (const socket of sockets) subscribe(socket, channels);
    await wait(2_000);
    const returned = sockets.map(async (socket, n) => {
      waiting.add(n);
      await once(socket, 'close');
      // As pages do: not all at the same moment.
      await wait(Math.random() * 1_000);
      return open(b.port, channels, reader(n));
    });
    const killed = performance.now();
    await c.child.kill();
    // How long it takes is printed: a gateway without a core of its own accepts one of them a turn.
    await vi.waitFor(() => expect(back).toBe(SOCKETS), { ...SOON, timeout: 240_000 });
    const seconds = (performance.now() - killed) / 1_000;
    print(`${SOCKETS} sockets of a killed gateway, all read all again after ${seconds.toFixed(1)} s`);
    for (const socket of await Promise.all(returned)) socket.terminate();
  },
  600_000,
);

it.skipIf('missing' in nats)('serves the sockets of programs at gateways', async () => {
  const user = await a.client.newUser();
  const key = await newApiKey(a.client, user);
  const base = `127.0.0.1:${b.port}`;
  const { body } = await compatClient({ base }, key).ask('POST', '/api/v3/userDataStream', '');
  const socket = new WebSocket(`ws://${base}/compat/binance/stream?streams=btcusdt@depth/${body.listenKey}`);
  const received: { stream: string; data: { e: string } }[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data))));
  await once(socket, 'open');
  const request = { market: 'BTC-USDT', side: 'buy', type: 'market', total: '10' };
  await a.client.ask('spot.place', request, { token: user.token, key: a.client.newKey() });
  await vi.waitFor(() => {
    expect(new Set(received.map(({ data }) => data.e))).toContain('executionReport');
    expect(received.map(({ stream }) => stream)).toContain('btcusdt@depth');
  }, SOON);
  const closed = once(socket, 'close');
  await engine.child.kill();
  expect((await closed)[0]).toBe(1012);
  engine = await cluster.engine();
});

it.skipIf('missing' in nats)(
  'loses and doubles no order while its engine is killed',
  async () => {
    const user = await a.client.newUser();
    const { data } = await a.client.ask('market.snapshot', { ch: [`row:${MARKETS[0]}`] });
    const lowest = Math.floor(Number.parseFloat(data.snaps[0].d[0][1]) * 0.8);
    const acknowledged = new Map<string, number>();
    let answers: Record<string, number> = {};
    let isOver = false;
    let takenAt = 0;
    let count = 0;
    /** As a page does: the same key again until there is an answer that says what became of it. */
    const place = async (): Promise<void> => {
      const key = `chaos-${++count}-${Date.now()}`;
      const price = String(lowest + (count % 50));
      const body = { market: MARKETS[0], side: 'buy', type: 'limit', tif: 'GTC', price, quantity: '0.001' };
      for (let n = 0; ; n++) {
        const { client } = n % 2 === 0 ? a : b;
        const answer = await client
          .ask('spot.place', body, { token: user.token, key })
          .catch(() => undefined);
        const status = String(answer?.status ?? 'none');
        answers[status] = (answers[status] ?? 0) + 1;
        if (answer?.status === 200) {
          acknowledged.set(key, answer.data.order.id);
          takenAt = performance.now();
          const cancelled = { token: user.token, key: `${key}-c` };
          await a.client.ask('spot.cancel', { id: answer.data.order.id }, cancelled).catch(() => undefined);
          return;
        }
        if (answer && answer.status !== 503 && answer.status !== 429) return;
        await wait(200);
      }
    };
    const trader = async (): Promise<void> => {
      while (!isOver) {
        await place();
        await wait(150);
      }
    };
    const trading = Promise.all([trader(), trader()]);
    const gaps: number[] = [];
    for (let round = 0; round < KILLS; round++) {
      await wait(1_500);
      const killed = performance.now();
      await engine.child.kill();
      engine = await cluster.engine();
      await vi.waitFor(() => expect(takenAt).toBeGreaterThan(killed), SOON);
      gaps.push(takenAt - killed);
    }
    isOver = true;
    await trading;
    await wait(10_000);
    const repeated = await Promise.all(
      [...acknowledged].map(
        async ([, id]) => (await b.client.ask('spot.order', { id }, { token: user.token })).status,
      ),
    );
    const missing = repeated.filter((status) => status === 404).length;
    const isTwice = new Set(acknowledged.values()).size !== acknowledged.size;
    print(
      `${KILLS} kills of the engine: ${acknowledged.size} orders acknowledged, ${missing} missing, ${isTwice ? 'some' : 'none'} twice; ` +
        `taken again after ${quantiles(gaps)}; answers by status ${JSON.stringify(answers)}`,
    );
    expect([missing, isTwice]).toEqual([0, false]);
    expect(Object.keys(answers).filter((status) => /^5/.test(status) && status !== '503')).toEqual([]);
    answers = {};
    // An engine restarts after each kill, on a machine that does other things too.
  },
  600_000,
);

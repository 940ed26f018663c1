import { WebSocket as MockWebSocket, Server } from 'mock-socket';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Socket } from '../../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../../feeds/index.ts';
import { connect, endVisit, list, open, pass, start, texts, ticker, world, worldForEach } from './world.ts';

worldForEach();

const URL = 'ws://worker.test/ws?v=1';
interface Client {
  send(text: string): void;
  close(options: { code: number; reason: string; wasClean: boolean }): void;
}

/** A server that answers subscriptions with the newest snapshot, and says what a test wants. */
class Exchange {
  readonly #server = new Server(URL);
  readonly received: { op: string; ch?: string[] }[] = [];
  clients: Client[] = [];
  epoch = 'e1';
  seq = 1;
  last = '11';
  isMute = false;

  constructor() {
    this.#server.on('connection', (client) => {
      this.clients.push(client as unknown as Client);
      this.say({
        t: 'hello',
        conn: 'c',
        now: world.clock.now(),
        beat: 1_000,
        limits: {},
        origin: 'simulated',
      });
      client.on('message', (data) => {
        const message = JSON.parse(String(data));
        // An older exchange: it has `tick` alone, as its hello lets one know.
        if (String(message.ch) === 'sort') return;
        this.received.push(message);
        if (message.op === 'sub') this.snap();
        if (message.op === 'ping') this.say({ t: 'pong', ts: message.ts, now: world.clock.now() });
      });
    });
  }
  get client(): Client | undefined {
    return this.clients.at(-1);
  }
  say(message: unknown): void {
    if (!this.isMute) this.client?.send(typeof message === 'string' ? message : JSON.stringify(message));
  }
  frame(t: 'snap' | 'delta', seq: number, last: string) {
    return {
      t,
      ch: 'tick',
      e: this.epoch,
      s: seq,
      ts: world.clock.now(),
      d: [Object.values(ticker('AAA-USDT', last))],
    };
  }
  snap(): void {
    this.say(this.frame('snap', this.seq, this.last));
  }
  delta(last: string, seq = this.seq + 1): void {
    this.seq = Math.max(this.seq, seq);
    this.last = last;
    this.say(this.frame('delta', seq, last));
  }
  beat(): void {
    this.say({ t: 'beat', ts: world.clock.now(), heads: { tick: [this.epoch, this.seq] } });
  }
  close(): void {
    this.#server.stop();
  }
}

let exchange: Exchange;

/** Time passes for the worker, and in truth as much as a socket needs to deliver. */
async function wait(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 100) {
    await new Promise((resolve) => setTimeout(resolve, 6));
    await pass(Math.min(100, ms - at));
  }
}
/** The same while the server beats, as it does each second. */
async function live(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 1_000) {
    exchange.beat();
    await wait(Math.min(1_000, ms - at));
  }
}

beforeEach(async () => {
  endVisit();
  exchange = new Exchange();
  await start(
    createTidemarkFeed({
      fetchReading: async () => privateReading,
      clock: world.clock,
      random: () => 0.5,
      socketUrl: URL,
      createSocket: (url, protocol) => new MockWebSocket(url, protocol) as unknown as Socket,
      post: () => Promise.reject(new Error('offline')),
    }),
  );
});
afterEach(() => {
  // The worker first: a server that goes away would be connected to again.
  world.api.close();
  exchange.close();
});

describe('a page on the real feed', () => {
  const shown = async () => {
    const list_ = await open(list({ last: 0 }));
    const status = await open({ kind: 'status' });
    await wait(300);
    return { frames: list_.frames, status: status.frames };
  };

  it('shows what the server tells, in the order of its numbers', async () => {
    const { frames } = await shown();
    expect(texts(frames[0])).toEqual(['11.000']);
    exchange.delta('13', 3);
    exchange.delta('12', 2);
    exchange.delta('12', 2);
    await wait(300);
    expect(frames.flatMap((frame) => texts(frame))).toEqual(['11.000', '13.000']);
    expect(exchange.received.filter(({ op }) => op === 'sub')).toHaveLength(1);
  });
  it('mends a hole by a new snapshot, and says so', async () => {
    const { frames, status } = await shown();
    exchange.seq = 5;
    exchange.delta('15');
    await live(3_000);
    expect(frames.flatMap((frame) => texts(frame)).at(-1)).toBe('15.000');
    expect(frames.at(-1)?.freshness.state).toBe('live');
    expect(status.at(-1)?.resyncs).toBe(1);
  });
  it('finds out that the last message was lost by the next beat', async () => {
    const { frames } = await shown();
    exchange.isMute = true;
    exchange.delta('16');
    exchange.isMute = false;
    await live(3_000);
    expect(frames.flatMap((frame) => texts(frame)).at(-1)).toBe('16.000');
  });
  it.each([
    ['no JSON', '{"t":'],
    ['a number', '7'],
    ['a wrong envelope', { t: 'delta', ch: 'tick', e: 'e1', s: 'x', ts: 0, d: [] }],
    [
      'a negative price',
      { t: 'delta', ch: 'tick', e: 'e1', s: 2, ts: 0, d: [['AAA-USDT', '-1', '1', '1', '1', '1']] },
    ],
    [
      'an exponent',
      { t: 'delta', ch: 'tick', e: 'e1', s: 2, ts: 0, d: [['AAA-USDT', '1e9', '1', '1', '1', '1']] },
    ],
  ])('counts and drops %s, and goes on', async (_, hostile) => {
    const { frames, status } = await shown();
    exchange.say(hostile);
    await live(2_000);
    expect(frames.flatMap((frame) => texts(frame))).toEqual(['11.000']);
    expect(status.at(-1)?.dropped).toBe(1);
    exchange.delta('17', 3);
    await live(3_000);
    expect(frames.flatMap((frame) => texts(frame)).at(-1)).toBe('17.000');
  });
  it('marks what it shows when the server falls silent, and is live on the next socket', async () => {
    const { frames } = await shown();
    exchange.isMute = true;
    await wait(7_000);
    expect(frames.at(-1)?.freshness.state).toBe('stale');
    exchange.isMute = false;
    exchange.last = '18';
    await wait(5_000);
    await live(1_000);
    expect(exchange.clients.length).toBeGreaterThan(1);
    expect(frames.at(-1)?.freshness.state).toBe('live');
    expect(frames.flatMap((frame) => texts(frame)).at(-1)).toBe('18.000');
  });
  it.each([1006, 1012, 4400, 4408, 4413, 4429])('comes back after a close with %d', async (code) => {
    const { frames, status } = await shown();
    exchange.last = '19';
    exchange.epoch = 'e2';
    exchange.client?.close({ code, reason: '', wasClean: code !== 1006 });
    await wait(1_000);
    await live(2_000);
    expect(frames.flatMap((frame) => texts(frame)).at(-1)).toBe('19.000');
    expect(status.at(-1)?.link).toBe('live');
  });
  it('does not come back when the server speaks another version', async () => {
    const { frames, status } = await shown();
    exchange.client?.close({ code: 4406, reason: '', wasClean: true });
    await wait(8_000);
    expect(exchange.clients).toHaveLength(1);
    expect(status.at(-1)?.link).toBe('offline');
    expect(frames.at(-1)?.freshness.state).toBe('stale');
  });
  it('subscribes once for two pages, and lets go when the last has closed', async () => {
    const other = await connect();
    const first = await open(list({ last: 0 }));
    const second = await open(list({ last: 0 }), other);
    await wait(300);
    expect(exchange.received.filter(({ op }) => op === 'sub')).toEqual([{ op: 'sub', ch: ['tick'] }]);
    expect(texts(second.frames[0])).toEqual(texts(first.frames[0]));
    await first.handle.close();
    await live(2_000);
    expect(exchange.received.some(({ op }) => op === 'unsub')).toBe(false);
    await second.handle.close();
    await live(2_000);
    expect(exchange.received.filter(({ op }) => op !== 'ping').at(-1)).toEqual({ op: 'unsub', ch: ['tick'] });
  });
});

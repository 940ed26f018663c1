import { beforeEach, describe, expect, it } from 'vitest';
import type { FeedEvent, MarketFeed } from '../../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../../feeds/index.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { FakeSocket } from '../support/fakeSocket.ts';

const ROW = ['AAA-USDT', '1', '1', '1', '1', '1'];
const message = (t: string, ch: string, s: number, d: unknown, e = 'e') => ({ t, ch, e, s, ts: 1, d });

let clock: FakeClock;
let sockets: FakeSocket[];
let events: FeedEvent[];
let feed: MarketFeed;
let random: number;
let answer: (body: { ch: string[] }) => Promise<unknown>;
const socket = () => sockets.at(-1) ?? new FakeSocket();
const greet = () => {
  socket().open();
  socket().deliver({ t: 'hello', now: clock.now() });
};
const beat = () => socket().deliver({ t: 'beat', ts: 1, heads: {} });

beforeEach(() => {
  clock = new FakeClock();
  sockets = [];
  events = [];
  random = 0.5;
  answer = () => Promise.reject(new Error('502'));
  feed = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock,
    random: () => random,
    socketUrl: 'ws://x/ws?v=1',
    createSocket: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    post: (_path, body) => answer(body as { ch: string[] }),
  });
  feed.events$.subscribe((event) => events.push(event));
});

describe('a channel on a bad line', () => {
  it('is not said to be alive while it is known to be behind', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    socket().deliver(message('snap', 'tick', 1, [ROW]));
    socket().deliver({ t: 'beat', ts: 1, heads: { tick: ['e', 3] } });
    expect(events.filter((event) => event.kind === 'alive' && event.channels.includes('tick'))).toEqual([]);
  });
  it('asks again when its snapshot came broken, however busy it is', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    socket().deliver('{"t":"snap","ch":"tick"');
    for (let i = 0; i < 20; i++) {
      socket().deliver(message('delta', 'tick', 5 + i, [ROW]));
      beat();
      await clock.advance(250);
    }
    expect(socket().sent.filter(({ op }) => op === 'sub').length).toBeGreaterThan(1);
  });
  it('keeps what it holds through a snapshot in between', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    for (const [t, seq] of [
      ['snap', 5],
      ['delta', 7],
      ['snap', 6],
      ['delta', 8],
    ] as const) {
      socket().deliver(message(t, 'tick', seq, [ROW]));
    }
    await clock.advance(700);
    expect(events.filter(({ kind }) => kind === 'lost')).toEqual([]);
  });
  it('takes the trades of a new log that begins empty and counts from the beginning', async () => {
    feed.channel$('trade:A').subscribe();
    greet();
    await clock.advance(0);
    socket().deliver(message('snap', 'trade:A', 9, { rows: [[700, '5', '1', 'buy', 1]] }));
    socket().deliver(message('snap', 'trade:A', 1, { rows: [] }, 'f'));
    socket().deliver(message('delta', 'trade:A', 2, { rows: [[1, '6', '1', 'sell', 2]] }, 'f'));
    const trades = events.flatMap((event) => (event.kind === 'trades' ? event.trades : []));
    expect(trades.map(({ id }) => id)).toEqual([700, 1]);
  });
  it('asks together with others that were lost at once', async () => {
    const channels = Array.from({ length: 40 }, (_, i) => `book:C${i}-USDT`);
    for (const channel of channels) feed.channel$(channel).subscribe();
    greet();
    await clock.advance(0);
    for (const channel of channels) socket().deliver(message('snap', channel, 1, { b: [], a: [] }));
    const before = socket().sent.length;
    for (const channel of channels) socket().deliver(message('delta', channel, 1, { b: [], a: [] }, 'f'));
    await clock.advance(0);
    expect(socket().sent.length - before).toBeLessThan(10);
  });
});

describe('the link on a bad line', () => {
  it('tries at most eight times in the first minute', async () => {
    random = 0.1;
    feed.channel$('tick').subscribe();
    for (let passed = 0; passed < 59_900; passed += 100) {
      if (socket().readyState === 0) {
        greet();
        socket().drop();
      }
      await clock.advance(100);
    }
    expect(sockets.length).toBeLessThanOrEqual(8);
  });
  it('listens to a draining socket until the next one has data', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    const old = socket();
    old.deliver(message('snap', 'tick', 1, [ROW]));
    old.deliver({ t: 'drain', in: 2_000 });
    await clock.advance(1_900);
    expect(sockets).toHaveLength(2);
    greet();
    old.deliver(message('delta', 'tick', 2, [ROW]));
    expect(events.filter(({ kind }) => kind === 'tickers')).toHaveLength(2);
    expect(old.isClosed).toBe(false);
    socket().deliver(message('snap', 'tick', 2, [ROW]));
    expect(old.isClosed).toBe(true);
  });
  it('rests when nothing is wanted, and connects at once when something is', async () => {
    greet();
    for (let second = 0; second < 10; second++) {
      beat();
      await clock.advance(1_000);
    }
    socket().drop(4408);
    await clock.advance(120_000);
    expect(sockets).toHaveLength(1);
    feed.channel$('tick').subscribe();
    expect(sockets).toHaveLength(2);
  });
  it('polls on when one market is unknown', async () => {
    answer = async ({ ch }) =>
      ch.includes('book:BAD-USDT')
        ? { code: 'marketUnknown', data: null }
        : { code: 200, data: { now: 1, snaps: [message('snap', 'tick', 1, [ROW])] } };
    feed.channel$('tick').subscribe();
    feed.channel$('book:BAD-USDT').subscribe();
    for (let i = 0; i < 3; i++) {
      socket().drop();
      await clock.advance(3_000);
    }
    expect(events.some(({ kind }) => kind === 'tickers')).toBe(true);
  });
  it('gives up a poll that is never answered', async () => {
    let requested = 0;
    answer = () => {
      requested += 1;
      return new Promise(() => undefined);
    };
    feed.channel$('tick').subscribe();
    for (let i = 0; i < 3; i++) {
      socket().drop();
      await clock.advance(3_000);
    }
    await clock.advance(25_000);
    expect(requested).toBeGreaterThan(1);
  });
  it('leaves no timer when a channel is let go after the end', () => {
    const undo = feed.channel$('tick').subscribe();
    feed.close();
    undo.unsubscribe();
    expect(clock.pending).toBe(0);
  });
});

describe('a black hole, in which everything vanishes and nothing is closed', () => {
  /** Attempts that begin in the hole are never answered; those that begin after it are. */
  async function hole(ms: number): Promise<number> {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    socket().deliver(message('snap', 'tick', 1, [ROW]));
    const inside = [...sockets];
    for (let at = 0; at < ms; at += 100) {
      await clock.advance(100);
      inside.splice(0, inside.length, ...sockets);
    }
    events.length = 0;
    for (let at = 0; at < 20_000; at += 100) {
      for (const made of sockets)
        if (!inside.includes(made) && made.readyState === 0) {
          made.open();
          made.deliver({ t: 'hello', now: clock.now() });
          made.deliver(message('snap', 'tick', 1, [ROW], 'f'));
        }
      if (events.some(({ kind }) => kind === 'tickers')) return at;
      await clock.advance(100);
    }
    return Number.POSITIVE_INFINITY;
  }

  it.each([3_500, 8_000, 11_000, 15_500, 19_000, 60_000, 61_500, 307_000])(
    'of %i ms is left within two seconds',
    async (ms) => {
      expect(await hole(ms)).toBeLessThanOrEqual(2_000);
    },
  );
  it('is left by one attempt in two seconds, and never more than two at once', async () => {
    await hole(60_000);
    expect(sockets.length).toBeLessThan(33);
    expect(sockets.filter(({ isClosed }) => !isClosed).length).toBe(1);
  });
  it('is not seen in a line that has become slow: an answer that takes eight seconds is waited for', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    socket().drop();
    const begun = new Map<FakeSocket, number>();
    for (let at = 0; at < 20_000; at += 100) {
      await clock.advance(100);
      for (const made of sockets) {
        if (!begun.has(made)) begun.set(made, at);
        if (made.readyState !== 0 || made.isClosed || at - (begun.get(made) ?? 0) < 8_000) continue;
        made.open();
        made.deliver({ t: 'hello', now: clock.now() });
        made.deliver(message('snap', 'tick', 1, [ROW]));
      }
    }
    expect(events.some(({ kind }) => kind === 'tickers')).toBe(true);
    expect(sockets.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
  });
  it('is left by what refuses after it: the attempt from inside is not waited for', async () => {
    feed.channel$('tick').subscribe();
    await clock.advance(6_000);
    const inside = sockets.length;
    expect(sockets.filter(({ isClosed }) => !isClosed)).toHaveLength(2);
    socket().drop();
    await clock.advance(1_000);
    expect(sockets.length).toBeGreaterThan(inside);
  });
  it('is left by the socket that speaks first', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    const old = socket();
    old.deliver(message('snap', 'tick', 1, [ROW]));
    await clock.advance(4_000);
    expect(sockets).toHaveLength(2);
    old.deliver(message('delta', 'tick', 2, [ROW]));
    expect([old.isClosed, socket().isClosed]).toEqual([false, true]);
    greet();
    await clock.advance(2_000);
    expect(sockets).toHaveLength(2);
  });
  it('is not seen in a first snapshot that takes long', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    const first = socket();
    await clock.advance(9_000);
    expect(sockets).toHaveLength(1);
    await clock.advance(20_000);
    first.deliver(message('snap', 'tick', 1, [ROW]));
    expect(first.isClosed).toBe(false);
    expect(events.some(({ kind }) => kind === 'tickers')).toBe(true);
  });
});

import fc from 'fast-check';
import { WebSocket as MockWebSocket, Server } from 'mock-socket';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Book, Level } from '../../domain/index.ts';
import { applyDelta, bookChecksum, deltaBetween, isCrossed } from '../../domain/index.ts';
import type { FeedEvent, MarketFeed, Socket } from '../../feeds/index.ts';
import { createTidemarkFeed, privateReading } from '../../feeds/index.ts';
import { FakeClock, settle } from '../support/fakeClock.ts';
import { FakeSocket } from '../support/fakeSocket.ts';
import { holds } from '../support/holds.ts';

const AT = Date.UTC(2026, 10, 18, 12);
const message = (t: 'snap' | 'delta', ch: string, s: number, d: unknown, e = 'e1') => ({
  t,
  ch,
  e,
  s,
  ts: AT,
  d,
});
const row = (last: string, id = 'AAA-USDT') => [id, last, '10', '100', '12', '8'];

let clock: FakeClock;
let sockets: FakeSocket[];
let events: FeedEvent[];
let feed: MarketFeed;
let refuse: boolean;
let posts: unknown[];
let answer: () => Promise<unknown>;
const socket = () => sockets.at(-1) ?? new FakeSocket();
const of = <K extends FeedEvent['kind']>(kind: K) =>
  events.filter((event): event is Extract<FeedEvent, { kind: K }> => event.kind === kind);

beforeEach(() => {
  clock = new FakeClock(AT);
  sockets = [];
  events = [];
  posts = [];
  refuse = false;
  answer = () => Promise.reject(new Error('502'));
  feed = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock,
    random: () => 0.5,
    socketUrl: 'ws://x/ws?v=1',
    createSocket: () => {
      if (refuse) throw new Error('refused');
      const made = new FakeSocket();
      sockets.push(made);
      return made;
    },
    post: (path, body) => {
      posts.push([path, body]);
      return answer();
    },
  });
  feed.events$.subscribe((event) => events.push(event));
});
/** A socket opens, and the exchange says hello on it, as it does at once. */
const greet = (now = clock.now()) => {
  socket().open();
  socket().deliver({ t: 'hello', v: 1, conn: 'c', limits: {}, now, origin: 'simulated' });
};
const subs = (of_ = socket()) => of_.sent.filter(({ op }) => op === 'sub').flatMap(({ ch }) => ch ?? []);

describe('a channel', () => {
  beforeEach(async () => {
    feed.channel$('tick').subscribe();
    feed.channel$('book:AAA-USDT').subscribe();
    greet();
    await clock.advance(0);
  });

  it('is asked for once, together with the others', () => {
    expect(new Set(subs())).toEqual(new Set(['tick', 'book:AAA-USDT']));
  });
  it('holds a message for the missing one', async () => {
    socket().deliver(message('snap', 'tick', 5, [row('10')]));
    socket().deliver(message('delta', 'tick', 7, [row('12')]));
    expect(of('tickers')).toHaveLength(1);
    socket().deliver(message('delta', 'tick', 6, [row('11')]));
    expect(of('tickers').map(({ rows }) => rows[0]?.last)).toEqual(['10', '11', '12']);
  });
  it('asks for a snapshot when the missing one does not come', async () => {
    socket().deliver(message('snap', 'tick', 5, [row('10')]));
    socket().deliver(message('delta', 'tick', 7, [row('12')]));
    await clock.advance(600);
    expect(of('lost').map(({ channel }) => channel)).toEqual(['tick']);
    expect(subs().filter((ch) => ch === 'tick')).toHaveLength(2);
    socket().deliver(message('delta', 'tick', 8, [row('13')]));
    socket().deliver(message('snap', 'tick', 9, [row('14')]));
    expect(of('tickers').at(-1)?.rows[0]?.last).toBe('14');
    expect(feed.counts().resyncs).toBe(1);
  });
  it('of a market that there cannot be is silent, and no fault', async () => {
    const faults: unknown[] = [];
    feed.channel$('row:AAA_USDT').subscribe({ error: (fault) => faults.push(fault) });
    await clock.advance(0);
    expect([faults, subs()]).toEqual([[], ['tick', 'book:AAA-USDT']]);
  });
  it('leaves out what is old or told twice', () => {
    socket().deliver(message('snap', 'tick', 5, [row('10')]));
    for (const s of [5, 3]) socket().deliver(message('delta', 'tick', s, [row('99')]));
    expect(of('tickers')).toHaveLength(1);
  });
  it('starts again when the log is another one', () => {
    socket().deliver(message('snap', 'tick', 5, [row('10')]));
    socket().deliver(message('delta', 'tick', 1, [row('11')], 'e2'));
    expect(of('lost')).toHaveLength(1);
  });
  it('finds a lost last message by the beat', async () => {
    socket().deliver(message('snap', 'tick', 5, [row('10')]));
    socket().deliver({ t: 'beat', ts: AT, heads: { tick: ['e1', 6] } });
    await clock.advance(600);
    expect(of('lost').map(({ channel }) => channel)).toEqual(['tick']);
  });
  it('never shows a book that is crossed or has the wrong sum', () => {
    const b = 'book:AAA-USDT';
    socket().deliver(message('snap', b, 1, { b: [['9', '1']], a: [['10', '1']] }));
    socket().deliver(message('delta', b, 2, { b: [['11', '1']], a: [] }));
    expect(of('lost')).toHaveLength(1);
    socket().deliver(message('snap', b, 3, { b: [['9', '1']], a: [['10', '1']] }));
    socket().deliver(message('delta', b, 4, { b: [['8', '1']], a: [], c: 1 }));
    expect(of('lost')).toHaveLength(2);
    expect(of('book').every(({ book }) => !isCrossed(book))).toBe(true);
  });
  it('ignores the removal of a level that is not there', () => {
    const b = 'book:AAA-USDT';
    socket().deliver(message('snap', b, 1, { b: [['9', '1']], a: [] }));
    socket().deliver(message('delta', b, 2, { b: [['7', '0']], a: [] }));
    expect(of('book').at(-1)?.book.bids).toEqual([['9', '1']]);
  });
  it('asks at most once a second', async () => {
    for (let i = 0; i < 20; i++) {
      socket().deliver(message('snap', 'tick', 5, [row('10')], `e${i}`));
      socket().deliver(message('delta', 'tick', 1, [row('11')], `x${i}`));
      await clock.advance(100);
    }
    expect(feed.counts().resyncs).toBeLessThanOrEqual(3);
  });
  it('is open for as long as anybody subscribes, and asked for once', async () => {
    const [first, second] = [feed.channel$('trade:AAA-USDT'), feed.channel$('trade:AAA-USDT')].map(
      (channel$) => channel$.subscribe(),
    );
    await clock.advance(0);
    const sentOps = (op: string) =>
      socket()
        .sent.filter((each) => each.op === op)
        .flatMap(({ ch }) => ch)
        .filter((channel) => channel === 'trade:AAA-USDT');
    expect(sentOps('sub')).toHaveLength(1);
    first?.unsubscribe();
    await clock.advance(10);
    expect(sentOps('unsub')).toEqual([]);
    second?.unsubscribe();
    await clock.advance(10);
    expect(sentOps('unsub')).toEqual(['trade:AAA-USDT']);
  });

  const hostile: [string, unknown][] = [
    ['HTML', '<html><body>502</body></html>'],
    ['half an object', '{"t":"snap"'],
    ['a number', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no type', {}],
    ['a channel that is no text', { t: 'snap', ch: 1, e: 'e', s: 1, ts: AT, d: [] }],
    ['a negative number', { ...message('snap', 'tick', 1, []), s: -1 }],
    ['a number as text', { ...message('snap', 'tick', 1, []), s: '1' }],
    ['no moment', { ...message('snap', 'tick', 1, []), ts: null }],
    ['rows that are no list', message('snap', 'tick', 1, 'x')],
    ['a row that is no list', message('snap', 'tick', 1, [7])],
    ['a price of zero', message('snap', 'tick', 1, [row('0')])],
    ['a negative price', message('snap', 'tick', 1, [row('-1')])],
    ['a price as a number', message('snap', 'tick', 1, [['A', 1, '1', '1', '1', '1']])],
    ['NaN', message('snap', 'tick', 1, [row('NaN')])],
    ['an exponent', message('snap', 'tick', 1, [row('1e50000000')])],
    ['hex', message('snap', 'tick', 1, [row('0x10')])],
    ['full-width digits', message('snap', 'tick', 1, [row('１')])],
    ['a book without sides', message('snap', 'book:AAA-USDT', 1, {})],
    [
      'a book of too many levels',
      message('snap', 'book:AAA-USDT', 1, { b: Array(300).fill(['1', '1']), a: [] }),
    ],
    [
      'a book out of order',
      message('snap', 'book:AAA-USDT', 1, {
        b: [
          ['1', '1'],
          ['2', '1'],
        ],
        a: [],
      }),
    ],
    ['heads that are no object', { t: 'beat', ts: AT, heads: [] }],
    ['a head that is no pair', { t: 'beat', ts: AT, heads: { tick: 'x' } }],
    ['bytes', new Uint8Array(3)],
    ['a prototype as type', '{"t":{"__proto__":1}}'],
  ];
  it.each(hostile)('counts and drops %s', (_, data) => {
    const before = feed.counts().dropped;
    socket().onmessage?.({
      data: typeof data === 'string' || data instanceof Uint8Array ? data : JSON.stringify(data),
    });
    expect(feed.counts().dropped).toBeGreaterThan(before);
    expect(of('tickers').flatMap(({ rows }) => rows)).toEqual([]);
    expect(of('book')).toEqual([]);
  });
  it('takes outliers, huge volumes and unknown fields', () => {
    socket().deliver({
      ...message('snap', 'tick', 1, [
        ['AAA-USDT', '62000000', '62000', '1000000000000000000', '62000000', '1', 'new'],
      ]),
      more: 1,
    });
    socket().deliver({ t: 'news', x: 1 });
    expect(of('tickers')[0]?.rows).toHaveLength(1);
    expect(feed.counts().dropped).toBe(0);
  });
});

it('drops bars off the grid and trades told twice', async () => {
  feed.channel$('cndl:A:1m').subscribe();
  feed.channel$('trade:A').subscribe();
  greet();
  socket().deliver(message('snap', 'cndl:A:1m', 1, [AT + 7, '1', '1', '1', '1', '1', false]));
  socket().deliver(
    message('snap', 'trade:A', 1, {
      rows: [
        [1, '5', '1', 'buy', AT],
        [2, '5', '1', 'sell', AT],
      ],
    }),
  );
  socket().deliver(
    message('delta', 'trade:A', 2, {
      rows: [
        [2, '5', '1', 'sell', AT],
        [3, '6', '1', 'buy', AT],
      ],
    }),
  );
  expect(of('candle')).toEqual([]);
  expect(of('trades').map(({ trades }) => trades.map(({ id }) => id))).toEqual([[1, 2], [3]]);
});

describe('the link', () => {
  it('says what is old after 3 s of silence and replaces the socket after 10, even one that will not close', async () => {
    feed.channel$('tick').subscribe();
    greet();
    socket().deliver(message('snap', 'tick', 1, [row('10')]));
    const zombie = socket();
    await clock.advance(4_000);
    expect(of('lost')).toHaveLength(1);
    await clock.advance(7_000);
    expect(zombie.isClosed).toBe(true);
    zombie.deliver(message('delta', 'tick', 2, [row('66')]));
    expect(of('tickers')).toHaveLength(1);
  });
  it('stays while it is spoken to', async () => {
    feed.channel$('tick').subscribe();
    greet();
    for (let i = 0; i < 30; i++) {
      socket().deliver({ t: 'beat', ts: AT, heads: {} });
      await clock.advance(1_000);
    }
    expect(sockets).toHaveLength(1);
    expect(of('link').map(({ state }) => state)).toEqual(['live']);
  });
  it.each([1006, 1001, 1012, 4408, 4413, 4429])(
    'comes back after %i and asks for all again',
    async (code) => {
      feed.channel$('tick').subscribe();
      greet();
      await clock.advance(0);
      socket().drop(code);
      await clock.advance(1_000);
      greet();
      expect(sockets).toHaveLength(2);
      expect(subs()).toEqual(['tick']);
      expect(of('link').map(({ state }) => state)).toEqual(['live', 'connecting', 'live']);
    },
  );
  it('stops at a version that the server does not speak', async () => {
    greet();
    socket().drop(4406);
    await clock.advance(120_000);
    expect(sockets).toHaveLength(1);
    expect(of('link').at(-1)?.state).toBe('offline');
  });
  it('survives a hundred drops without hammering', async () => {
    for (let i = 0; i < 100; i++) {
      greet();
      socket().drop(1006);
      for (let waited = 0; sockets.length === i + 1 && waited < 61; waited++) await clock.advance(1_000);
    }
    expect(sockets).toHaveLength(101);
    expect(clock.pending).toBeLessThan(5);
  });
  it('replaces the socket after a sleep of eight hours', async () => {
    greet();
    clock.jump(8 * 3_600_000);
    await clock.advance(1_000);
    expect(sockets).toHaveLength(2);
  });
  it('replaces it at once when the page wakes', () => {
    greet();
    feed.wake();
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.isClosed).toBe(true);
  });
  it('hands over before the server closes, without a gap', async () => {
    feed.channel$('tick').subscribe();
    greet();
    await clock.advance(0);
    socket().deliver(message('snap', 'tick', 1, [row('10')]));
    const old = socket();
    old.deliver({ t: 'drain', in: 2_000 });
    old.deliver(message('delta', 'tick', 2, [row('11')]));
    greet();
    socket().deliver(message('snap', 'tick', 0, [row('12')], 'e9'));
    old.deliver(message('delta', 'tick', 3, [row('99')]));
    expect(of('tickers').map(({ rows }) => rows[0]?.last)).toEqual(['10', '11', '12']);
    expect(of('lost')).toEqual([]);
    expect(old.isClosed).toBe(true);
  });
  it('polls after three refusals, and goes back to a socket when one opens', async () => {
    feed.channel$('tick').subscribe();
    answer = async () => ({ code: 200, data: { now: AT, snaps: [message('snap', 'tick', 1, [row('10')])] } });
    for (let i = 0; i < 3; i++) {
      socket().drop(1006);
      await clock.advance(2_000);
    }
    await clock.advance(3_000);
    expect(of('link').at(-1)?.state).toBe('slow');
    expect(of('tickers').at(-1)?.rows[0]?.last).toBe('10');
    expect(posts[0]).toEqual(['/api/xb/v1/market/snapshot', { ch: ['tick'] }]);
    await clock.advance(26_000);
    greet();
    const requested = posts.length;
    await clock.advance(5_000);
    expect(of('link').at(-1)?.state).toBe('live');
    expect(posts.length).toBe(requested);
  });
  it('polls less while nobody looks, and at once when somebody does', async () => {
    feed.channel$('tick').subscribe();
    answer = async () => ({ code: 200, data: { now: AT, snaps: [message('snap', 'tick', 1, [row('10')])] } });
    for (let i = 0; i < 3; i++) {
      socket().drop(1006);
      await clock.advance(2_000);
    }
    const polls = async (ms: number): Promise<number> => {
      posts.length = 0;
      await clock.advance(ms);
      return posts.length;
    };
    await clock.advance(3_000);
    expect(await polls(10_000)).toBe(5);
    feed.setPace?.(true);
    await clock.advance(5_000);
    expect(await polls(10_000)).toBe(2);
    posts.length = 0;
    feed.setPace?.(false);
    await clock.advance(0);
    expect(posts).toHaveLength(1);
  });
  it('is offline when neither socket nor poll gets through', async () => {
    feed.channel$('tick').subscribe();
    refuse = true;
    socket().drop(1006);
    await clock.advance(20_000);
    expect(of('link').at(-1)?.state).toBe('offline');
  });
  it.each([3_600_000, -3_600_000])('measures a clock that is %i ms off', async (skew) => {
    greet();
    await clock.advance(0);
    const ping = socket().sent.find(({ op }) => op === 'ping');
    await clock.advance(40);
    socket().deliver({ t: 'pong', ts: ping?.ts, now: clock.now() - 20 + skew });
    expect(of('clock').at(-1)?.offsetMs).toBe(skew);
  });
  it('leaves nothing behind when it is closed', async () => {
    feed.channel$('tick').subscribe();
    greet();
    socket().deliver(message('snap', 'tick', 1, [row('10')]));
    socket().deliver(message('delta', 'tick', 3, [row('10')]));
    feed.close();
    await settle();
    expect(clock.pending).toBe(0);
  });
});

describe('a book through a bad line', () => {
  const books = fc.array(
    fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 12 }).map((steps) => {
      const sorted = steps.sort((a, b) => a - b);
      const bids = sorted.map((step): Level => [(100 - step).toString(), `${step}`]);
      return { bids, asks: sorted.map((step): Level => [(100 + step).toString(), `${step}`]) } satisfies Book;
    }),
    { minLength: 2, maxLength: 25 },
  );
  it('comes out right after drops, repeats, swaps and new logs, and is never crossed', async () => {
    await holds(
      fc.asyncProperty(
        books,
        fc.array(fc.constantFrom('pass', 'drop', 'repeat', 'swap', 'renew'), {
          minLength: 25,
          maxLength: 25,
        }),
        async (states, faults) => {
          const own = new FakeClock(AT);
          const line = new FakeSocket();
          let shown: Book | undefined;
          const under = createTidemarkFeed({
            fetchReading: async () => privateReading,
            clock: own,
            random: () => 0.5,
            socketUrl: '',
            createSocket: () => line,
            post: () => Promise.reject(new Error()),
          });
          under.events$.subscribe((event) => {
            if (event.kind === 'book') shown = event.book;
            if (shown) expect(isCrossed(shown)).toBe(false);
          });
          under.channel$('book:A').subscribe();
          line.open();
          let epoch = 0;
          let seq = 0;
          let current = states[0] as Book;
          const snap = () =>
            message(
              'snap',
              'book:A',
              seq,
              { b: current.bids, a: current.asks, c: bookChecksum(current) },
              `e${epoch}`,
            );
          let answered = 0;
          const answerSubs = () => {
            const requested = line.sent.filter(({ op }) => op === 'sub').length;
            for (; answered < requested; answered++) line.deliver(snap());
          };
          await own.advance(0);
          answerSubs();
          let kept: unknown;
          for (const [i, state] of states.entries()) {
            const fault = faults[i % faults.length];
            if (fault === 'renew') {
              epoch += 1;
              seq = 0;
            }
            const { b, a } = deltaBetween(current, state);
            current = state;
            seq += 1;
            const published = message('delta', 'book:A', seq, { b, a, c: bookChecksum(state) }, `e${epoch}`);
            if (fault === 'swap') kept = published;
            else if (fault !== 'drop') line.deliver(published);
            if (fault === 'repeat') line.deliver(published);
            if (fault !== 'swap' && kept) {
              line.deliver(kept);
              kept = undefined;
            }
            await own.advance(100);
            answerSubs();
          }
          for (let i = 0; i < 6; i++) {
            line.deliver({ t: 'beat', ts: AT, heads: { 'book:A': [`e${epoch}`, seq] } });
            await own.advance(1_000);
            answerSubs();
          }
          expect(shown).toEqual(current);
          under.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

it('speaks with a real WebSocket class', async () => {
  const server = new Server('ws://localhost:4711/ws?v=1');
  const received: string[] = [];
  server.on('connection', (client) => {
    client.send(
      JSON.stringify({
        t: 'hello',
        conn: 'c',
        now: Date.now(),
        beat: 1_000,
        limits: {},
        origin: 'simulated',
      }),
    );
    client.on('message', (data) => {
      received.push(String(data));
      if (String(data).includes('"sub"'))
        client.send(JSON.stringify(message('snap', 'tick', 1, [row('10')])));
    });
  });
  const real = createTidemarkFeed({
    fetchReading: async () => privateReading,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after: (ms, run) => {
        const t = setTimeout(run, ms);
        return () => clearTimeout(t);
      },
    },
    random: Math.random,
    socketUrl: 'ws://localhost:4711/ws?v=1',
    createSocket: (url, protocol) => new MockWebSocket(url, protocol) as unknown as Socket,
    post: () => Promise.reject(new Error('offline')),
  });
  const first = new Promise((resolve) =>
    real.events$.subscribe((event) => event.kind === 'tickers' && resolve(event.rows[0]?.last)),
  );
  real.channel$('tick').subscribe();
  expect(await first).toBe('10');
  await vi.waitFor(() => expect(received.some((text) => text.includes('"ping"'))).toBe(true), 10_000);
  real.close();
  server.stop();
});

it('keeps a merged difference true to the book', () => {
  const before: Book = { bids: [['9', '1']], asks: [['10', '1']] };
  const after: Book = {
    bids: [
      ['9', '2'],
      ['8', '1'],
    ],
    asks: [['11', '1']],
  };
  expect(applyDelta(before, deltaBetween(before, after), 50)).toEqual(after);
});

import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../domain/index.ts';
import { answer } from '../../support/venueWire.ts';
import { Script } from './script.ts';

const SPOT = 'data-stream';
const depth = (lastUpdateId: number, bid = '100.00') => ({
  lastUpdateId,
  bids: [[bid, '1.0']],
  asks: [['101.00', '2.0']],
});
const diff = (U: number, u: number, b: string[][], a: string[][] = [], pu?: number) => ({
  e: 'depthUpdate',
  E: 5,
  s: 'BTCUSDT',
  U,
  u,
  b,
  a,
  ...(pu === undefined ? {} : { pu }),
});

let script: Script;
beforeEach(() => {
  script = new Script();
});

describe('what is on screen', () => {
  it('alone is asked for, with a linger, of sockets that are wanted alone', async () => {
    expect(script.sockets).toEqual([]);
    const undo = await script.open('trade:BTC-USDT');
    const again = script.venue.open('trade:BTC-USDT');
    expect(script.streams(SPOT)).toEqual(['btcusdt@aggTrade']);
    await script.open('cndl:BTC-USDT:5m');
    expect(script.streams(SPOT)).toEqual(['btcusdt@aggTrade', 'btcusdt@kline_5m']);
    undo();
    undo();
    await script.clock.advance(2_000);
    expect(script.streams(SPOT)).toContain('btcusdt@aggTrade');
    again();
    await script.clock.advance(900);
    expect(script.streams(SPOT)).toContain('btcusdt@aggTrade');
    await script.clock.advance(200);
    expect(script.streams(SPOT)).toEqual(['btcusdt@kline_5m']);
  });
  it('of a market that the venue lacks asks for nothing', async () => {
    await script.open('book:NONE-USDT');
    await script.open('book:OLD-USDT');
    await script.open('book:x');
    expect(script.sockets).toEqual([]);
  });
  it('goes out at the pace and in the size that the venue allows', async () => {
    const bases = Array.from({ length: 600 }, (_, i) => `C${i}`);
    const all = script.answers['/api/v3/exchangeInfo'];
    script.answers['/api/v3/exchangeInfo'] = (query) => {
      const body = all?.(query) as { symbols: { symbol: string; baseAsset: string }[] };
      const [model] = body.symbols;
      return {
        ...body,
        symbols: bases.map((base) => ({ ...model, symbol: `${base}USDT`, baseAsset: base })),
      };
    };
    for (const base of bases) for (const kind of ['trade', 'book']) script.venue.open(`${kind}:${base}-USDT`);
    await script.openSockets();
    // 1,200 streams are two sockets of at most 1,000.
    expect(script.sockets.map(({ sent }) => sent.length)).toEqual([4, 1]);
    for (const { sent } of script.sockets)
      for (const text of sent) expect(JSON.parse(text).params.length).toBeLessThanOrEqual(250);
    const requested = script.sockets.flatMap(({ sent }) => sent.flatMap((text) => JSON.parse(text).params));
    expect(new Set(requested).size).toBe(1_200);
    for (let i = 0; i < 20; i++) script.venue.open(`cndl:C${i}-USDT:1m`);
    await script.clock.advance(100);
    expect(script.sockets[1]?.sent).toHaveLength(2);
  });
});

describe('a book around a snapshot', () => {
  it('begins with the snapshot, follows differences, and begins anew after a hole', async () => {
    script.answers['/api/v3/depth'] = () => depth(10);
    await script.open('book:BTC-USDT');
    script.say('btcusdt@depth@100ms', diff(9, 11, [['99.50', '3.0']]), SPOT);
    await script.clock.advance(0);
    expect(script.of('book').at(-1)).toEqual({
      kind: 'book',
      id: 'BTC-USDT',
      at: 5,
      book: {
        bids: [
          ['100', '1'],
          ['99.5', '3'],
        ],
        asks: [['101', '2']],
      },
    });
    script.answers['/api/v3/depth'] = () => depth(30, '98');
    const published = script.of('book').length;
    script.say('btcusdt@depth@100ms', diff(12, 12, [['100.00', '0.0']]), SPOT);
    script.say('btcusdt@depth@100ms', diff(12, 12, [['100.00', '9.0']]), SPOT);
    expect(script.of('book')).toHaveLength(published + 1);
    script.say('btcusdt@depth@100ms', diff(20, 25, [['97', '1']]), SPOT);
    expect(script.of('lost')).toEqual([{ kind: 'lost', channel: 'book:BTC-USDT' }]);
    expect(script.venue.counts().resyncs).toBe(1);
    await script.clock.advance(2_000);
    expect(script.of('book').at(-1)?.book.bids).toEqual([['98', '1']]);
  });
  it('of a perpetual is chained by what was before, on the socket for books', async () => {
    script.answers['/fapi/v1/depth'] = () => depth(10);
    await script.open('book:BTC-USDT-PERP');
    expect(script.streams('public/')).toEqual(['btcusdt@depth@100ms']);
    script.say('btcusdt@depth@100ms', diff(8, 15, [], [], 7), 'public/');
    script.say('btcusdt@depth@100ms', diff(20, 25, [['100.5', '1']], [], 15), 'public/');
    expect(script.of('book').at(-1)?.book.bids[0]).toEqual(['100.5', '1']);
    script.say('btcusdt@depth@100ms', diff(30, 31, [], [], 26), 'public/');
    expect(script.of('lost')).toHaveLength(1);
  });
  it('is asked for again when the venue has no room, without hurry', async () => {
    script.answers['/api/v3/depth'] = () => null;
    await script.open('book:BTC-USDT');
    await script.clock.advance(10_000);
    expect(script.requested.filter(({ url }) => url.includes('depth')).length).toBeLessThanOrEqual(6);
    script.answers['/api/v3/depth'] = () => depth(10);
    await script.clock.advance(2_000);
    expect(script.of('book')).toHaveLength(1);
  });
  it('that crosses itself is not shown', async () => {
    script.answers['/api/v3/depth'] = () => depth(10);
    await script.open('book:BTC-USDT');
    script.say('btcusdt@depth@100ms', diff(11, 11, [['102', '1']]), SPOT);
    expect(script.of('book').some(({ book }) => book.bids[0]?.[0] === '102')).toBe(false);
    expect(script.of('lost')).toHaveLength(1);
  });
  it('is told anew before it reaches beyond what the snapshot held', async () => {
    const side = (from: number, step: number) =>
      Array.from({ length: 500 }, (_, i) => [`${from + i * step}`, '1']);
    let last = 10;
    script.answers['/api/v3/depth'] = () => ({
      lastUpdateId: last,
      bids: side(1_000, -1),
      asks: side(1_001, 1),
    });
    await script.open('book:BTC-USDT');
    const requested = () => script.requested.filter(({ url }) => url.includes('depth')).length;
    expect(requested()).toBe(1);
    last = 11;
    const gone = side(1_000, -1)
      .slice(0, 460)
      .map(([price = '']) => [price, '0']);
    script.say(
      'btcusdt@depth@100ms',
      diff(11, 11, [...gone, ['400', '1'], ...side(399, -1).slice(0, 60)]),
      SPOT,
    );
    await script.clock.advance(2_000);
    expect(requested()).toBe(2);
    expect(script.of('lost')).toEqual([]);
    expect(script.of('book').at(-1)?.book.bids[0]).toEqual(['1000', '1']);
  });
});

describe('a book of twenty levels', () => {
  it('is each message, whole', async () => {
    script = new Script({ bookLevels: 20 });
    await script.open('book:BTC-USDT');
    expect(script.streams(SPOT)).toEqual(['btcusdt@depth20@100ms']);
    const { dropped } = script.venue.counts();
    script.say('btcusdt@depth20@100ms', depth(10), SPOT);
    script.say('btcusdt@depth20@100ms', depth(9, '99'), SPOT);
    script.say('btcusdt@depth20@100ms', depth(11, '105'), SPOT);
    expect(script.of('book')).toMatchObject([{ book: { bids: [['100', '1']] } }]);
    expect(script.venue.counts().dropped).toBe(dropped + 1);
    expect(script.requested.filter(({ url }) => url.includes('depth'))).toEqual([]);
  });
  it('is what there is when questions get no answer, and is there at once', async () => {
    script.onRequest = () => Promise.reject(new TypeError('Failed to fetch'));
    script.venue.open('book:BTC-USDT');
    await script.clock.advance(5_000);
    await script.openSockets();
    expect(script.streams(SPOT)).toEqual(['btcusdt@depth20@100ms']);
    script.say('btcusdt@depth20@100ms', depth(10), SPOT);
    expect(script.of('book')).toHaveLength(1);
    await script.open('trade:BTC-USDT');
    script.say('btcusdt@aggTrade', { e: 'aggTrade', a: 1, p: '1', q: '1', T: 1, m: true }, SPOT);
    expect(script.of('trades').at(-1)).toMatchObject({ trades: [{ id: 1 }] });
  });
});

describe('a line to Binance', () => {
  it('says that it is live, and which channels are as they should be', async () => {
    await script.open('trade:BTC-USDT');
    expect(script.of('link')).toEqual([{ kind: 'link', state: 'live' }]);
    await script.clock.advance(1_000);
    expect(script.of('alive').at(-1)?.channels).toEqual(['trade:BTC-USDT']);
  });
  it('is asked whether it lives when it is silent, and replaced when it does not answer', async () => {
    await script.open('trade:BTC-USDT');
    await script.clock.advance(60_000);
    expect(script.sockets).toHaveLength(1);
    expect(script.socket().sent.some((text) => text.includes('LIST_SUBSCRIPTIONS'))).toBe(true);
    script.onSent = () => undefined;
    await script.clock.advance(4_000);
    const alive = script.of('alive').length;
    await script.clock.advance(3_000);
    expect(script.of('alive')).toHaveLength(alive);
    await script.clock.advance(6_000);
    expect(script.sockets.length).toBeGreaterThan(1);
    expect(script.of('lost')).toEqual([{ kind: 'lost', channel: 'trade:BTC-USDT' }]);
    expect(script.venue.counts().reconnects).toBe(1);
  });
  it('asks again for a list that is silent, then leaves the socket', async () => {
    await script.open('mark');
    script.say('!markPrice@arr@1s', [], 'market/');
    await script.clock.advance(12_000);
    const { sent } = script.socket('market/');
    expect(
      sent.map((text) => JSON.parse(text).method).filter((method) => method !== 'LIST_SUBSCRIPTIONS'),
    ).toEqual(['SUBSCRIBE', 'UNSUBSCRIBE', 'SUBSCRIBE']);
    expect(script.of('lost')).toEqual([{ kind: 'lost', channel: 'mark' }]);
    await script.clock.advance(22_000);
    expect(script.sockets.length).toBeGreaterThan(1);
  });
  it('moves to the next socket before a day is over, without a loss', async () => {
    await script.open('trade:BTC-USDT');
    const old = script.socket();
    await script.clock.advance(23.6 * 60 * MINUTE_MS);
    await script.openSockets();
    const next = script.socket();
    expect(next).not.toBe(old);
    const trade = { e: 'aggTrade', E: 1, s: 'BTCUSDT', a: 1, p: '1', q: '1', T: 1, m: true };
    old.deliver({ stream: 'btcusdt@aggTrade', data: trade });
    expect(old.isClosed).toBe(false);
    next.deliver({ stream: 'btcusdt@aggTrade', data: { ...trade, a: 2 } });
    expect(old.isClosed).toBe(true);
    expect(script.of('trades').flatMap(({ trades }) => trades.map(({ id }) => id))).toEqual([1, 2]);
    expect(script.of('lost')).toEqual([]);
  });
  it('opens the next socket at once when the venue says that it shuts down', async () => {
    await script.open('trade:BTC-USDT');
    script.say('!serverShutdown', { e: 'serverShutdown', E: 1 });
    expect(script.of('maintenance')).toHaveLength(1);
    expect(script.sockets).toHaveLength(2);
    expect(script.sockets[0]?.isClosed).toBe(false);
  });
  it('falls back to the address without a kind when the routed one lets nobody in', async () => {
    script.venue.open('mark');
    await script.clock.advance(0);
    for (let i = 0; i < 3; i++) {
      script.socket().drop();
      await script.clock.advance(31_000);
    }
    expect(script.sockets.map(({ url }) => url)).toContain(
      'wss://fstream.binance.com/stream?streams=!markPrice@arr@1s',
    );
  });
  it('tells that it is offline when no socket gets through, and live when one does', async () => {
    script.venue.open('trade:BTC-USDT');
    await script.clock.advance(0);
    for (let i = 0; i < 3; i++) {
      script.socket().drop();
      await script.clock.advance(3_000);
    }
    expect(script.of('link').at(-1)?.state).toBe('offline');
    await script.clock.advance(36_000);
    await script.openSockets();
    expect(script.of('link').at(-1)?.state).toBe('live');
  });
  it('takes a new snapshot after a reconnect, with backoff', async () => {
    script.answers['/api/v3/depth'] = () => depth(10);
    await script.open('book:BTC-USDT');
    script.socket().drop();
    expect(script.of('lost')).toHaveLength(1);
    expect(script.sockets).toHaveLength(1);
    await script.clock.advance(2_000);
    await script.openSockets();
    await script.clock.advance(2_000);
    expect(script.of('book')).toHaveLength(2);
  });
  it('is replaced when the device wakes, and leaves no timer at the end', async () => {
    await script.open('trade:BTC-USDT');
    script.venue.wake();
    expect(script.sockets).toHaveLength(2);
    script.venue.close();
    expect(script.sockets.every(({ isClosed }) => isClosed)).toBe(true);
    expect(script.clock.pending).toBe(0);
    script.venue.open('trade:BTC-USDT')();
    expect(script.clock.pending).toBe(0);
  });
  it('tries again to learn a symbol when the venue could not be asked', async () => {
    const all = script.onRequest;
    script.onRequest = () => answer('', 429, { 'retry-after': '5' });
    await script.open('trade:BTC-USDT');
    expect(script.of('rest')).toMatchObject([{ state: 'limited' }]);
    script.onRequest = all;
    await script.clock.advance(8_000);
    await script.openSockets();
    expect(script.streams(SPOT)).toEqual(['btcusdt@aggTrade']);
  });
});

describe('frames that are none', () => {
  it.each([
    ['half a frame', '{"stream":"btcusdt@aggTrade","data":{"e":"agg'],
    ['a list', '[]'],
    ['a number', '7'],
    ['nothing', ''],
    ['bytes', new Uint8Array(3)],
    ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['another prototype', '{"__proto__":{"stream":"btcusdt@aggTrade","data":{}}}'],
    ['an error of nobody', '{"error":{"code":3,"msg":"Invalid JSON"}}'],
  ])('as %s are counted and do no harm', async (_, data) => {
    await script.open('trade:BTC-USDT');
    const before = script.venue.counts().dropped;
    script.socket().onmessage?.({ data });
    expect(script.venue.counts().dropped).toBe(before + 1);
    script.say('btcusdt@aggTrade', {
      e: 'aggTrade',
      E: 1,
      s: 'BTCUSDT',
      a: 1,
      p: '1',
      q: '1',
      T: 1,
      m: true,
    });
    expect(script.of('trades').at(-1)?.trades).toHaveLength(1);
  });
  it('of unknown kinds and streams are no error', async () => {
    await script.open('trade:BTC-USDT');
    const before = script.venue.counts().dropped;
    script.say('ethusdt@aggTrade', { e: 'aggTrade' });
    script.socket().deliver({ result: ['btcusdt@aggTrade'], id: 99, more: true });
    expect(script.venue.counts().dropped).toBe(before);
  });
  it('that refuse a stream leave it, and the others go on', async () => {
    script.onSent = (text, socket) => {
      const { id, params = [] } = JSON.parse(text);
      const isBad = params.includes('btcusdt@kline_1m');
      socket.deliver(isBad ? { error: { code: 2, msg: 'Invalid request' }, id } : { result: null, id });
    };
    await script.open('trade:BTC-USDT');
    await script.open('cndl:BTC-USDT:1m');
    await script.clock.advance(30_000);
    expect(script.socket().sent.filter((text) => text.includes('kline'))).toHaveLength(1);
    expect(script.of('alive').at(-1)?.channels).toEqual(['trade:BTC-USDT']);
  });
});

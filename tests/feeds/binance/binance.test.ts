import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../support/venueWire.ts';
import { Script } from './script.ts';

const SPOT = 'data-stream';
const AT = Date.UTC(2026, 10, 18, 12);
const mini = (s: string, c: string, more: object = {}) => ({
  e: '24hrMiniTicker',
  E: AT + 1_270,
  s,
  c,
  o: '100.00000000',
  h: '120.00000000',
  l: '90.00000000',
  v: '5.00000000',
  q: '550.10000000',
  ...more,
});
const fill = (a: number, p: string, m = true) => ({
  e: 'aggTrade',
  E: AT,
  s: 'BTCUSDT',
  a,
  p,
  q: '0.50000000',
  f: a,
  l: a,
  T: AT + a,
  m,
});
const kline = (t: number, c: string, x: boolean, i = '1m') => ({
  e: 'kline',
  E: t + 30_000,
  s: 'BTCUSDT',
  k: {
    t,
    T: t + 59_999,
    s: 'BTCUSDT',
    i,
    o: '100.0',
    c,
    h: '130.0',
    l: '90.0',
    v: '7.00',
    n: 3,
    x,
    q: '700.0',
  },
});

let script: Script;
beforeEach(() => {
  script = new Script();
});

describe('markets', () => {
  it('have ids of ours and the venue’s steps; what is delisted, dated or cannot be named is left out', async () => {
    const markets = await script.venue.markets();
    expect(markets.map(({ id, kind, status }) => [id, kind, status])).toEqual([
      ['BTC-USDT', 'spot', 'open'],
      ['ETH-BTC', 'spot', 'open'],
      ['POST-USDT', 'spot', 'cancelOnly'],
      ['BTC-USDT-PERP', 'perpetual', 'open'],
    ]);
    expect(markets[0]).toMatchObject({
      name: 'BTC/USDT',
      tick: '0.01',
      lot: '0.0001',
      minQuantity: '0.0001',
      minTotal: '5',
      listedAt: 0,
      origin: 'live',
    });
    expect(markets[3]).toMatchObject({
      tick: '0.1',
      lot: '0.001',
      minTotal: '100',
      listedAt: 1_569_398_400_000,
    });
    expect(script.venue.counts().dropped).toBe(1);
  });
  it('are asked for once a day, of the data-only host, and counted', async () => {
    await Promise.all([script.venue.markets(), script.venue.markets()]);
    await script.venue.markets();
    expect(script.requested.map(({ url }) => url)).toEqual([
      'https://data-api.binance.vision/api/v3/exchangeInfo',
      'https://fapi.binance.com/fapi/v1/exchangeInfo',
    ]);
    expect(script.venue.counts().restWeight).toBe(21);
  });
  it('of one kind stand when the other is blocked here', async () => {
    const all = script.onRequest;
    script.onRequest = (request) => (request.url.includes('fapi') ? answer('', 451) : all(request));
    expect((await script.venue.markets()).map(({ id }) => id)).toEqual(['BTC-USDT', 'ETH-BTC', 'POST-USDT']);
    expect(script.of('rest')).toEqual([{ kind: 'rest', state: 'blocked' }]);
    await script.open('tick');
    expect(script.sockets.map(({ url }) => url)).toEqual([
      'wss://data-stream.binance.vision/stream?streams=!miniTicker@arr',
    ]);
  });
  it('are those that the sockets tell when no question is answered', async () => {
    script.onRequest = () => Promise.reject(new TypeError('Failed to fetch'));
    script.venue.open('tick');
    await script.clock.advance(20_000);
    await script.openSockets();
    script.say('!miniTicker@arr', [mini('BTCUSDT', '110.0'), mini('XX', '1')], SPOT);
    expect(script.of('tickers').at(-1)?.rows[0]).toMatchObject({ id: 'BTC-USDT', last: '110' });
    const markets = script.venue.markets();
    await script.clock.advance(20_000);
    expect(await markets).toMatchObject([{ id: 'BTC-USDT', tick: '0', lot: '0' }]);
    expect(script.of('rest').at(-1)).toEqual({ kind: 'rest', state: 'unreachable' });
  });
});

describe('the list', () => {
  it('is whole by question, then what changed; numbers keep their digits and dead pairs are left out', async () => {
    script.answers['/api/v3/ticker/24hr'] = () => [
      {
        symbol: 'BTCUSDT',
        lastPrice: '101.00000000',
        openPrice: '100.00000000',
        highPrice: '120.00000000',
        lowPrice: '90.00000000',
        quoteVolume: '550.10000000',
        count: 7,
      },
      {
        symbol: 'ETHBTC',
        lastPrice: '0.00000000',
        openPrice: '0.00000000',
        highPrice: '0.00000000',
        lowPrice: '0.00000000',
        quoteVolume: '0.00000000',
        count: 0,
      },
      {
        symbol: 'OLDUSDT',
        lastPrice: '1.00000000',
        openPrice: '1',
        highPrice: '1',
        lowPrice: '1',
        quoteVolume: '1',
        count: 1,
      },
    ];
    await script.open('tick');
    const snapshot = script.of('tickers').find((event) => event.snapshot);
    expect(snapshot?.rows).toEqual([
      { id: 'BTC-USDT', last: '101', open24: '100', volume: '550.1', high24: '120', low24: '90' },
    ]);
    script.say('!miniTicker@arr', [mini('BTCUSDT', '102.50000000')], SPOT);
    expect(script.of('tickers').at(-1)).toEqual({
      kind: 'tickers',
      snapshot: false,
      // The venue's clock may be ahead of ours.
      at: AT + 1_270,
      rows: [{ id: 'BTC-USDT', last: '102.5', open24: '100', volume: '550.1', high24: '120', low24: '90' }],
    });
  });
  it('drops COIN-M rows, unknown symbols and malformed rows, and counts the last', async () => {
    await script.open('tick');
    script.say(
      '!miniTicker@arr',
      [mini('BTCUSDT', '5', { st: 2 }), mini('BTCUSDT', '7', { st: 1 })],
      'market/',
    );
    expect(
      script
        .of('tickers')
        .at(-1)
        ?.rows.map(({ id, last }) => [id, last]),
    ).toEqual([['BTC-USDT-PERP', '7']]);
    const before = script.venue.counts().dropped;
    const published = script.of('tickers').length;
    script.say(
      '!miniTicker@arr',
      [
        mini('NEWUSDT', '1'),
        mini('BTCUSDT', '1e9'),
        mini('BTCUSDT', '-1'),
        mini('BTCUSDT', '1', { h: '1', l: '2' }),
        null,
        7,
      ],
      SPOT,
    );
    expect(script.of('tickers')).toHaveLength(published);
    expect(script.venue.counts().dropped - before).toBe(3);
  });
  it('keeps what a socket told while the answer was on its way', async () => {
    let reply: (rows: unknown) => void = () => undefined;
    const all = script.onRequest;
    script.onRequest = (request) =>
      request.url.includes('api/v3/ticker')
        ? new Promise((resolve) => (reply = (rows) => resolve(answer(rows))))
        : all(request);
    await script.open('tick');
    script.say('!miniTicker@arr', [mini('BTCUSDT', '102.5')], SPOT);
    reply([
      { symbol: 'BTCUSDT', lastPrice: '99', openPrice: '1', highPrice: '1', lowPrice: '1', quoteVolume: '1' },
    ]);
    await script.clock.advance(0);
    expect(script.of('tickers').at(-1)).toMatchObject({ snapshot: true, rows: [{ last: '102.5' }] });
  });
});

describe('trades', () => {
  it('begin with those before the stream, and are told once each', async () => {
    script.answers['/api/v3/aggTrades'] = (query) =>
      query.get('symbol') === 'BTCUSDT' ? [fill(1, '10.0'), fill(2, '11.0', false)] : [];
    await script.open('trade:BTC-USDT');
    expect(script.of('trades')).toMatchObject([
      {
        snapshot: true,
        trades: [
          { id: 1, price: '10', side: 'sell' },
          { id: 2, side: 'buy' },
        ],
      },
    ]);
    for (const id of [2, 3, 3, 1]) script.say('btcusdt@aggTrade', fill(id, '12.50'), SPOT);
    expect(script.of('trades').slice(1)).toMatchObject([
      { snapshot: false, trades: [{ id: 3, price: '12.5', quantity: '0.5' }] },
    ]);
  });
  it('that are malformed are counted, never told', async () => {
    await script.open('trade:BTC-USDT');
    const published = script.of('trades').length;
    for (const bad of [
      fill(9, '0'),
      { ...fill(9, '1'), m: 'x' },
      { ...fill(9, '1'), T: '5' },
      [],
      'x',
      null,
      fill(9, '0x1'),
    ])
      script.say('btcusdt@aggTrade', bad, SPOT);
    expect(script.of('trades')).toHaveLength(published);
    // A message of nothing is no message of a stream at all.
    expect(script.venue.counts().dropped).toBe(8);
  });
});

describe('bars', () => {
  const MINUTE = AT;
  it('follow the stream; the venue alone says when one has closed', async () => {
    await script.open('cndl:BTC-USDT:1m');
    script.say('btcusdt@kline_1m', kline(MINUTE, '105.0', false), SPOT);
    script.say('btcusdt@kline_1m', kline(MINUTE, '106.0', true), SPOT);
    script.say('btcusdt@kline_1m', kline(MINUTE - 60_000, '1', true), SPOT);
    expect(script.of('candle')).toMatchObject([
      {
        id: 'BTC-USDT',
        interval: '1m',
        closed: false,
        candle: { at: MINUTE, open: '100', close: '105', volume: '7' },
      },
      { closed: true, candle: { close: '106' } },
    ]);
    script.say('btcusdt@kline_1m', kline(MINUTE, '131', false), SPOT);
    script.say('btcusdt@kline_1m', kline(MINUTE + 1, '105', false), SPOT);
    script.say('btcusdt@kline_1m', kline(MINUTE, '105', false, '5m'), SPOT);
    expect(script.of('candle')).toHaveLength(2);
  });
  it('of a moment that cannot be hold nothing up', async () => {
    await script.open('cndl:BTC-USDT:1m');
    await script.open('trade:BTC-USDT');
    script.say('btcusdt@kline_1m', kline(MINUTE + 10 * 86_400_000, '105', false), SPOT);
    script.say('btcusdt@aggTrade', { ...fill(9_000_000, '1'), T: MINUTE * 2 }, SPOT);
    script.say('btcusdt@kline_1m', kline(MINUTE, '105', false), SPOT);
    script.say('btcusdt@aggTrade', fill(7, '1'), SPOT);
    expect(script.of('candle')).toMatchObject([{ candle: { at: MINUTE } }]);
    expect(script.of('trades').at(-1)?.trades).toMatchObject([{ id: 7 }]);
  });
  it('that closed while the line was lost are told first', async () => {
    const start = MINUTE - 120_000;
    await script.open('cndl:BTC-USDT:1m');
    script.say('btcusdt@kline_1m', kline(start, '105', false), SPOT);
    let limit: string | null = null;
    script.answers['/api/v3/klines'] = (query) => {
      limit = query.get('limit');
      return [-1, 0, 1, 2].map((i) => [start + i * 60_000, '100', '130', '90', `10${i + 5}.00`, '7']);
    };
    script.socket(SPOT).drop();
    expect(script.of('lost')).toEqual([{ kind: 'lost', channel: 'cndl:BTC-USDT:1m' }]);
    await script.clock.advance(1_000);
    await script.openSockets();
    expect(limit).toBe('3');
    expect(script.of('candle').slice(1)).toMatchObject([
      { closed: true, candle: { at: start, close: '105' } },
      { closed: true, candle: { at: start + 60_000, close: '106' } },
      { closed: false, candle: { at: start + 120_000, close: '107' } },
    ]);
  });
  it('are paged backwards with the venue’s weights', async () => {
    const start = Date.UTC(2026, 10, 16);
    script.answers['/fapi/v1/klines'] = (query) => {
      const end = Number(query.get('endTime'));
      const count = Number(query.get('limit'));
      const last = Math.floor(end / 3_600_000) * 3_600_000;
      return Array.from({ length: count }, (_, i) => [
        last - (count - 1 - i) * 3_600_000,
        '1',
        '2',
        '1',
        '2',
        '3',
      ]);
    };
    const page = await script.venue.candles({
      id: 'BTC-USDT-PERP',
      interval: '1h',
      before: start,
      limit: 500,
    });
    expect(page.candles).toHaveLength(500);
    expect(page.candles.at(-1)?.at).toBe(start - 3_600_000);
    expect(page.more).toBe(true);
    // The list of contracts is 1, five hundred bars are 5.
    expect(script.venue.counts().restWeight).toBe(6);
    await expect(script.venue.candles({ id: 'NO-USDT', interval: '1h', limit: 5 })).rejects.toMatchObject({
      code: 'unknownMarket',
    });
  });
});

describe('marks', () => {
  const row = (p: string, r: string) => ({
    e: 'markPriceUpdate',
    E: AT,
    s: 'BTCUSDT',
    p,
    i: '26798.25000000',
    P: '1',
    r,
    T: AT + 3_600_000,
  });
  it('carry index and funding with its own interval', async () => {
    script.answers['/fapi/v1/fundingInfo'] = () => [{ symbol: 'BTCUSDT', fundingIntervalHours: 4 }];
    script.answers['/fapi/v1/premiumIndex'] = () => [
      {
        symbol: 'BTCUSDT',
        markPrice: '26780.82000000',
        indexPrice: '26798.25',
        lastFundingRate: '0.00010000',
        nextFundingTime: AT + 3_600_000,
        time: AT,
      },
    ];
    await script.open('mark');
    expect(script.of('venueMarks')).toEqual([
      {
        kind: 'venueMarks',
        snapshot: true,
        at: AT,
        rows: [
          {
            id: 'BTC-USDT-PERP',
            mark: '26780.82',
            index: '26798.25',
            funding: { rate: '0.0001', hours: 4, nextAt: AT + 3_600_000 },
          },
        ],
      },
    ]);
    script.say('!markPrice@arr@1s', [row('26790', '-0.00023000'), { ...row('1', '0'), st: 2 }], 'market/');
    expect(script.of('venueMarks').at(-1)?.rows).toMatchObject([
      { mark: '26790', funding: { rate: '-0.00023', hours: 4 } },
    ]);
  });
  it('leave funding out while its interval is not known', async () => {
    script.answers['/fapi/v1/fundingInfo'] = () => ({ code: 'x' });
    await script.open('mark');
    script.say('!markPrice@arr@1s', [row('26790', '0.0001')], 'market/');
    expect(script.of('venueMarks').at(-1)?.rows).toEqual([
      { id: 'BTC-USDT-PERP', mark: '26790', index: '26798.25', funding: undefined },
    ]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { hyperliquid } from '../../../feeds/hyperliquid/adapter.ts';
import type { Venue, VenueRequest } from '../../../feeds/index.ts';
import type { VenueSocket } from '../../support/venueWire.ts';
import { answer, VenueWire } from '../../support/venueWire.ts';

/** A Wednesday, noon. */
const AT = Date.UTC(2026, 10, 18, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const context = (markPx: string, midPx: string | null, more: object = {}) => ({
  markPx,
  midPx,
  prevDayPx: '95.0',
  dayNtlVlm: '1000.5',
  oraclePx: '100.1',
  funding: '0.0000125',
  ...more,
});
const candle = (t: number, i: string, close: string, more: object = {}) => ({
  t,
  T: t + 1,
  s: 'ABC',
  i,
  o: '100.0',
  h: '110.0',
  l: '90.0',
  c: close,
  v: '5.0',
  n: 3,
  ...more,
});

/** What the venue answers, by the question's type. */
let answers: Record<string, unknown>;
let status: number;
let headers: Record<string, string>;
let isReachable: boolean;
let wire: VenueWire;
let venue: Venue;

const typeOf = ({ body = '{}' }: VenueRequest): string => JSON.parse(body).type;
const requestedFor = (type: string) => wire.requested.filter((request) => typeOf(request) === type);

function answered(request: VenueRequest) {
  if (!isReachable) throw new Error('offline');
  return answer(answers[typeOf(request)], status, headers);
}
/** Obeys as the venue does: each command is repeated. */
function received(text: string, socket: VenueSocket): void {
  const { method, subscription } = JSON.parse(text);
  if (method === 'ping') socket.deliver({ channel: 'pong' });
  else if (subscription.coin === 'GONE')
    socket.deliver({ channel: 'error', data: `Invalid subscription ${JSON.stringify(subscription)}` });
  else socket.deliver({ channel: 'subscriptionResponse', data: { method, subscription } });
}
const requests = (socket = wire.socket()) =>
  socket.sent.map((text) => JSON.parse(text)).filter(({ method }) => method !== 'ping');

beforeEach(() => {
  answers = {
    metaAndAssetCtxs: [
      {
        universe: [
          { name: 'ABC', szDecimals: 2 },
          { name: 'OLD', szDecimals: 1, isDelisted: true },
          { name: 'kXYZ', szDecimals: 0 },
          { name: 'DEAD', szDecimals: 0 },
        ],
      },
      [
        context('100.0', '100.5'),
        context('1.0', null),
        context('0.0016', '0.001605'),
        context('5.0', null, { dayNtlVlm: '0.0' }),
      ],
    ],
    spotMetaAndAssetCtxs: [
      {
        tokens: [
          { index: 0, name: 'USDC', szDecimals: 8 },
          { index: 1, name: 'HYPE', szDecimals: 2 },
        ],
        universe: [{ name: '@107', tokens: [1, 0], index: 107 }],
      },
      [{ ...context('30.0', '30.05'), coin: '@107' }],
    ],
    candleSnapshot: [],
  };
  status = 200;
  headers = {};
  isReachable = true;
  wire = new VenueWire(AT);
  wire.opens = true;
  wire.onRequest = answered;
  wire.onSent = received;
  venue = wire.connect(hyperliquid);
});

describe('the markets', () => {
  it('are perpetuals and spot pairs that live, with the steps of their prices', async () => {
    const markets = await venue.markets();
    expect(markets.map(({ id, tick, lot, minTotal }) => [id, tick, lot, minTotal])).toEqual([
      ['ABC-USDC-PERP', '0.01', '0.01', '10'],
      ['kXYZ-USDC-PERP', '0.000001', '1', '10'],
      ['HYPE-USDC', '0.001', '0.01', '10'],
    ]);
    expect(
      wire.requested.every(
        ({ method, url }) => method === 'POST' && url === 'https://api.hyperliquid.xyz/info',
      ),
    ).toBe(true);
  });
  it('are the same list until a step changes, and follow the price', async () => {
    const first = await venue.markets();
    venue.open('tick');
    await wire.pass(20_000);
    expect(await venue.markets()).toBe(first);
    const [meta] = answers['metaAndAssetCtxs'] as [object];
    answers['metaAndAssetCtxs'] = [meta, [context('1000', '1000.5')]];
    await wire.pass(20_000);
    expect((await venue.markets())[0]).toMatchObject({ id: 'ABC-USDC-PERP', tick: '0.1' });
  });
  it('are of the kinds that are wanted', async () => {
    const spot = wire.connect(hyperliquid, { kinds: ['spot'] });
    expect((await spot.markets()).map(({ id }) => id)).toEqual(['HYPE-USDC']);
    expect(requestedFor('metaAndAssetCtxs')).toEqual([]);
  });
  it.each([
    ['an answer that is no universe', 200, { metaAndAssetCtxs: [{}, []] }, 'refused'],
    ['an answer without contexts', 200, { metaAndAssetCtxs: null }, 'refused'],
    ['too many questions', 429, {}, 'limited'],
    ['a place that is not served', 403, {}, 'blocked'],
  ])('cannot be told after %s', async (_, code, change, error) => {
    status = code;
    headers = { 'retry-after': '7' };
    Object.assign(answers, change);
    await expect(venue.markets()).rejects.toMatchObject({ code: error });
  });
  it('cannot be told without an answer', async () => {
    isReachable = false;
    const refusal = expect(venue.markets()).rejects.toMatchObject({ code: 'unreachable' });
    await wire.pass(20_000);
    await refusal;
    expect(wire.of('rest').map(({ state }) => state)).toEqual(['unreachable']);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    venue.open('tick');
    await wire.pass(50);
  });
  const rows = () => wire.of('tickers').at(-1)?.rows ?? [];

  it('begins with what questions tell', () => {
    expect(wire.of('tickers')[0]?.snapshot).toBe(true);
    expect(rows()).toContainEqual({
      id: 'ABC-USDC-PERP',
      last: '100.5',
      open24: '95',
      volume: '1000.5',
      high24: '100.5',
      low24: '95',
    });
    expect(rows().map(({ id }) => id)).toEqual(['ABC-USDC-PERP', 'kXYZ-USDC-PERP', 'HYPE-USDC']);
  });
  it('follows the middles, and tells those that moved', () => {
    wire.socket().deliver({
      channel: 'allMids',
      data: { mids: { ABC: '101.0', kXYZ: '0.001605', '@107': '30.05', NEW: '1' } },
    });
    expect(wire.of('tickers').at(-1)).toMatchObject({ snapshot: false });
    expect(rows().map(({ id, last, high24 }) => [id, last, high24])).toEqual([
      ['ABC-USDC-PERP', '101', '101'],
    ]);
  });
  it('drops middles that are none', () => {
    const before = wire.of('tickers').length;
    wire.socket().deliver({ channel: 'allMids', data: { mids: { ABC: '1e50000000', kXYZ: '-1' } } });
    wire.socket().deliver({ channel: 'allMids', data: { mids: [] } });
    wire.socket().deliver({ channel: 'allMids', data: null });
    expect([wire.of('tickers').length - before, venue.counts().dropped]).toEqual([0, 4]);
  });
  it('asks for volumes again, and keeps newer middles', async () => {
    wire.socket().deliver({ channel: 'allMids', data: { mids: { ABC: '102.0' } } });
    const [meta] = answers['metaAndAssetCtxs'] as [object];
    answers['metaAndAssetCtxs'] = [meta, [context('100.0', '100.5', { dayNtlVlm: '2000' })]];
    await wire.pass(8_000);
    wire.socket().deliver({ channel: 'allMids', data: { mids: { ABC: '102.0' } } });
    await wire.pass(7_500);
    expect(wire.of('tickers').findLast(({ snapshot }) => snapshot)?.rows[0]).toMatchObject({
      last: '102',
      volume: '2000',
    });
  });
  it('learns the day’s range from bars, the most traded market first', async () => {
    answers['candleSnapshot'] = [candle(AT - 2 * HOUR, '1h', '100', { h: '120.0', l: '80.0' })];
    wire.socket().deliver({ channel: 'allMids', data: { mids: { ABC: '100.5' } } });
    await wire.pass(5_500);
    expect(JSON.parse(requestedFor('candleSnapshot')[0]?.body ?? '')).toMatchObject({
      req: { interval: '1h' },
    });
    expect(requestedFor('candleSnapshot')).toHaveLength(1);
    const coin = JSON.parse(requestedFor('candleSnapshot')[0]?.body ?? '').req.coin;
    const id = coin === '@107' ? 'HYPE-USDC' : `${coin}-USDC-PERP`;
    expect(rows()).toMatchObject(
      [{ id, high24: '120', low24: '80' }].map((row) => expect.objectContaining(row)),
    );
  });
  it('learns the day’s range again after a loss: what was paid meanwhile is in it', async () => {
    answers['candleSnapshot'] = [candle(AT - 2 * HOUR, '1h', '100', { h: '120.0', l: '80.0' })];
    await wire.pass(60_000);
    const range = () =>
      wire
        .of('tickers')
        .flatMap(({ rows }) => rows)
        .findLast(({ id }) => id.startsWith('ABC'));
    expect(range()).toMatchObject({ high24: '120', low24: '80' });
    wire.opens = false;
    wire.socket().drop();
    await wire.pass(2 * HOUR);
    answers['candleSnapshot'] = [candle(AT + HOUR, '1h', '100', { h: '150.0', l: '70.0' })];
    wire.opens = true;
    await wire.pass(120_000);
    expect(range()).toMatchObject({ high24: '150', low24: '70' });
  });
  it('goes on to the next market when the venue refuses a day', async () => {
    answers['candleSnapshot'] = null;
    await wire.pass(16_000);
    const coins = requestedFor('candleSnapshot').map(({ body = '' }) => JSON.parse(body).req.coin);
    expect(new Set(coins)).toEqual(new Set(['ABC', 'kXYZ', '@107']));
  });
  it('is alive while the venue answers heartbeats, and asked for again when middles stop', async () => {
    wire.socket().deliver({ channel: 'allMids', data: { mids: { ABC: '101.0' } } });
    await wire.pass(9_000);
    expect(wire.of('alive').at(-1)).toMatchObject({ channels: ['tick'] });
    await wire.pass(4_000);
    expect(wire.of('lost')).toMatchObject([{ channel: 'tick' }]);
  });
  it('stays within the weight of a minute', async () => {
    await wire.pass(120_000);
    expect(venue.counts().restWeight).toBeGreaterThan(0);
    expect(venue.counts().restWeight).toBeLessThan(960);
  });
  it('stops asking when nobody wants it', async () => {
    wire.events.length = 0;
    venue.close();
    const before = wire.requested.length;
    await wire.pass(60_000);
    expect([wire.requested.length, wire.clock.pending]).toEqual([before, 0]);
  });
});

const level = (px: string, sz = '1.0') => ({ px, sz, n: 1 });
const book = (time: number, bids: readonly object[], asks: readonly object[], coin = 'ABC') => ({
  channel: 'l2Book',
  data: { coin, time, levels: [bids, asks] },
});

describe('a book', () => {
  beforeEach(async () => {
    venue.open('book:ABC-USDC-PERP');
    await wire.pass(50);
  });
  it('is replaced by each message, never merged', () => {
    wire.socket().deliver(book(AT, [level('99.0'), level('98')], [level('101.0', '2.50')]));
    wire.socket().deliver(book(AT + 500, [level('97')], [level('101')]));
    expect(wire.of('book').map(({ book: each, at }) => [each, at - AT])).toEqual([
      [
        {
          bids: [
            ['99', '1'],
            ['98', '1'],
          ],
          asks: [['101', '2.5']],
        },
        0,
      ],
      [{ bids: [['97', '1']], asks: [['101', '1']] }, 500],
    ]);
  });
  it('leaves out older, repeated, crossed, unordered, truncated and foreign messages', () => {
    wire.socket().deliver(book(AT, [level('99')], [level('101')]));
    const bad = [
      book(AT, [level('50')], []),
      book(AT - 1, [level('50')], []),
      book(AT + 1, [level('102')], [level('101')]),
      book(AT + 1, [level('98'), level('99')], []),
      book(AT + 1, [level('99', '0.0')], []),
      book(AT + 1, [level('99')], [], 'XYZ'),
      { channel: 'l2Book', data: { coin: 'ABC', time: AT + 1, levels: [[level('99')]] } },
      { channel: 'l2Book', data: null },
      '{"channel":"l2Book","data":{"coin":"ABC","le',
    ];
    for (const message of bad) wire.socket().deliver(message);
    expect([wire.of('book').length, venue.counts().dropped]).toEqual([1, 6]);
  });
  it('is not held up by a moment that cannot be', () => {
    wire.socket().deliver(book(AT + 30 * DAY, [level('99')], [level('101')]));
    wire.socket().deliver(book(AT, [level('98')], [level('101')]));
    expect(wire.of('book').map(({ at }) => at)).toEqual([AT]);
  });
  it('is asked for again when it is silent, then its line is replaced', async () => {
    wire.socket().deliver(book(AT, [level('99')], [level('101')]));
    await wire.pass(12_000);
    expect(requests().map(({ method }) => method)).toEqual(['subscribe', 'unsubscribe', 'subscribe']);
    expect(wire.of('lost')).toMatchObject([{ channel: 'book:ABC-USDC-PERP' }]);
    await wire.pass(30_000);
    expect(wire.sockets.length).toBeGreaterThanOrEqual(2);
  });
  it('begins anew on the socket after a lost one, with all else that is wanted', async () => {
    venue.open('trade:HYPE-USDC');
    await wire.pass(50);
    wire.socket().drop(1006);
    expect(wire.of('lost').map(({ channel }) => channel)).toEqual(['book:ABC-USDC-PERP', 'trade:HYPE-USDC']);
    await wire.pass(3_000);
    expect(wire.sockets).toHaveLength(2);
    expect(requests().map(({ subscription }) => subscription)).toEqual([
      { type: 'l2Book', coin: 'ABC' },
      { type: 'trades', coin: '@107' },
    ]);
    expect(venue.counts().reconnects).toBe(1);
  });
  it('goes with its line when the venue does not answer heartbeats', async () => {
    wire.socket().deliver(book(AT, [level('99')], [level('101')]));
    wire.onSent = () => undefined;
    await wire.pass(13_000);
    expect(wire.sockets.length).toBeGreaterThanOrEqual(2);
  });
});

describe('trades', () => {
  const trade = (tid: number, time: number, side = 'B') => ({
    coin: 'ABC',
    side,
    px: '100.0',
    sz: '1.5',
    time,
    tid,
    users: ['0x', '0x'],
  });
  const published = () =>
    wire.of('trades').map(({ snapshot, trades }) => [snapshot, trades.map(({ at }) => at - AT)]);
  beforeEach(async () => {
    venue.open('trade:ABC-USDC-PERP');
    await wire.pass(50);
  });
  it('begin with older ones, which are told as such', () => {
    wire.socket().deliver({ channel: 'trades', data: [trade(7, AT - 40_000), trade(3, AT - 49_000, 'A')] });
    wire.socket().deliver({ channel: 'trades', data: [trade(5, AT + 100)] });
    expect(published()).toEqual([
      [true, [-49_000, -40_000]],
      [false, [100]],
    ]);
    const ids = wire.of('trades').flatMap(({ trades }) => trades.map(({ id }) => id));
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(new Set(ids).size).toBe(3);
    expect(wire.of('trades')[0]?.trades.map(({ side }) => side)).toEqual(['sell', 'buy']);
  });
  it('are told once each', () => {
    wire.socket().deliver({ channel: 'trades', data: [trade(7, AT)] });
    wire.socket().deliver({ channel: 'trades', data: [trade(7, AT)] });
    wire.socket().deliver({ channel: 'trades', data: [trade(7, AT), trade(8, AT)] });
    expect(published()).toEqual([
      [true, [0]],
      [false, [0]],
    ]);
  });
  it('that are malformed or none are left out', () => {
    wire.socket().deliver({ channel: 'trades', data: [{ ...trade(7, AT), side: 'X' }] });
    wire.socket().deliver({ channel: 'trades', data: [] });
    wire.socket().deliver({ channel: 'trades', data: {} });
    expect([published(), venue.counts().dropped]).toEqual([[], 2]);
  });
  it('are not held up by a moment that cannot be', () => {
    wire.socket().deliver({ channel: 'trades', data: [trade(1, Number.MAX_SAFE_INTEGER)] });
    wire.socket().deliver({ channel: 'trades', data: [trade(2, AT)] });
    expect([published(), venue.counts().dropped]).toEqual([[[true, [0]]], 1]);
  });
  it('begin again with a snapshot after a loss, the same ones by the same ids', async () => {
    wire.socket().deliver({ channel: 'trades', data: [trade(7, AT)] });
    wire.socket().drop();
    await wire.pass(3_000);
    wire.socket().deliver({ channel: 'trades', data: [trade(7, AT), trade(9, AT + 1_000)] });
    expect(published()).toEqual([
      [true, [0]],
      [true, [0, 1_000]],
    ]);
    const [first, second] = wire.of('trades');
    expect(second?.trades[0]?.id).toBe(first?.trades[0]?.id);
  });
});

describe('candles', () => {
  const deliver = (data: unknown) => wire.socket().deliver({ channel: 'candle', data });
  const bars = () =>
    wire.of('candle').map(({ candle: bar, closed }) => [(bar.at - AT) / HOUR, bar.close, closed]);

  it('are closed by the next one, in one object or in a list', async () => {
    venue.open('cndl:ABC-USDC-PERP:1h');
    await wire.pass(50);
    deliver(candle(AT, '1h', '101.0'));
    deliver([candle(AT, '1h', '102.0')]);
    deliver(candle(AT + HOUR, '1h', '103'));
    expect(bars()).toEqual([
      [0, '101', false],
      [0, '102', false],
      [0, '102', true],
      [1, '103', false],
    ]);
  });
  it('that are off their grid, of another interval or impossible are dropped', async () => {
    venue.open('cndl:ABC-USDC-PERP:1h');
    await wire.pass(50);
    for (const bad of [
      candle(AT + 1, '1h', '101'),
      candle(AT, '1h', '111'),
      candle(AT, '1h', ''),
      {},
      null,
      [],
    ])
      deliver(bad);
    expect([bars(), venue.counts().dropped]).toEqual([[], 6]);
  });
  it('of weeks are made of days and open on Mondays', async () => {
    const monday = AT - 12 * HOUR - 2 * DAY;
    const day = (n: number, close: string, high = '110.0') =>
      candle(monday + n * DAY, '1d', close, { h: high, v: '1.0' });
    answers['candleSnapshot'] = [
      day(-1, '90', '500.0'),
      day(0, '101', '115.0'),
      day(1, '102'),
      day(2, '103'),
    ];
    venue.open('cndl:ABC-USDC-PERP:1w');
    await wire.pass(50);
    expect(requests()[0].subscription).toEqual({ type: 'candle', coin: 'ABC', interval: '1d' });
    deliver(day(2, '104'));
    const week = { at: monday, open: '100', high: '115', low: '90', close: '104', volume: '3' };
    expect(wire.of('candle').map(({ candle: bar, closed }) => [bar, closed])).toEqual([[week, false]]);
    const page = await venue.candles({ id: 'ABC-USDC-PERP', interval: '1w', limit: 2 });
    expect(page.candles.map(({ at, close, high }) => [at, close, high])).toEqual([
      [monday - 7 * DAY, '90', '500'],
      [monday, '103', '115'],
    ]);
  });
  it('are asked for by time, and end where the venue’s do', async () => {
    answers['candleSnapshot'] = [
      candle(AT - 2 * HOUR, '1h', '100'),
      candle(AT - HOUR, '1h', '101'),
      candle(AT, '1h', '102'),
    ];
    const page = await venue.candles({ id: 'ABC-USDC-PERP', interval: '1h', limit: 2 });
    const { req } = JSON.parse(wire.requested.at(-1)?.body ?? '');
    expect(req).toEqual({ coin: 'ABC', interval: '1h', startTime: AT - HOUR, endTime: AT + HOUR - 1 });
    expect([page.candles.map(({ at }) => at), page.more]).toEqual([[AT - HOUR, AT], true]);
    const older = await venue.candles({ id: 'ABC-USDC-PERP', interval: '1h', limit: 5, before: AT - HOUR });
    expect([older.candles.map(({ at }) => at), older.more]).toEqual([[AT - 2 * HOUR], false]);
  });
  it('of no market are refused', async () => {
    await expect(venue.candles({ id: 'GONE-USDC-PERP', interval: '1h', limit: 5 })).rejects.toMatchObject({
      code: 'unknownMarket',
    });
  });
});

describe('marks', () => {
  beforeEach(async () => {
    venue.open('mark');
    await wire.pass(50);
  });
  const row = (id: string, mark: string) => ({
    id,
    mark,
    index: '100.1',
    funding: { rate: '0.0000125', hours: 1, nextAt: AT + HOUR },
  });

  it('begin with what questions tell, then follow the contexts of the venue’s own dex by position', () => {
    expect(wire.of('venueMarks')[0]?.rows).toEqual([
      row('ABC-USDC-PERP', '100'),
      row('kXYZ-USDC-PERP', '0.0016'),
    ]);
    const own = [context('103.0', '103'), context('1', null), context('0.002', '0.002')];
    wire.socket().deliver({
      channel: 'allDexsAssetCtxs',
      data: {
        ctxs: [
          ['xyz', [context('9', '9')]],
          ['', own],
        ],
      },
    });
    expect(wire.of('venueMarks').at(-1)?.rows).toEqual([
      row('ABC-USDC-PERP', '103'),
      row('kXYZ-USDC-PERP', '0.002'),
    ]);
  });
  it('come by question while the stream is silent, and are no longer alive without either', async () => {
    await wire.pass(16_000);
    expect(wire.of('venueMarks').length).toBeGreaterThanOrEqual(2);
    expect(wire.of('alive').at(-1)).toMatchObject({ channels: ['mark'] });
    status = 403;
    await wire.pass(30_000);
    wire.events.length = 0;
    await wire.pass(10_000);
    expect(wire.of('alive')).toEqual([]);
  });
  it('drop contexts that cannot be read, one by one', () => {
    const own = [context('0', '1'), null, context('0.002', '0.002')];
    wire.socket().deliver({ channel: 'allDexsAssetCtxs', data: { ctxs: [['', own]] } });
    expect(
      wire
        .of('venueMarks')
        .at(-1)
        ?.rows.map(({ id }) => id),
    ).toEqual(['kXYZ-USDC-PERP']);
    expect(venue.counts().dropped).toBe(1);
    wire.socket().deliver({ channel: 'allDexsAssetCtxs', data: { ctxs: [] } });
    expect(venue.counts().dropped).toBe(2);
  });
});

it('a stream that the venue refuses is told as lost, and the line goes on', async () => {
  const [, contexts] = answers['metaAndAssetCtxs'] as [object, object[]];
  answers['metaAndAssetCtxs'] = [
    {
      universe: [
        { name: 'GONE', szDecimals: 2 },
        { name: 'ABC', szDecimals: 2 },
      ],
    },
    contexts,
  ];
  venue.open('book:GONE-USDC-PERP');
  await wire.pass(20_000);
  expect(wire.sockets).toHaveLength(1);
  expect(wire.of('alive')).toEqual([]);
  expect(wire.of('book')).toEqual([]);
});

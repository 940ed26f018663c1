import type { Endpoint, Remote } from 'comlink';
import { expose, proxy, wrap } from 'comlink';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Candle, Market, Ticker } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';
import type { FeedEvent, MarketFeed } from '../../feeds/index.ts';
import type {
  Frame,
  FrameOf,
  ListFrame,
  ListView,
  MarketApi,
  PageSession,
  PageSettings,
  View,
  ViewHandle,
} from '../../workers/api.ts';
import { createMarketApi } from '../../workers/api.ts';
import type { Keep } from '../../workers/session/keep.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { fakeMarket } from '../support/fakeSource.ts';

const settings: PageSettings = { language: 'en_us', refresh: 'balanced', visible: true, saveData: false };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

class FakeFeed implements MarketFeed {
  readonly subject = new Subject<FeedEvent>();
  readonly events$ = this.subject.asObservable();
  readonly channels = new Map<string, number>();
  wakes = 0;
  open = (channel: string) => {
    this.channels.set(channel, (this.channels.get(channel) ?? 0) + 1);
    return () => void this.channels.set(channel, (this.channels.get(channel) ?? 1) - 1);
  };
  wake = () => {
    this.wakes += 1;
  };
  counts = () => ({ dropped: 0, resyncs: 0, reconnects: 0 });
  close = () => this.subject.complete();
  get opened() {
    return [...this.channels].filter(([, count]) => count > 0).map(([channel]) => channel);
  }
}

const market = (base: string, quote = 'USDT', more: Partial<Market> = {}): Market => ({
  ...fakeMarket(`${base}-${quote}`),
  name: `${base}/${quote}`,
  base,
  quote,
  ...more,
});
const ticker = (id: string, last: string, volume = '100', open24 = '10'): Ticker => ({
  id,
  last,
  open24,
  volume,
  high24: '12',
  low24: '8',
});

let clock: FakeClock;
let feed: FakeFeed;
let kept: Map<string, unknown>;
let markets: Market[];
let answers: Record<string, (body: never) => unknown>;
let asked: [string, unknown, Record<string, string>][];
let api: ReturnType<typeof createMarketApi>;
let page: Remote<MarketApi>;
let session: Remote<PageSession>;
const ports: MessagePort[] = [];

/** Lets worker and page talk while time passes in small steps. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 10) {
    await clock.advance(Math.min(10, ms - at));
    await turn();
    await turn();
  }
}
async function start(): Promise<void> {
  const keep: Keep = {
    get: async (key) => kept.get(key),
    set: async (key, value) => void kept.set(key, value),
  };
  const transport = async (path: string, body: unknown, headers: Readonly<Record<string, string>>) => {
    asked.push([path, body, { ...headers }]);
    const found = Object.entries(answers).find(([end]) => path.endsWith(end));
    if (!found) throw new Error('no network');
    const data = found[1](body as never);
    return data && typeof data === 'object' && 'code' in data
      ? data
      : { code: 200, message: '', data, requestId: 'r' };
  };
  api = createMarketApi({ feed, transport, keep, clock });
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  expose(api, port1 as unknown as Endpoint);
  page = wrap<MarketApi>(port2 as unknown as Endpoint);
  session = (await (page.connect(settings) as unknown)) as Remote<PageSession>;
}
const tell = (rows: Ticker[], snapshot = false, at = clock.now()) =>
  feed.subject.next({ kind: 'tickers', snapshot, rows, at });
async function open<V extends View>(view: V): Promise<{ frames: FrameOf<V>[]; handle: Remote<ViewHandle> }> {
  const frames: FrameOf<V>[] = [];
  const sink = proxy((frame: Frame) => void frames.push(frame as FrameOf<V>));
  const handle = (await (session.open(view, sink) as unknown)) as Remote<ViewHandle>;
  return { frames, handle };
}
const list = (more: Partial<ListView> = {}): ListView => ({
  kind: 'list',
  list: 'spot',
  sort: { column: 'name', state: 1 },
  first: 0,
  last: 9,
  columns: ['value0', 'value1'],
  sparkline: false,
  held: false,
  ...more,
});
const texts = (frame: ListFrame | undefined, column = 0) =>
  (frame?.cells ?? []).filter((_, i, all) => i % 4 === 2 && all[i - 1] === column);
const order = (frames: readonly ListFrame[]) => {
  const heads: string[] = [];
  for (const frame of frames) for (const [place, { id }] of frame.heads) heads[place] = id;
  return heads;
};

beforeEach(async () => {
  clock = new FakeClock();
  feed = new FakeFeed();
  kept = new Map();
  asked = [];
  markets = [
    market('AAA'),
    market('BBB'),
    market('CCC'),
    market('AAB', 'BTC'),
    market('BTC'),
    market('XAU', 'USD', { kind: 'futures', cycle: true }),
  ];
  answers = { 'market/list': () => ({ version: 'v', markets }), 'market/sparklines': () => ({ lines: [] }) };
  await start();
  await pass(20);
  feed.subject.next({ kind: 'link', state: 'live' });
});
afterEach(() => {
  api.close();
  for (const port of ports.splice(0)) port.close();
});

describe('a list', () => {
  it('sends the window once, then only cells that changed', async () => {
    tell([ticker('AAA-USDT', '11'), ticker('BBB-USDT', '22'), ticker('CCC-USDT', '33')], true);
    const { frames } = await open(list({ quote: 'USDT' }));
    await pass(60);
    expect(frames).toHaveLength(1);
    expect(frames[0]?.total).toBe(4);
    expect(order(frames)).toEqual(['AAA-USDT', 'BBB-USDT', 'BTC-USDT', 'CCC-USDT']);
    tell([ticker('BBB-USDT', '23')]);
    await pass(60);
    expect(frames).toHaveLength(2);
    expect(frames[1]?.heads).toEqual([]);
    expect(frames[1]?.cells).toEqual([1, 0, '23.000', 1, 1, 1, '+130.00%', 1]);
  });
  it('says nothing when what is shown did not change', async () => {
    tell([ticker('AAA-USDT', '11'), ticker('CCC-USDT', '33')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    for (let i = 0; i < 20; i++) tell([ticker('CCC-USDT', `${34 + i}`), ticker('AAA-USDT', '11.00001')]);
    await pass(300);
    expect(frames).toHaveLength(1);
  });
  it('conflates: a thousand ticks are one cell', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list());
    await pass(60);
    for (let i = 1; i <= 1_000; i++) tell([ticker('AAA-USDT', `${11 + i}`)]);
    await pass(60);
    expect(frames).toHaveLength(2);
    expect(texts(frames[1])).toEqual(['1,011.00']);
  });
  it('waits for a page that is slow, and then sends the newest, never a queue', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    let release: () => void = () => undefined;
    const seen: string[] = [];
    const sink = proxy(async (frame: Frame) => {
      if (frame.kind === 'list') seen.push(...(texts(frame) as string[]));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await session.open(list(), sink);
    await pass(60);
    for (let i = 1; i <= 30; i++) {
      tell([ticker('AAA-USDT', `${11 + i}`)]);
      await pass(50);
    }
    expect(seen).toEqual(['11.000', '--', '--', '--', '--'].filter((_, i) => i < seen.length));
    release();
    await pass(100);
    expect(seen.at(-1)).toBe('41.000');
    expect(seen.filter((text) => text !== '--')).toHaveLength(2);
    release();
  });
  it.each([
    [{ list: 'spot', quote: 'BTC' }, ['AAB-BTC']],
    [{ list: 'futures' }, ['XAU-USD']],
    [{ list: 'cycle' }, ['XAU-USD']],
    [
      { list: 'favorites', ids: ['CCC-USDT', 'NOPE', 'AAA-USDT'], sort: { column: 'name', state: 0 } },
      ['CCC-USDT', 'AAA-USDT'],
    ],
    [{ list: 'search', query: 'aa', sort: { column: 'name', state: 0 } }, ['AAA-USDT', 'AAB-BTC']],
    [{ list: 'search', query: 'btc', sort: { column: 'name', state: 0 } }, ['BTC-USDT', 'AAB-BTC']],
    [{ list: 'search', query: 'xau/usd', sort: { column: 'name', state: 0 } }, ['XAU-USD']],
    [
      { list: 'spot', quote: 'USDT', sort: { column: 'price', state: 1 } },
      ['CCC-USDT', 'BBB-USDT', 'AAA-USDT', 'BTC-USDT'],
    ],
    [
      { list: 'spot', quote: 'USDT', sort: { column: 'volume', state: 2 } },
      ['BTC-USDT', 'CCC-USDT', 'BBB-USDT', 'AAA-USDT'],
    ],
    [{ list: 'rising', sort: { column: 'name', state: 0 } }, ['CCC-USDT', 'BBB-USDT', 'AAA-USDT']],
    [{ list: 'falling', sort: { column: 'name', state: 0 } }, ['AAA-USDT', 'BBB-USDT', 'CCC-USDT']],
  ] as [Partial<ListView>, string[]][])('holds for %j: %j', async (view, ids) => {
    tell(
      [ticker('AAA-USDT', '11', '300'), ticker('BBB-USDT', '22', '200'), ticker('CCC-USDT', '33', '100')],
      true,
    );
    const { frames } = await open(list(view));
    await pass(60);
    expect(order(frames)).toEqual(ids);
  });
  it('keeps its order under a finger', async () => {
    tell([ticker('AAA-USDT', '11', '300'), ticker('BBB-USDT', '22', '200')], true);
    const { frames, handle } = await open(
      list({ list: 'volume', sort: { column: 'name', state: 0 }, held: true }),
    );
    await pass(60);
    tell([ticker('BBB-USDT', '22', '900')]);
    await pass(2_000);
    expect(order(frames)).toEqual(['AAA-USDT', 'BBB-USDT']);
    await handle.update(list({ list: 'volume', sort: { column: 'name', state: 0 }, held: false }));
    await pass(100);
    expect(order(frames)).toEqual(['BBB-USDT', 'AAA-USDT']);
  });
  it('words everything anew in another language', async () => {
    tell([ticker('AAA-USDT', '1234.5')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    await session.setSettings({ language: 'de' });
    await pass(60);
    expect(frames.map((frame) => texts(frame)[0])).toEqual(['1,234.50', '1.234,50']);
  });
  it('sends nothing while the page is hidden, and all when it comes back', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    await session.setSettings({ visible: false });
    tell([ticker('AAA-USDT', '12')]);
    await pass(1_000);
    expect(frames).toHaveLength(1);
    await session.setSettings({ visible: true });
    await pass(60);
    expect(texts(frames[1])).toEqual(['12.000']);
  });
  it('sends at most four frames a second when data is saved', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    await session.setSettings({ saveData: true });
    const { frames } = await open(list({ last: 0 }));
    for (let i = 0; i < 100; i++) {
      tell([ticker('AAA-USDT', `${12 + i}`)]);
      await pass(20);
    }
    expect(frames.length).toBeLessThanOrEqual(9);
  });
  it('says when nothing is heard, and how long ago it was', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(frames[0]?.freshness.state).toBe('live');
    await pass(7_000);
    expect(frames.at(-1)?.freshness).toMatchObject({ state: 'stale', ageText: '7 sec. ago' });
    expect(frames.length).toBeLessThan(6);
    feed.subject.next({ kind: 'alive', channels: ['tick'], at: clock.now() });
    await pass(60);
    expect(frames.at(-1)?.freshness.state).toBe('live');
  });
  it('never shows an age below zero', async () => {
    tell([ticker('AAA-USDT', '11')], true, clock.now() + 600_000);
    const { frames } = await open(list({ last: 0 }));
    await pass(6_000);
    expect(frames.every(({ freshness }) => freshness.ageMs >= 0)).toBe(true);
  });
  it('orders twenty thousand markets and still sends ten rows', async () => {
    markets = Array.from({ length: 20_000 }, (_, i) => market(`M${i}`));
    answers['market/list'] = () => ({ version: 'w', markets });
    await pass(60_100);
    tell(
      markets.map(({ id }, i) => ticker(id, '11', `${i}`)),
      true,
    );
    const { frames } = await open(list({ sort: { column: 'volume', state: 1 } }));
    await pass(60);
    expect(frames[0]?.total).toBe(20_000);
    expect(frames[0]?.heads).toHaveLength(10);
    expect(frames[0]?.heads[0]?.[1].id).toBe('M19999-USDT');
  });
  it('leaves nothing open behind: opened and closed twice, as strict mode does', async () => {
    for (let i = 0; i < 2; i++) {
      const { handle } = await open(list());
      expect(feed.opened).toEqual(['tick']);
      await handle.close();
    }
    expect(feed.opened).toEqual([]);
    const { handle } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
    await handle.close();
    await session.close();
    expect(feed.opened).toEqual([]);
  });
});

describe('the last visit', () => {
  it('is shown at once with its age, until the feed speaks', async () => {
    api.close();
    feed = new FakeFeed();
    kept.set('market', {
      at: clock.now() - 3_600_000,
      markets,
      rows: [['AAA-USDT', '11', '10', '1', '12', '8']],
    });
    answers = {};
    await start();
    const { frames } = await open(list({ last: 0 }));
    await pass(60);
    expect(frames[0]?.freshness).toMatchObject({ state: 'cached', ageText: '1 hr. ago' });
    expect(texts(frames[0])).toEqual(['11.000']);
    feed.subject.next({ kind: 'link', state: 'live' });
    tell([ticker('AAA-USDT', '12')], true);
    await pass(60);
    expect(frames.at(-1)?.freshness.state).toBe('live');
  });
  it.each([
    [undefined],
    ['x'],
    [{ at: -1, markets: [], rows: [] }],
    [{ at: 1, markets: [{}], rows: [] }],
    [{ at: 1, markets: [], rows: [['A', 'NaN', '1', '1', '1', '1']] }],
  ])('is left out when it is damaged: %j', async (damaged) => {
    api.close();
    feed = new FakeFeed();
    kept.set('market', damaged);
    answers = {};
    await start();
    const { frames } = await open(list());
    await pass(60);
    expect(frames).toEqual([]);
  });
  it('is written now and then', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    await pass(10_100);
    expect(kept.get('market')).toMatchObject({ rows: [['AAA-USDT', '11', '10', '100', '12', '8']] });
  });
});

describe('one market', () => {
  it('shows its price, its day, and which way it went', async () => {
    tell([ticker('AAA-USDT', '11')], true);
    const { frames } = await open({ kind: 'ticker', id: 'AAA-USDT' });
    await pass(60);
    expect(frames[0]).toMatchObject({
      price: '11.00',
      percent: '+10.00%',
      isUp: true,
      dollar: '$11.000',
      high: '12.00',
      low: '8.00',
      rangePermille: 750,
      direction: 0,
    });
    tell([ticker('AAA-USDT', '9')]);
    await pass(60);
    expect(frames.at(-1)).toMatchObject({ price: '9.00', percent: '−10.00%', isUp: false, direction: -1 });
  });
  it('prices a pair in dollars by the coin it is quoted in', async () => {
    tell([ticker('AAB-BTC', '0.5'), ticker('BTC-USDT', '60000')], true);
    const { frames } = await open({ kind: 'ticker', id: 'AAB-BTC' });
    await pass(60);
    expect(frames[0]?.dollar).toBe('$30,000.00');
  });
  it('is unknown when it is not on the list', async () => {
    const { frames } = await open({ kind: 'ticker', id: 'NOPE' });
    await pass(60);
    expect(frames[0]?.market).toBeUndefined();
    expect(frames[0]?.price).toBe('--');
  });
});

describe('a book', () => {
  it('groups bids down and asks up, and sums from the best', async () => {
    const { frames, handle } = await open({ kind: 'book', id: 'AAA-USDT', depth: 5 });
    feed.subject.next({
      kind: 'book',
      id: 'AAA-USDT',
      at: clock.now(),
      book: {
        bids: [
          ['99.97', '1'],
          ['99.93', '2'],
          ['99.81', '1'],
        ],
        asks: [
          ['100.01', '3'],
          ['100.08', '1'],
          ['100.15', '4'],
        ],
      },
    });
    await pass(60);
    expect(frames[0]?.bids[0]).toEqual(['99.97', '1.000', '1.000', 125]);
    expect(frames[0]?.spread).toBe('0.04');
    await handle.update({ kind: 'book', id: 'AAA-USDT', depth: 5, group: '0.1' });
    await pass(60);
    expect(frames.at(-1)?.bids.map(([price, quantity]) => `${price} ${quantity}`)).toEqual([
      '99.9 3.000',
      '99.8 1.000',
    ]);
    expect(frames.at(-1)?.asks.map(([price, quantity]) => `${price} ${quantity}`)).toEqual([
      '100.1 4.000',
      '100.2 4.000',
    ]);
    expect(frames.at(-1)?.groups.map(({ step }) => step)).toEqual(['0.01', '0.1']);
  });
});

it('shows the newest trades first, and only those asked for', async () => {
  const { frames } = await open({ kind: 'trades', id: 'AAA-USDT', count: 2 });
  const trade = (id: number) => ({
    id,
    price: `${id}`,
    quantity: '1',
    side: 'buy' as const,
    at: clock.now(),
  });
  feed.subject.next({
    kind: 'trades',
    id: 'AAA-USDT',
    snapshot: true,
    trades: [1, 2, 3].map(trade),
    at: clock.now(),
  });
  await pass(60);
  feed.subject.next({ kind: 'trades', id: 'AAA-USDT', snapshot: false, trades: [trade(4)], at: clock.now() });
  await pass(60);
  expect(frames.map(({ rows }) => rows.map(({ id }) => id))).toEqual([
    [3, 2],
    [4, 3],
  ]);
  expect(frames[0]?.rows[0]?.price).toBe('3.00');
});

describe('a chart', () => {
  const minute = (i: number): Candle => ({
    at: 1_700_000_040_000 + i * 60_000,
    open: '1',
    high: `${i + 3}`,
    low: '1',
    close: `${i + 2}`,
    volume: '2',
  });
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => minute(from + i)).map(
      ({ at, open, high, low, close, volume }) => [at, open, high, low, close, volume],
    );
  const bar = (i: number, close: string, closed = false): FeedEvent => ({
    kind: 'candle',
    id: 'AAA-USDT',
    interval: '1m',
    candle: { ...minute(i), high: '99', close },
    closed,
    at: clock.now(),
  });
  const view = { kind: 'candles', id: 'AAA-USDT', interval: '1m', want: 100 } as const;
  beforeEach(() => {
    answers['market/candles'] = ({ before, limit }: { before?: number; limit: number }) => {
      const end = before === undefined ? 600 : (before - minute(0).at) / 60_000;
      return { candles: rows(Math.max(0, end - limit), end), more: end - limit > 0 };
    };
  });
  it('loads, follows, and goes back on demand', async () => {
    const { frames, handle } = await open(view);
    await pass(60);
    expect(frames[0]).toMatchObject({ mode: 'reset', more: true });
    expect(frames[0]?.bars.time).toHaveLength(300);
    const averages = frames[0]?.bars.averages[0];
    expect(Number.isNaN(averages?.[5])).toBe(true);
    expect(averages?.[6]).toBe(305);
    feed.subject.next(bar(599, '77'));
    feed.subject.next(bar(600, '78'));
    await pass(60);
    expect(frames.at(-1)?.mode).toBe('tail');
    expect([...(frames.at(-1)?.bars.close ?? [])].slice(-2)).toEqual([77, 78]);
    await handle.update({ ...view, want: 500 });
    await pass(60);
    const older = frames.find(({ mode }) => mode === 'older');
    expect(older?.bars.time[0]).toBe(minute(0).at / 1_000);
    expect(older?.more).toBe(false);
  });
  it('is mended after a break: what was missed is fetched', async () => {
    const { frames } = await open(view);
    await pass(60);
    feed.subject.next({ kind: 'lost', channel: 'cndl:AAA-USDT:1m' });
    answers['market/candles'] = () => ({ candles: rows(500, 620), more: true });
    feed.subject.next(bar(619, '50'));
    await pass(60);
    const { bars, mode } = frames.at(-1) ?? {};
    expect(mode).toBe('reset');
    expect(bars?.time.every((time, i, all) => i === 0 || time === (all[i - 1] ?? 0) + 60)).toBe(true);
  });
  it('words a bar exactly, also one far back', async () => {
    const { handle } = await open(view);
    await pass(60);
    const legend = await handle.legendAt(minute(400).at / 1_000);
    expect(legend).toMatchObject({
      open: '1.00',
      high: '403.00',
      close: '402.00',
      volume: '2.00',
      direction: 1,
    });
    const mean = D.sum(...Array.from({ length: 7 }, (_, i) => 396 + i))
      .div(7)
      .toFixed(2);
    expect(legend?.averages[0]).toBe(mean);
    expect(await handle.legendAt(1)).toBeUndefined();
  });
  it('says what failed, and nothing else breaks', async () => {
    answers['market/candles'] = () => ({ code: 'marketUnknown', message: 'no', data: null, requestId: 'r' });
    const { frames } = await open(view);
    await pass(100);
    expect(frames[0]?.failed).toEqual({ code: 'marketUnknown', message: 'no' });
  });
});

describe('calls', () => {
  it('yield data only, and carry the language', async () => {
    answers['load/wap/config'] = () => ({ openH5AppDownload: false, downloadUrl: '' });
    expect(await session.call('common.loadWapConfig', {})).toEqual({
      ok: true,
      data: { openH5AppDownload: false, downloadUrl: '' },
    });
    expect(asked.at(-1)).toEqual(['/api/xb/v1/common/load/wap/config', {}, { locale: 'en_us' }]);
  });
  it.each([
    [
      'an expired login',
      { code: 401, message: 'again', data: null, requestId: 'r' },
      { code: 401, message: 'again' },
    ],
    [
      'a refusal',
      { code: 'tooManyRequests', message: 'slow', data: null, requestId: 'r' },
      { code: 'tooManyRequests', message: 'slow' },
    ],
    [
      'a code of a newer server',
      { code: 'newCode', message: 'new', data: null, requestId: 'r' },
      { code: 'unexpected', message: 'new' },
    ],
    [
      'an empty answer',
      { code: 200, message: '', data: null, requestId: 'r' },
      { code: 'unexpected', message: '' },
    ],
  ])('tell %s as a value', async (_, answer, error) => {
    answers['load/wap/config'] = () => answer;
    expect(await session.call('common.loadWapConfig', {})).toEqual({ ok: false, error });
  });
  it('tell that there is no network, or no answer in 50 s', async () => {
    expect(await session.call('common.report', { kind: 'icon', detail: '', build: '' })).toEqual({
      ok: false,
      error: { code: 'networkDown', message: '' },
    });
    answers['load/wap/config'] = () => new Promise(() => undefined);
    const late = session.call('common.loadWapConfig', {});
    await turn();
    await turn();
    await clock.advance(50_100);
    expect(await late).toMatchObject({ ok: false });
  });
});

it('closes the session of a page that is gone', async () => {
  await open(list());
  expect(feed.opened).toEqual(['tick']);
  tell([ticker('AAA-USDT', '11')], true);
  for (const port of ports) port.close();
  await clock.advance(120_000);
  expect(feed.opened).toEqual([]);
});

it('tells the state of the link', async () => {
  const { frames } = await open({ kind: 'status' });
  await pass(60);
  expect(frames[0]).toMatchObject({ link: 'live', markets: 6, origin: 'simulated', refresh: 'balanced' });
  await session.wake();
  expect(feed.wakes).toBe(1);
});

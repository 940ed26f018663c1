import { describe, expect, it } from 'vitest';
import type { Candle, Interval, Trade } from '../../../domain/index.ts';
import { aggregateCandles, applyTrade, D, isBookValid } from '../../../domain/index.ts';
import { readExchangeInfo } from '../../../feeds/binance/exchangeInfo.ts';
import { normaliseTrade } from '../../../feeds/binance/normalise.ts';
import { readBar, readFundingHours, readKline, readMark, readTicker } from '../../../feeds/binance/rows.ts';
import { DepthSync, normaliseFrame } from '../../../feeds/index.ts';
import { answer } from '../../support/venueWire.ts';
import {
  isRecorded,
  NaiveBook,
  recordedFolder,
  recordedFrames,
  recordedJson,
  recordedText,
  trim,
} from './recorded.ts';
import { Script } from './script.ts';

const RAW = 'raw-ws-2024';
const CAPTURE = 'cryptofeed-2021';
const body = (file: string, path: string): unknown => {
  const line = recordedText(`${CAPTURE}/${file}`)
    .split('\n')
    .find((each) => each.includes(path));
  return JSON.parse(line?.slice(line.indexOf(': ') + 2) ?? 'null');
};
interface Row {
  readonly symbol: string;
  readonly status: string;
  readonly contractType?: string;
  readonly lastPrice: string;
  readonly openPrice: string;
  readonly highPrice: string;
  readonly lowPrice: string;
  readonly quoteVolume: string;
  readonly filters: readonly Record<string, string>[];
}

describe.skipIf(!isRecorded)(`recordings in ${recordedFolder} (skipped when the folder is absent)`, () => {
  describe('books', () => {
    it.each([
      ['spot', [`${RAW}/spot_btcusdt_20240808.gz`, `${RAW}/spot_btcusdt_20240809.gz`], 6_495],
      ['futures', [`${RAW}/usdm_ethusdt_20240808.gz`], 6_586],
    ])(
      'of %s chain without a break and are the venue’s, level by level',
      (_, files, count) => {
        const sync = new DepthSync();
        const naive = new NaiveBook();
        const quotes = new Map<number, { b: string; B: string; a: string; A: string }>();
        let diffs = 0;
        let gaps = 0;
        let dropped = 0;
        let compared = 0;
        let quoted = 0;
        for (const text of files.flatMap(recordedFrames)) {
          const frame = JSON.parse(text);
          const event = normaliseFrame(frame);
          if (!event) dropped += 1;
          if (frame.data?.B !== undefined) quotes.set(frame.data.u, frame.data);
          if (event?.kind === 'snapshot') sync.snapshot(event);
          if (event?.kind === 'diff' && sync.diff(event) === 'gap') gaps += 1;
          naive.take(frame);
          if (event?.kind !== 'diff') continue;
          diffs += 1;
          // The best quotes come by a stream of their own: at the same update both agree.
          const quote = quotes.get(event.last);
          if (quote && sync.lastUpdateId === event.last) {
            quoted += 1;
            const { bids, asks } = sync.book(1);
            expect([bids[0], asks[0]]).toEqual([
              [trim(quote.b), trim(quote.B)],
              [trim(quote.a), trim(quote.A)],
            ]);
          }
          if (diffs % 200 !== 0 || sync.lastUpdateId === undefined) continue;
          compared += 1;
          const book = sync.book(50);
          expect(sync.lastUpdateId).toBe(naive.last);
          expect(book).toEqual({ bids: naive.top(0), asks: naive.top(1) });
          expect(isBookValid(book)).toBe(true);
        }
        expect([diffs, gaps, dropped]).toEqual([count, 0, 0]);
        expect(compared).toBeGreaterThanOrEqual(30);
        expect(quoted).toBeGreaterThan(100);
        expect(sync.book(50)).toEqual({ bids: naive.top(0), asks: naive.top(1) });
      },
      60_000,
    );

    it.each([
      ['spot', `${RAW}/spot_btcusdt_20240808.gz`],
      ['futures', `${RAW}/usdm_ethusdt_20240808.gz`],
    ])('of %s notice each difference that is taken out', (_, file) => {
      const events = recordedFrames(file).map((text) => normaliseFrame(JSON.parse(text)));
      const diffs = events.filter((event) => event?.kind === 'diff');
      const snapshot = events.find((event) => event?.kind === 'snapshot');
      const first = diffs.findIndex((diff) => diff.last >= (snapshot?.last ?? 0));
      for (let hole = first + 1; hole < first + 400; hole += 7) {
        const sync = new DepthSync();
        if (snapshot) sync.snapshot(snapshot);
        const results = diffs
          .slice(first, hole + 2)
          .map((diff, i) => (first + i === hole ? 'out' : sync.diff(diff)));
        expect(results.at(-1)).toBe('gap');
        expect(results.slice(0, -2)).not.toContain('gap');
      }
    });

    it('come out of the adapter as they are in the recording', async () => {
      const script = new Script();
      const frames = [`${RAW}/spot_btcusdt_20240808.gz`, `${RAW}/spot_btcusdt_20240809.gz`].flatMap(
        recordedFrames,
      );
      let reply: (snapshot: unknown) => void = () => undefined;
      const all = script.onRequest;
      script.onRequest = (request) =>
        request.url.includes('/depth')
          ? new Promise((resolve) => (reply = (snapshot) => resolve(answer(snapshot))))
          : all(request);
      await script.open('book:BTC-USDT');
      const naive = new NaiveBook();
      let last: unknown;
      let published = 0;
      for (const [i, text] of frames.entries()) {
        const frame = JSON.parse(text);
        naive.take(frame);
        if (frame.lastUpdateId !== undefined) {
          reply(frame);
          await script.clock.advance(0);
        } else if (frame.stream === 'btcusdt@depth@100ms') script.socket().deliver(text);
        if (i % 500 !== 0 && i < frames.length - 10) continue;
        last = script.of('book').at(-1)?.book ?? last;
        published += script.of('book').length;
        script.events.length = 0;
      }
      expect(last).toEqual({ bids: naive.top(0), asks: naive.top(1) });
      expect(published).toBeGreaterThan(6_000);
      expect(script.venue.counts()).toMatchObject({ resyncs: 0, reconnects: 0 });
    }, 60_000);
  });

  describe('bars', () => {
    it('built from the recorded trades are the venue’s own', () => {
      let compared = 0;
      for (const file of ['BINANCE.ws.1.0.gz', 'BINANCE_FUTURES.ws.1.0.gz']) {
        const messages = recordedText(`${CAPTURE}/${file}`)
          .split('\n')
          .filter((line) => line.includes('"data"'))
          .map((line) => JSON.parse(line.slice(line.indexOf(': ') + 2)).data);
        const trades = messages.filter(({ e }) => e === 'aggTrade');
        for (const message of messages.filter(({ e }) => e === 'kline')) {
          const { f, L } = message.k;
          const received = trades.filter((trade) => trade.s === message.s && trade.f >= f && trade.l <= L);
          // Only bars of which every fill was received: they are numbered without holes.
          if (received.reduce((next, trade) => (trade.f === next ? trade.l + 1 : -1), f) !== L + 1) continue;
          let bar: Candle | undefined;
          for (const trade of received) bar = applyTrade(bar, normaliseTrade(trade) as Trade, '1m');
          expect(bar).toEqual(readKline('1m', message)?.candle);
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThanOrEqual(15);
    });

    it.each([
      ['BTCUSDT-15m-2025Q4', 'BTCUSDT-1h-2025', '15m', '1h'],
      ['DOGEUSDT-15m-2025Q4', 'DOGEUSDT-1h-2025', '15m', '1h'],
      ['BTCUSDT-1h-2025', 'BTCUSDT-1d', '1h', '1d'],
      ['BTCUSDT-1d', 'BTCUSDT-1w', '1d', '1w'],
    ] as const)('of %s join to those of %s', (fine, coarse, from, to) => {
      const bars = (file: string, interval: Interval) =>
        (recordedJson(`klines-full/${file}.json.gz`) as unknown[]).map(
          (row) => readBar(interval, row) as Candle,
        );
      const joined = aggregateCandles(bars(fine, from), to);
      const venues = new Map(bars(coarse, to).map((bar) => [bar.at, bar]));
      // The first and the last may hold only a part.
      const whole = joined.slice(1, -1).filter(({ at }) => venues.has(at));
      for (const bar of whole) expect(bar).toEqual(venues.get(bar.at));
      expect(whole.length).toBeGreaterThanOrEqual(300);
    });
  });

  it('tickers keep every digit, and dead pairs are told apart', () => {
    const rows = recordedJson('tickers-24hr-20240310.json.gz') as (Row & Record<string, unknown>)[];
    let alive = 0;
    for (const row of rows) {
      const ticker = readTicker(row.symbol, row);
      if (ticker === null) {
        expect(new D(row.lastPrice).isZero()).toBe(true);
        continue;
      }
      alive += 1;
      expect(ticker).toEqual({
        id: row.symbol,
        last: trim(row.lastPrice),
        open24: trim(row.openPrice),
        high24: trim(row.highPrice),
        low24: trim(row.lowPrice),
        volume: trim(row.quoteVolume),
      });
    }
    expect([rows.length, alive]).toEqual([2_519, 1_286]);
  });

  it.each([
    ['spot', 'BINANCE.0.gz', 1_695, 1_262, 1_200],
    ['perpetual', 'BINANCE_FUTURES.0.gz', 122, undefined, 2_400],
  ] as const)('the %s list of symbols gives steps to the digit', (kind, file, count, trading, limit) => {
    const info = body(file, 'exchangeInfo') as { symbols: Row[] };
    const read = readExchangeInfo(kind, info);
    const wanted = info.symbols.filter(
      ({ status, contractType = 'PERPETUAL' }) => status === 'TRADING' && contractType === 'PERPETUAL',
    );
    expect(info.symbols).toHaveLength(count);
    expect(trading === undefined ? wanted.length : trading).toBe(wanted.length);
    expect([read?.markets.size, read?.dropped, read?.limit]).toEqual([
      wanted.length,
      0,
      { weight: limit, perMs: 60_000 },
    ]);
    for (const { symbol, filters } of wanted) {
      const of = (type: string, field: string) =>
        filters.find(({ filterType }) => filterType === type)?.[field] ?? '0';
      const market = read?.markets.get(symbol);
      expect([market?.tick, market?.lot, market?.minQuantity]).toEqual(
        [of('PRICE_FILTER', 'tickSize'), of('LOT_SIZE', 'stepSize'), of('LOT_SIZE', 'minQty')].map(trim),
      );
    }
  });

  it('answers of public questions are read', () => {
    const routes = recordedJson('rest-recorded/binance-public-rest.json.gz') as Record<
      string,
      { response: unknown }[]
    >;
    const of = (path: string) => (routes[path] ?? []).map(({ response }) => response);
    const klines = of('/api/v3/klines')
      .flat()
      .map((row) => readBar('1m', row) ?? readBar('5m', row) ?? readBar('1h', row) ?? readBar('1d', row));
    expect(klines.length).toBeGreaterThan(1_000);
    expect(klines.filter((bar) => bar === undefined)).toEqual([]);
    const marks = of('/fapi/v1/premiumIndex').flat() as Record<string, unknown>[];
    expect(marks.map((row) => readMark('X', row, 8))).not.toContain(undefined);
    expect(readFundingHours(of('/fapi/v1/fundingInfo')[0])?.size).toBeGreaterThan(0);
    for (const depth of [...of('/api/v3/depth'), ...of('/fapi/v1/depth')])
      expect(normaliseFrame(depth)).toMatchObject({ kind: 'snapshot' });
  });
});

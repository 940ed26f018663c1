import { binance } from '../feeds/binance/adapter.ts';
import { binanceConfig } from '../feeds/binance/config.ts';
import { named } from '../feeds/binance/readers/tickers.ts';
import { ReadDiff, ReadTickers, ReadTrade } from '../feeds/binance/scan.ts';
import { streamPlan } from '../feeds/binance/sockets.ts';
import { hyperliquidCases } from './hyperliquid.ts';
import { okxCases } from './okx.ts';
import type { Pass, VenueCase } from './openVenue.ts';
import { counted, openVenue, ownText, recordedLines } from './openVenue.ts';

const FILE = 'binance/raw-ws-2024/spot_btcusdt_20240808.gz';
const plan = streamPlan([], binanceConfig.spotStreams, '', '');

/** What the adapter's readers get of a frame; all of these frames have their usual form. */
function messageOf(text: string): unknown {
  const frame = plan.read(text);
  return frame?.kind === 'data' ? frame.message : undefined;
}

/** Symbols of the list, as the venue's `exchangeInfo` has them. */
const LISTED = 2_000;
export const symbols = ['BTCUSDT', ...Array.from({ length: LISTED - 1 }, (_, i) => `C${i}USDT`)];
export const symbolRow = (symbol: string) => ({
  symbol,
  status: 'TRADING',
  baseAsset: symbol.slice(0, -4),
  quoteAsset: 'USDT',
  isSpotTradingAllowed: true,
  orderTypes: [],
  permissions: [],
  permissionSets: [['SPOT']],
  filters: [
    {
      filterType: 'PRICE_FILTER',
      minPrice: '0.01000000',
      maxPrice: '1000000.00000000',
      tickSize: '0.01000000',
    },
    { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
  ],
});

function miniTickers(second: number): string {
  const data = symbols.map((s, i) => ({
    e: '24hrMiniTicker',
    E: 1_700_000_000_000 + second,
    s,
    c: ((i + 1) * 1.2345 + second).toFixed(8),
    o: ((i + 1) * 1.2).toFixed(8),
    h: ((i + 1) * 1.3 + 100).toFixed(8),
    l: ((i + 1) * 1.1).toFixed(8),
    v: (i * 1_000.25).toFixed(8),
    q: (i * 2_000.75).toFixed(8),
  }));
  return JSON.stringify({ stream: '!miniTicker@arr', data });
}

/** Binance as a bench has it: spot alone. @param depth its answer for a book. */
const opened = (channel: string, depth?: unknown): Promise<Pass> =>
  openVenue(
    {
      adapter: binance,
      options: { kinds: ['spot'] },
      answer: (url) => {
        if (url.includes('exchangeInfo')) return { symbols: symbols.map(symbolRow) };
        return url.includes('/depth') ? depth : [];
      },
      // Its first stream is named by the address.
      obey: () => [{ result: null, id: 1 }],
    },
    channel,
  );

function recorded(): readonly VenueCase[] {
  const lines = recordedLines(FILE).filter((line) => line !== '');
  const frames = lines.map((line) => ownText(line.slice(line.indexOf(' ') + 1)));
  if (frames.length === 0) return [];
  const receivedAt = (line = '') => Number.parseInt(line.slice(0, 13), 10);
  const spanMs = receivedAt(lines.at(-1)) - receivedAt(lines[0]);
  const snapshot = JSON.parse(frames.find((text) => text.startsWith('{"lastUpdateId"')) ?? '{}');
  const diffs = frames.filter(
    (text) => text.includes('"depthUpdate"') && JSON.parse(text).data.u > snapshot.lastUpdateId,
  );
  // The adapter reads aggregated trades; a fill of the recording has the same digits.
  const trades = frames
    .filter((text) => text.includes('"e":"trade"'))
    .map((text) => JSON.parse(text).data)
    .map(({ E, s, t, p, q, T, m, M }) => ({
      stream: 'btcusdt@aggTrade',
      data: { e: 'aggTrade', E, s, a: t, p, q, f: t, l: t, T, m, M },
    }))
    .map((frame) => JSON.stringify(frame));
  return [
    {
      venue: 'binance',
      kind: 'book',
      name: `binance, ${diffs.length} recorded differences of a book`,
      texts: diffs,
      normalised: counted((text) => {
        const diff = messageOf(text);
        return diff instanceof ReadDiff ? diff.bids.length + diff.asks.length : 0;
      }),
      parsed: (texts) =>
        texts.reduce((sum, text) => {
          const { data } = JSON.parse(text);
          return sum + data.b.length + data.a.length;
        }, 0),
      adapter: () => opened('book:BTC-USDT', snapshot),
      snapshot,
      spanMs,
      notes: {
        events:
          '`binance` keeps no book; of ours the profile has first the collector, which moves what stays in the book, then the order of 36 levels a message, then reading',
      },
    },
    {
      venue: 'binance',
      kind: 'trade',
      name: `binance, ${trades.length} recorded trades`,
      texts: trades,
      normalised: counted((text) => (messageOf(text) instanceof ReadTrade ? 1 : 0)),
      parsed: (texts) => texts.reduce((sum, text) => (JSON.parse(text).data.p.length > 0 ? sum + 1 : sum), 0),
      adapter: () => opened('trade:BTC-USDT'),
      spanMs,
    },
  ];
}

const FRAMES = 30;
const ids = new Map(symbols.map((symbol) => [symbol, { id: `${symbol.slice(0, -4)}-USDT` }]));
const market = (symbol: string) => ids.get(symbol);

export const venueCases: readonly VenueCase[] = [
  ...recorded(),
  ...okxCases,
  ...hyperliquidCases,
  {
    venue: 'binance',
    kind: 'tickers',
    name: `binance, lists of ${LISTED} pairs`,
    texts: Array.from({ length: FRAMES }, (_, second) => miniTickers(second)),
    normalised: counted((text) => {
      const list = messageOf(text);
      return list instanceof ReadTickers ? named(market, list).length : 0;
    }),
    parsed: (texts) => texts.reduce((sum, text) => sum + JSON.parse(text).data.length, 0),
    adapter: () => opened('tick'),
  },
];

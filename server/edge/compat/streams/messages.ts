import type { CandleData, MarkRow } from '../../../../domain/contract/index.ts';
import type { Book, Interval, Ticker, Trade } from '../../../../domain/index.ts';
import { barAfter, DAY_MS } from '../../../../domain/index.ts';
import type { PrintedLiquidation } from '../../../market/liquidations.ts';
import { barFigures } from '../market/barFigures.ts';
import type { BookUpdate } from '../market/books.ts';
import { dayFigures } from '../market/rows.ts';
import type { StreamKind } from './names.ts';
export const tradeMessage = (
  s: string,
  { id, price, quantity, side, at }: Trade,
  kind: StreamKind,
  E: number,
) => ({
  ...{ e: 'trade', E, s, t: id, p: price, q: quantity, T: at, m: side === 'sell' },
  ...(kind === 'spot' ? { M: true } : { X: 'MARKET' }),
});

export const aggTradeMessage = (
  s: string,
  { id, price, quantity, side, at }: Trade,
  kind: StreamKind,
  E: number,
) => ({
  ...{ e: 'aggTrade', E, s, a: id, p: price, q: quantity, f: id, l: id, T: at, m: side === 'sell' },
  ...(kind === 'spot' ? { M: true } : {}),
});

/**
 * A change of a book. On futures the first change after a snapshot has to begin at the snapshot's own number
 * (`U` <= `lastUpdateId` <= `u`), on spot at the one after it.
 */
export const depthMessage = (s: string, update: BookUpdate, kind: StreamKind) => ({
  ...{ e: 'depthUpdate', E: update.at },
  ...(kind === 'futures' ? { T: update.at } : {}),
  ...{ s, U: kind === 'futures' ? update.previous : update.last, u: update.last },
  ...(kind === 'futures' ? { pu: update.previous } : {}),
  ...{ b: update.bids, a: update.asks },
});

/** The best levels, whole. */
export function levelsMessage(s: string, { book, last, at }: BookState, levels: number, kind: StreamKind) {
  const [bids, asks] = [book.bids.slice(0, levels), book.asks.slice(0, levels)];
  if (kind === 'spot') return { lastUpdateId: last, bids, asks };
  return { e: 'depthUpdate', E: at, T: at, s, U: last, u: last, pu: last - 1, b: bids, a: asks };
}

export interface BookState {
  readonly book: Book;
  readonly last: number;
  readonly at: number;
}

export function bookTickerMessage(s: string, { book, last, at }: BookState, kind: StreamKind) {
  const [bid, ask] = [book.bids[0] ?? ['0', '0'], book.asks[0] ?? ['0', '0']];
  return {
    ...(kind === 'futures' ? { e: 'bookTicker' } : {}),
    ...{ u: last, s, b: bid[0], B: bid[1], a: ask[0], A: ask[1] },
    ...(kind === 'futures' ? { T: at, E: at } : {}),
  };
}

/** @param tape the newest trades of the market, ascending. @see barFigures */
export function klineMessage(
  s: string,
  interval: Interval,
  data: CandleData,
  { tape, now: E }: { readonly tape: readonly Trade[]; readonly now: number },
) {
  const [t, o, h, l, c, v, x] = data;
  const T = barAfter(t, interval) - 1;
  const {
    quote: q,
    trades: n,
    bought: V,
    boughtQuote: Q,
    first: f,
    last: L,
  } = barFigures({ at: t, volume: v }, interval, tape);
  return {
    ...{ e: 'kline', E, s },
    k: { t, T, s, i: interval, f, L, o, c, h, l, v, n, x, q, V, Q, B: '0' },
  };
}

export function miniTickerMessage(s: string, ticker: Ticker, E: number) {
  const { lastPrice, openPrice, highPrice, lowPrice, volume, quoteVolume } = dayFigures(ticker);
  return {
    e: '24hrMiniTicker',
    E,
    s,
    c: lastPrice,
    o: openPrice,
    h: highPrice,
    l: lowPrice,
    v: volume,
    q: quoteVolume,
  };
}

export function tickerMessage(s: string, ticker: Ticker, book: Book | undefined, E: number) {
  const f = dayFigures(ticker);
  const [bid, ask] = [book?.bids[0] ?? ['0', '0'], book?.asks[0] ?? ['0', '0']];
  return {
    ...{ e: '24hrTicker', E, s, p: f.priceChange, P: f.priceChangePercent, w: f.weightedAvgPrice },
    ...{ x: f.openPrice, c: f.lastPrice, Q: '0', b: bid[0], B: bid[1], a: ask[0], A: ask[1] },
    ...{ o: f.openPrice, h: f.highPrice, l: f.lowPrice, v: f.volume, q: f.quoteVolume },
    ...{ O: E - DAY_MS, C: E, F: -1, L: -1, n: 0 },
  };
}

export const markMessage = (s: string, [, p, i, r, T]: MarkRow, E: number) => ({
  ...{ e: 'markPriceUpdate', E, s, p, i, P: i, r, T },
});

/** A liquidation, as the order that closes the position: market, filled at once and as a whole. */
export function forceOrderMessage(
  s: string,
  { side, quantity: q, price: p, at: T }: PrintedLiquidation,
  E: number,
) {
  const S = side === 'long' ? 'SELL' : 'BUY';
  return { e: 'forceOrder', E, o: { s, S, o: 'LIMIT', f: 'IOC', q, p, ap: p, X: 'FILLED', l: q, z: q, T } };
}

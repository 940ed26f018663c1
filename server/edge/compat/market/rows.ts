import type { Candle, Dec, Interval, Ticker, Trade } from '../../../../domain/index.ts';
import { barAfter, barStart, D, DAY_MS, roundToDecimals, toText } from '../../../../domain/index.ts';
import { barFigures } from './barFigures.ts';

/** Decimal places of published amounts that have no step of the market's own. */
const PLACES = 8;

const product = (a: Dec, b: Dec): Dec => toText(new D(a).times(b));

/** One fill of the tape. */
export const tradeRow = ({ id, price, quantity, side, at }: Trade) => ({
  id,
  price,
  qty: quantity,
  quoteQty: product(price, quantity),
  time: at,
  isBuyerMaker: side === 'sell',
  isBestMatch: true,
});

/** The same as an aggregate of itself alone: the tape is not gathered. */
export const aggTradeRow = ({ id, price, quantity, side, at }: Trade) => ({
  a: id,
  p: price,
  q: quantity,
  f: id,
  l: id,
  T: at,
  m: side === 'sell',
  M: true,
});

/** A bar. @param tape the newest trades of its market, ascending. @see barFigures */
export function barRow(bar: Candle, interval: Interval, tape: readonly Trade[]) {
  const { at, open, high, low, close, volume } = bar;
  const end = barAfter(barStart(at, interval), interval) - 1;
  const { quote, trades, bought, boughtQuote } = barFigures(bar, interval, tape);
  return [at, open, high, low, close, volume, end, quote, trades, bought, boughtQuote, '0'] as const;
}

/** A bar of marks: nothing is traded at one. */
export const markBarRow = ({ at, open, high, low, close }: Candle, interval: Interval) =>
  [at, open, high, low, close, '0', barAfter(at, interval) - 1, '0', 0, '0', '0', '0'] as const;

export interface DayDeps {
  readonly symbol: string;
  /** ms UTC. */
  readonly now: number;
  /** The newest trade's number, where it is known. */
  readonly lastId?: number | undefined;
  readonly bid?: readonly [Dec, Dec] | undefined;
  readonly ask?: readonly [Dec, Dec] | undefined;
}

/** How a price has moved, and what was traded: volume in base is what was traded in quote, at the last price. */
export function dayFigures({ last, open24, volume, high24, low24 }: Ticker) {
  const open = new D(open24).isZero() ? last : open24;
  const change = new D(last).minus(open);
  const percent = new D(open).isZero() ? new D(0) : change.div(open).times(100);
  const base = new D(last).isZero() ? '0' : roundToDecimals(toText(new D(volume).div(last)), PLACES, 'down');
  return {
    priceChange: toText(change),
    priceChangePercent: toText(percent.toDecimalPlaces(3)),
    weightedAvgPrice: last,
    lastPrice: last,
    openPrice: open,
    highPrice: high24,
    lowPrice: low24,
    volume: base,
    quoteVolume: volume,
  };
}

/** The last 24 hours of a market. */
export function dayRow(ticker: Ticker, { symbol, now, lastId = -1, bid, ask }: DayDeps) {
  const { weightedAvgPrice, ...figures } = dayFigures(ticker);
  return {
    symbol,
    ...figures,
    weightedAvgPrice,
    prevClosePrice: figures.openPrice,
    lastQty: '0',
    bidPrice: bid?.[0] ?? '0',
    bidQty: bid?.[1] ?? '0',
    askPrice: ask?.[0] ?? '0',
    askQty: ask?.[1] ?? '0',
    openTime: now - DAY_MS,
    closeTime: now,
    firstId: -1,
    lastId,
    count: 0,
  };
}

import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Interval } from '../interval.ts';
import { barStart } from '../interval.ts';
import type { Trade } from './market.ts';

/** One bar. Prices quote per base; high ≥ open, close ≥ low. */
export interface Candle {
  /** Start of the bar, ms UTC, on the interval's grid. */
  readonly at: number;
  readonly open: Dec;
  readonly high: Dec;
  readonly low: Dec;
  readonly close: Dec;
  /** Base units traded in the bar. */
  readonly volume: Dec;
}

const maxDec = (a: Dec, b: Dec): Dec => (compareDec(a, b) >= 0 ? a : b);
const minDec = (a: Dec, b: Dec): Dec => (compareDec(a, b) <= 0 ? a : b);

/** Whether a bar is possible: on the grid, high and low around open and close. */
export function isCandleValid(candle: Candle, interval: Interval): boolean {
  const { open, high, low, close } = candle;
  return (
    barStart(candle.at, interval) === candle.at &&
    compareDec(high, maxDec(open, close)) >= 0 &&
    compareDec(low, minDec(open, close)) <= 0
  );
}

/** Two neighbouring parts of one bar, the earlier first. */
export function joinCandles(earlier: Candle, later: Candle): Candle {
  return {
    at: earlier.at,
    open: earlier.open,
    high: maxDec(earlier.high, later.high),
    low: minDec(earlier.low, later.low),
    close: later.close,
    volume: toText(new D(earlier.volume).plus(later.volume)),
  };
}

/**
 * Joins fine bars into coarse ones. A coarse bar is exactly its parts: an hour equals its sixty minutes.
 * @param fine ascending in time, of an interval that divides `interval`.
 */
export function aggregateCandles(fine: readonly Candle[], interval: Interval): readonly Candle[] {
  const coarse: Candle[] = [];
  for (const candle of fine) {
    const at = barStart(candle.at, interval);
    const last = coarse.at(-1);
    if (last?.at === at) coarse[coarse.length - 1] = joinCandles(last, candle);
    else coarse.push({ ...candle, at });
  }
  return coarse;
}

/** The bar that a trade alone makes. */
export function candleOfTrade(trade: Pick<Trade, 'price' | 'quantity' | 'at'>, interval: Interval): Candle {
  const { price, quantity, at } = trade;
  return { at: barStart(at, interval), open: price, high: price, low: price, close: price, volume: quantity };
}

/**
 * The bar after a trade, given the bar before it. A trade of a later bar opens that bar; one of an earlier bar
 * is left out, since that bar was published as closed.
 */
export function applyTrade(
  candle: Candle | undefined,
  trade: Pick<Trade, 'price' | 'quantity' | 'at'>,
  interval: Interval,
): Candle {
  const own = candleOfTrade(trade, interval);
  if (candle === undefined || own.at > candle.at) return own;
  return own.at < candle.at ? candle : joinCandles(candle, own);
}

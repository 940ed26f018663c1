import type { Interval } from '../interval.ts';
import { barStart, DAY_MS, HOUR_MS, intervalMs } from '../interval.ts';
import type { Indicator } from '../market/indicator.ts';

/**
 * From when on a volume-weighted average price of bars is reckoned: the day's beginning; that of the week for bars of
 * four hours and longer; that of the year for bars of a day and longer. UTC.
 * @param at start of a bar, ms UTC.
 */
export function vwapAnchor(at: number, interval: Interval): number {
  const length = intervalMs(interval);
  if (length >= DAY_MS) return Date.UTC(new Date(at).getUTCFullYear(), 0, 1);
  return barStart(at, length >= 4 * HOUR_MS ? '1w' : '1d');
}

/** How many bars back from the running one the indicators reach at least before they say anything. */
export function barsNeeded(indicators: readonly Indicator[], interval: Interval, now: number): number {
  if (!indicators.some(({ kind }) => kind === 'vwap')) return 0;
  return Math.ceil((now - vwapAnchor(now, interval)) / intervalMs(interval)) + 1;
}

import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';

/**
 * Mean without the extremes: sorted, `floor(n·share)` dropped at each end; undefined when nothing is left. [doc]
 * @param share of each end, 0 ≤ share < 0.5.
 */
export function trimmedMean(prices: readonly Dec[], share: Dec): Dec | undefined {
  const drop = new D(share).times(prices.length).toDecimalPlaces(0, D.ROUND_DOWN).toNumber();
  const sorted = prices.map((price) => new D(price)).sort((a, b) => a.comparedTo(b));
  const kept = sorted.slice(drop, sorted.length - drop);
  if (kept.length === 0) return undefined;
  return toText(kept.reduce((sum, price) => sum.plus(price), new D(0)).div(kept.length));
}

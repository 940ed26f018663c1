import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { roundToStep } from '../rounding.ts';

/** How far the mark may stand from the index, a fraction of the index. [ours] */
export const MARK_BAND: Dec = '0.01';
/** After this time a step of the basis has come through by half. [ours] */
export const BASIS_HALF_MS = 30_000;
/** So long the first look at a market counts; later it weighs no more than any other. [ours] */
export const BASIS_FIRST_MS = 2_000;

/**
 * Median of prices; of an even count the mean of the middle two. Undefined when there is none. One wrong source
 * among three does not move it beyond the right ones. [doc]
 */
export function medianPrice(prices: readonly Dec[]): Dec | undefined {
  const sorted = prices.map((price) => new D(price)).sort((a, b) => a.comparedTo(b));
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return undefined;
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? upper);
  return toText(lower.plus(upper).div(2));
}

/**
 * The smoothed basis after a new look at the market: moved toward `price − index` by `t ÷ (t + half)`, quote per
 * base, signed, to 18 places. While it is younger than the half time, that time is its age, which makes it the mean of
 * what was seen so far. It takes no exponential, so that every machine gets the same digits. [ours]
 * @param basis before; undefined at the start. @param price mid or last of the perpetual. @param elapsedMs ≥ 0.
 * @param ageMs of the basis before, ≥ 0.
 */
export function smoothedBasis(
  basis: Dec | undefined,
  price: Dec,
  index: Dec,
  elapsedMs: number,
  ageMs = BASIS_HALF_MS,
): Dec {
  const now = new D(price).minus(index);
  if (basis === undefined) return toText(now);
  const step = now
    .minus(basis)
    .times(elapsedMs)
    .div(elapsedMs + Math.min(BASIS_HALF_MS, Math.max(BASIS_FIRST_MS, ageMs)));
  return toText(step.plus(basis).toDecimalPlaces(18, D.ROUND_HALF_UP));
}

/**
 * Mark price: the index and the smoothed basis, held within ±1 % of the index, to the nearest tick, at least one.
 * P/L, margin and liquidation rest on it. @param tick quote per base, > 0. [ours; the shape doc]
 */
export function markPrice(index: Dec, basis: Dec, tick: Dec): Dec {
  const room = new D(index).times(MARK_BAND);
  const held = D.max(room.neg(), D.min(room, basis));
  const onTick = roundToStep(toText(held.plus(index)), tick, 'nearest');
  return toText(D.max(onTick, tick));
}

import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Candle } from '../market/candle.ts';
import type { WarnedLevel } from './codes.ts';
import { warningLevels } from './codes.ts';
import type { LiquidationPrice } from './liquidation.ts';

/** So far, in hundredths, a ratio falls below a level before it can be warned of again. [ours] */
const HYSTERESIS = 5;

/**
 * The level of which a user stands warned, after a margin ratio is looked at: the highest that it has reached, kept
 * until the ratio has fallen below it by the hysteresis. It is warned of when it rises.
 * @param ratio a fraction ≥ 0, as `marginRatio` yields it; at 1 and without one it is liquidated, which is no warning.
 */
export function warnedLevel(before: WarnedLevel, ratio: Dec | undefined): WarnedLevel {
  if (ratio === undefined || new D(ratio).gte(1)) return before;
  const share = new D(ratio).times(100);
  const isKept = (level: number): boolean => level <= before && share.gt(level - HYSTERESIS);
  return warningLevels.findLast((level) => share.gte(level) || isKept(level)) ?? 0;
}

/**
 * The same in float64, to say of whom decimals must look: true wherever the level may change.
 * @param ratio a fraction; anything that is no number is looked at.
 */
export function warningScreen(before: WarnedLevel, ratio: number): boolean {
  const share = ratio * 100;
  const next = warningLevels.find((level) => level > before) ?? Number.POSITIVE_INFINITY;
  return !(share < next - 1e-6 && share > before - HYSTERESIS + 1e-6) && !(share >= 101);
}

/** Liquidation nearer to the mark than this share of it is said before an order is sent. [ours] */
export const NEAR_LIQUIDATION = '0.05';

/**
 * How far the mark has to go until a position is liquidated, a fraction of it ≥ 0; undefined where no price does it.
 * @param mark quote per base, > 0.
 */
export function liquidationDistance(liquidation: LiquidationPrice, mark: Dec): Dec | undefined {
  if (liquidation.kind === 'never') return undefined;
  if (liquidation.kind === 'due') return '0';
  return toText(new D(liquidation.price).minus(mark).abs().div(mark));
}

/** Whole days of which an average range is made, at most. */
export const RANGE_DAYS = 14;

/**
 * Mean of the true ranges of whole days, quote per base: how far the price goes on a day, jumps between days included.
 * Undefined without a day. @param days ascending, without the running one; of more than `RANGE_DAYS` the newest count.
 */
export function averageRange(days: readonly Pick<Candle, 'high' | 'low' | 'close'>[]): Dec | undefined {
  const ranges = days.map(({ high, low }, place) => {
    const before = days[place - 1]?.close;
    return before === undefined ? new D(high).minus(low) : D.max(high, before).minus(D.min(low, before));
  });
  const counted = ranges.slice(-RANGE_DAYS);
  if (counted.length === 0) return undefined;
  return toText(counted.reduce((sum, range) => sum.plus(range), new D(0)).div(counted.length));
}

/**
 * How far the mark has to go until a position is liquidated, in average ranges of a day, ≥ 0; undefined where no price
 * does it, and where prices have not moved. @param range quote per base, ≥ 0.
 */
export function liquidationRanges(liquidation: LiquidationPrice, mark: Dec, range: Dec): Dec | undefined {
  if (liquidation.kind === 'due') return '0';
  if (liquidation.kind === 'never' || new D(range).isZero()) return undefined;
  return toText(new D(liquidation.price).minus(mark).abs().div(range));
}

/** Whether liquidation is nearer than `NEAR_LIQUIDATION`. */
export function isLiquidationNear(liquidation: LiquidationPrice, mark: Dec): boolean {
  const distance = liquidationDistance(liquidation, mark);
  return distance !== undefined && new D(distance).lt(NEAR_LIQUIDATION);
}

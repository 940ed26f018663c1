import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { LiquidationPrice } from './liquidation.ts';
import type { WarnedLevel } from './words.ts';
import { warningLevels } from './words.ts';

/** So far, in hundredths, a ratio falls below a level before it can be warned of again. [ours] */
const HYSTERESIS = 5;

/**
 * The level of which a person stands warned, after a margin ratio is looked at: the highest that it has reached, kept
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

/** Whether liquidation is nearer than `NEAR_LIQUIDATION`. */
export function isLiquidationNear(liquidation: LiquidationPrice, mark: Dec): boolean {
  const distance = liquidationDistance(liquidation, mark);
  return distance !== undefined && new D(distance).lt(NEAR_LIQUIDATION);
}

import { compareDec, isZeroDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { D, parseAmount, toText } from '../decimal.ts';
import { roundToDecimals, roundToStep } from '../rounding.ts';
import { RuleError } from '../ruleError.ts';
import type { AlertDirection } from './alertCodes.ts';

/** How far a price goes back before a repeating alert counts again, a fraction of its level: 0.1 %. */
const BACK = '0.001';
const LEVEL_DECIMALS = 18;

/** Whether a price has reached a level. Both quote per base, plain text ≥ 0; the level itself counts. */
export function isAlertReached(direction: AlertDirection, level: Dec, price: Dec): boolean {
  const order = compareDec(price, level);
  return direction === 'above' ? order >= 0 : order <= 0;
}

/** The side from which a price comes to a level; undefined when it is there already. */
export function alertDirectionTo(level: Dec, price: Dec): AlertDirection | undefined {
  const order = compareDec(level, price);
  if (order === 0) return undefined;
  return order > 0 ? 'above' : 'below';
}

/**
 * The level as alerts keep it: plain digits without trailing zeros, so that equal levels are the same text.
 * @throws {RuleError} `amountInvalid` for what is no plain amount, `priceInvalid` for 0.
 */
export function alertLevel(text: unknown): Dec {
  const level = toText(parseAmount(text));
  if (isZeroDec(level)) throw new RuleError('priceInvalid');
  return level;
}

/**
 * What a price has to reach, on the other side, before a repeating alert counts again. It keeps an alert silent while
 * the price trembles around its level. Rounded away from the level, so that it is never the level itself.
 */
export function alertReturn(
  direction: AlertDirection,
  level: Dec,
): { readonly direction: AlertDirection; readonly level: Dec } {
  const gap = new D(level).times(BACK);
  return direction === 'above'
    ? { direction: 'below', level: roundToDecimals(toText(new D(level).minus(gap)), LEVEL_DECIMALS, 'down') }
    : { direction: 'above', level: roundToDecimals(toText(new D(level).plus(gap)), LEVEL_DECIMALS, 'up') };
}

/** A source's price as alerts look at it: below zero, where some commodities have been, counts as zero. */
export const alertPrice = (last: Dec): Dec => (last.startsWith('-') ? '0' : last);

/** Moves that users wait for, per cent of the last price. */
const NEAR = [-5, -1, 1, 5] as const;

/**
 * Levels that are a usual move away, away from the price to the next tick so that none has been reached yet; those that
 * would be nought, the price itself or the same as another are left out.
 * @param last quote per base, > 0. @param tick of the market, > 0.
 */
export function nearLevels(last: Dec, tick: Dec): { readonly percent: number; readonly level: Dec }[] {
  return NEAR.map((percent) => {
    const moved = toText(new D(last).times(100 + percent).div(100));
    return { percent, level: roundToStep(moved, tick, percent > 0 ? 'up' : 'down') };
  }).filter(
    ({ level }, place, all) =>
      !isZeroDec(level) && compareDec(level, last) !== 0 && all[place - 1]?.level !== level,
  );
}

import type { Dec } from './decimal.ts';
import { D, toText } from './decimal.ts';

/** Days of a year in which annual rates are told. */
const YEAR_DAYS = 365;

/**
 * Simple interest, not compounded: `amount·rate/365·days`, in the asset of the amount, unrounded.
 * @param annualRate a fraction. @param days whole days, ≥ 0. @see trading rules §4 [doc]
 */
export function simpleInterest(
  amount: Dec,
  annualRate: Dec,
  days: number,
  yearDays: number = YEAR_DAYS,
): Dec {
  return toText(new D(amount).times(annualRate).times(days).div(yearDays));
}

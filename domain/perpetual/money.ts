import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { PositionSide } from './side.ts';
import { signOfSide } from './side.ts';

/** Decimal places in which quote money is booked. */
const BOOKED = 8;

/** As booked when the user pays it: up. @param amount quote, ≥ 0; for signed amounts use `bookedGain`. */
export function bookedCost(amount: Dec): Dec {
  return toText(new D(amount).toDecimalPlaces(BOOKED, D.ROUND_CEIL));
}

/**
 * As booked when positive amounts are the user's gain: gains round down and losses up, both toward −∞; the
 * difference is the house's. @param amount quote, signed.
 */
export function bookedGain(amount: Dec): Dec {
  return toText(new D(amount).toDecimalPlaces(BOOKED, D.ROUND_FLOOR));
}

/**
 * What to book when a running total goes on: the difference of both totals as booked. However often a position is
 * closed in parts, the parts booked are together what one closing books. @param before and @param after quote.
 */
export function bookedStep(before: Dec, after: Dec): Dec {
  return toText(new D(bookedGain(after)).minus(bookedGain(before)));
}

/** Value of a quantity at a price: `q·P`, quote. */
export function positionValue(quantity: Dec, price: Dec): Dec {
  return toText(new D(quantity).times(price));
}

/** Fee of a fill: `q·P·rate`, quote, on the fill's own price; negative for a rebate. Unrounded. [recorded] */
export function feeOf(quantity: Dec, price: Dec, rate: Dec): Dec {
  return toText(new D(quantity).times(price).times(rate));
}

/** Initial margin: `q·P/L`, quote, unrounded. @param leverage whole number ≥ 1. [recorded] */
export function initialMargin(quantity: Dec, price: Dec, leverage: number): Dec {
  return toText(new D(quantity).times(price).div(leverage));
}

/**
 * P/L of a position from what it is worth and what it cost: `(value − cost)·s`, quote, signed, unrounded.
 * @param value `q·M` at mark for unrealised P/L, `q·P` for that of a closing at P. @param cost `q·E`. [recorded]
 */
export function profitOf(side: PositionSide, value: Dec, cost: Dec): Dec {
  return toText(new D(value).minus(cost).times(signOfSide(side)));
}

/**
 * Yield: P/L as a fraction of the initial margin at entry, `P/L ÷ (q·E/L)`; added margin does not change it.
 * @returns undefined when the position cost nothing: no figure. [recorded; that of added margin ours]
 */
export function roeOf(profit: Dec, cost: Dec, leverage: number): Dec | undefined {
  const base = new D(cost);
  return base.isZero() ? undefined : toText(new D(profit).times(leverage).div(base));
}

/**
 * Price at which nothing is left of the money behind a position: `E − s·W/q`, never below 0. [recorded]
 * @param backing W, quote: isolated margin, or `cost ÷ L` for the price that leverage alone gives.
 */
export function bankruptcyPrice(side: PositionSide, quantity: Dec, cost: Dec, backing: Dec): Dec {
  const price = new D(cost).minus(new D(backing).times(signOfSide(side))).div(quantity);
  return toText(D.max(0, price));
}

import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import type { Direction } from './change.ts';
import { unsignedZero } from './price.ts';
import type { NumberStyle } from './style.ts';
import { plainStyle, styleDigits } from './style.ts';

const DOWN = 1;
const LEAST_DECIMALS = 2;
/** Decimal places in which assets are booked, and so the most that any amount has. */
const MOST_DECIMALS = 8;

/**
 * An amount of an asset with every digit that is booked, at least two after the point: `10,001.50`, `0.00000001`.
 * @param amount any sign; finer digits than are booked are cut off, never rounded up.
 */
export function amountText(amount: Dec, style: NumberStyle = plainStyle): string {
  const value = new D(amount).toDecimalPlaces(MOST_DECIMALS, DOWN);
  return styleDigits(unsignedZero(value.toFixed(Math.max(LEAST_DECIMALS, value.decimalPlaces()))), style);
}

/** A movement: with its sign, plus included. */
export function signedAmountText(amount: Dec, style: NumberStyle = plainStyle): string {
  const text = amountText(amount, style);
  return new D(amount).gt(0) ? style.plus + text : text;
}

/** A worth in USDT, two decimals, rounded down: nobody is shown more than there is. */
export function worthText(worth: Dec, style: NumberStyle = plainStyle): string {
  return styleDigits(unsignedZero(new D(worth).toFixed(2, DOWN)), style);
}

export function signOf(amount: Dec): Direction {
  const value = new D(amount);
  return value.isZero() ? 0 : value.isNegative() ? -1 : 1;
}

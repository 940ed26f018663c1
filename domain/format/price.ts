import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import type { NumberStyle } from './style.ts';
import { plainStyle, styleDigits } from './style.ts';

const HALF_AWAY_FROM_ZERO = 4;

/**
 * How many decimals a price is shown with. The tier is chosen on the absolute value before rounding.
 * @see specification §9: under 0.0001 eight; under 10 four; under 100 three; otherwise two.
 */
export function priceDecimals(price: Dec): 8 | 4 | 3 | 2 {
  const size = new D(price).abs();
  if (size.lt('0.0001')) return 8;
  if (size.lt(10)) return 4;
  if (size.lt(100)) return 3;
  return 2;
}

/**
 * A price as the product shows it, half away from zero, e.g. `65234.10`. What rounds to zero has no sign.
 * @param price quote per base; a decimal text, exponent allowed.
 */
export function priceText(price: Dec, style: NumberStyle = plainStyle): string {
  return styleDigits(unsignedZero(new D(price).toFixed(priceDecimals(price), HALF_AWAY_FROM_ZERO)), style);
}

/** A price on its market's tick, all its digits: what order books and tickets show. */
export function tickPriceText(price: Dec, tick: Dec, style: NumberStyle = plainStyle): string {
  return styleDigits(unsignedZero(new D(price).toFixed(stepDecimals(tick), HALF_AWAY_FROM_ZERO)), style);
}

/** Decimals after the point that a step needs, e.g. 2 for `0.01`, 0 for `5`. */
export function stepDecimals(step: Dec): number {
  return new D(step).decimalPlaces();
}

/** `-0.00` reads as a loss that is not there. */
export function unsignedZero(text: string): string {
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}

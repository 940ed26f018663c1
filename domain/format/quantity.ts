import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import { stepDecimals } from './price.ts';
import type { NumberStyle } from './style.ts';
import { compactUnit, plainStyle, styleDigits } from './style.ts';

const DOWN = 1;
const DECIMALS = 2;

/**
 * A traded volume in the short words of a language, two decimals, rounded down so that it never claims more than was
 * traded: `1.54B`, `15.43億`, `950.00`. Beyond the largest word, digits are grouped.
 * @param volume ≥ 0, in any unit.
 */
export function volumeText(volume: Dec, style: NumberStyle = plainStyle): string {
  const text = new D(volume).toFixed(DECIMALS, DOWN);
  const whole = text.length - DECIMALS - 1;
  const unit = compactUnit(whole, style);
  if (unit === undefined) return styleDigits(text, style);
  // Cutting digits off is rounding down, and costs less than a division.
  const point = whole - unit.zeros;
  return styleDigits(`${text.slice(0, point)}.${text.slice(point, point + DECIMALS)}`, style) + unit.word;
}

/** A quantity on its market's lot, rounded down, all its digits. @param quantity base units, ≥ 0. */
export function quantityText(quantity: Dec, lot: Dec, style: NumberStyle = plainStyle): string {
  return styleDigits(new D(quantity).toFixed(stepDecimals(lot), DOWN), style);
}

/** A quantity that need not lie on the lot (sums of a depth), short from a million on. @param quantity base units. */
export function depthText(quantity: Dec, lot: Dec, style: NumberStyle = plainStyle): string {
  return new D(quantity).gte(1_000_000) ? volumeText(quantity, style) : quantityText(quantity, lot, style);
}

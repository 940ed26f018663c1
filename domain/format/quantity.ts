import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import { stepDecimals } from './price.ts';
import type { NumberStyle } from './style.ts';
import { plainStyle, styleDigits } from './style.ts';

const DOWN = 1;
const SCALES = [
  { from: '1e12', sign: 'T' },
  { from: '1e9', sign: 'B' },
  { from: '1e6', sign: 'M' },
  { from: '1e3', sign: 'K' },
] as const;

/**
 * A traded volume in short form, rounded down so that it never claims more than was traded: `1.54B`, `611.20M`,
 * `950.00`. From 1,000 T on, digits are grouped.
 * @param volume ≥ 0, in any unit.
 */
export function volumeText(volume: Dec, style: NumberStyle = plainStyle): string {
  const value = new D(volume);
  const scale = SCALES.find(({ from }) => value.gte(from));
  const shown = scale ? value.div(scale.from) : value;
  return styleDigits(shown.toFixed(2, DOWN), style) + (scale?.sign ?? '');
}

/** A quantity on its market's lot, rounded down, all its digits. @param quantity base units, ≥ 0. */
export function quantityText(quantity: Dec, lot: Dec, style: NumberStyle = plainStyle): string {
  return styleDigits(new D(quantity).toFixed(stepDecimals(lot), DOWN), style);
}

/** A quantity that need not lie on the lot (sums of a depth), short above a thousand. @param quantity base units. */
export function depthText(quantity: Dec, lot: Dec, style: NumberStyle = plainStyle): string {
  return new D(quantity).gte(1_000_000) ? volumeText(quantity, style) : quantityText(quantity, lot, style);
}

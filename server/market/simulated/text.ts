import type { Dec } from '../../../domain/index.ts';

const zeros = '00000000000000000000';

/** Whole units of 10^-places as decimal text, by moving the point: 6180012 at 2 places is `61800.12`. @param units ≥ 0 */
export function unitsText(units: number | bigint, places: number): Dec {
  const digits = typeof units === 'bigint' ? units.toString() : units.toFixed(0);
  if (places === 0) return digits;
  const padded = digits.length > places ? digits : zeros.slice(0, places + 1 - digits.length) + digits;
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

import type { Dec } from './decimal.ts';
import { D, toText } from './decimal.ts';

/** `down` and `up` go toward and away from zero; `nearest` takes a tie to the even neighbour. */
export type RoundingMode = 'down' | 'up' | 'nearest';

const MODES = { down: 1, up: 0, nearest: 6 } as const;

/**
 * The multiple of `step` that `value` rounds to.
 * @param step > 0, in the unit of `value`; a tick or a lot.
 */
export function roundToStep(value: Dec, step: Dec, mode: RoundingMode): Dec {
  const size = new D(step);
  return toText(new D(value).div(size).toDecimalPlaces(0, MODES[mode]).times(size));
}

/** Rounds to `decimals` places after the point; a negative count rounds to tens, hundreds, … */
export function roundToDecimals(value: Dec, decimals: number, mode: RoundingMode): Dec {
  if (decimals >= 0) return toText(new D(value).toDecimalPlaces(decimals, MODES[mode]));
  return roundToStep(value, toText(new D(10).pow(-decimals)), mode);
}

import type { Dec } from '../../domain/index.ts';
import { isFeedDecimal } from '../../domain/index.ts';

/**
 * A venue's plain decimal without surplus zeros, so that equal prices have equal texts: `61837.63000000` becomes
 * `61837.63`. Undefined for signs, exponents and all that is no decimal.
 */
export function plainDecimal(text: unknown): Dec | undefined {
  if (!isFeedDecimal(text) || !/^\d+(\.\d+)?$/.test(text)) return undefined;
  const whole = text.replace(/^0+(?=\d)/, '');
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
}

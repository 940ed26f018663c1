import type { Dec } from '../../domain/index.ts';
import { DAY_MS } from '../../domain/index.ts';
import { plainDecimal } from './fields.ts';

/** As `plainDecimal`, and more than zero: prices, and quantities that were traded. */
export function positiveDecimal(text: unknown): Dec | undefined {
  const plain = plainDecimal(text);
  return plain === '0' ? undefined : plain;
}

const ZERO = 48;
const NINE = 57;
const MOST_DIGITS = 16;

/** A moment, an id or a count that a venue writes as text; undefined for anything else. A loop, as trades bring thousands. */
export function wholeOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text === '' || text.length > MOST_DIGITS) return undefined;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return undefined;
    value = value * 10 + (code - ZERO);
  }
  return Number.isSafeInteger(value) ? value : undefined;
}

/**
 * Whether a venue's moment can be: its clock may be ahead of ours, but not by a day. A single one from far ahead would
 * make everything after it look old.
 * @param at, now ms UTC.
 */
export const isPossible = (at: number, now: number): boolean => at <= now + DAY_MS;

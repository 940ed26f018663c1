import type { Dec } from '../../domain/index.ts';
import { plainDecimal } from './fields.ts';

/** As `plainDecimal`, and more than zero: prices, and quantities that were traded. */
export function positiveDecimal(text: unknown): Dec | undefined {
  const plain = plainDecimal(text);
  return plain === '0' ? undefined : plain;
}

const WHOLE = /^\d{1,16}$/;

/** A moment, an id or a count that a venue writes as text; undefined for anything else. */
export function wholeOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !WHOLE.test(text)) return undefined;
  const value = Number.parseInt(text, 10);
  return Number.isSafeInteger(value) ? value : undefined;
}

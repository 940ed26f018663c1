import fc from 'fast-check';
import { expect } from 'vitest';
import { isBookSound, isCandleSound, isFeedDecimal } from '../../domain/index.ts';
import type { VenueEvent } from '../../feeds/index.ts';

const areDecimals = (...texts: readonly unknown[]): boolean => texts.every(isFeedDecimal);

/** Fails on what a screen or a ledger could not bear. @param ids of the markets that may be told. */
export function expectSound(told: VenueEvent, ids: RegExp): void {
  if (told.kind === 'book') expect(isBookSound(told.book)).toBe(true);
  if (told.kind === 'candle') expect(isCandleSound(told.candle, told.interval)).toBe(true);
  if (told.kind === 'trades')
    for (const { price, quantity, at } of told.trades)
      expect([areDecimals(price, quantity), Number.isSafeInteger(at)]).toEqual([true, true]);
  if (told.kind === 'tickers')
    for (const { id, last, open24, volume, high24, low24 } of told.rows)
      expect([ids.test(id), areDecimals(last, open24, volume, high24, low24)]).toEqual([true, true]);
  if (told.kind === 'venueMarks')
    for (const { id, mark, index } of told.rows)
      expect([ids.test(id), areDecimals(mark, index)]).toEqual([true, true]);
}

const text = fc.oneof(
  fc.constantFrom('1', '0', '-1', '1.50', '1e99', 'NaN', '', '0.00000000', 'Infinity', '__proto__'),
  fc.stringMatching(/^[\d.\-e]{0,40}$/),
);
/** Anything that may stand where a venue's field should. */
export const anyField: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, false, [], {}),
);

import fc from 'fast-check';
import { expect } from 'vitest';
import { isBookValid, isCandleValid, isFeedDecimal } from '../../domain/index.ts';
import type { VenueEvent } from '../../feeds/index.ts';

const areDecimals = (...texts: readonly unknown[]): boolean => texts.every(isFeedDecimal);

/** Fails on what a screen or a ledger could not bear. @param ids of the markets that may be published. */
export function expectValid(published: VenueEvent, ids: RegExp): void {
  if (published.kind === 'book') expect(isBookValid(published.book)).toBe(true);
  if (published.kind === 'candle') expect(isCandleValid(published.candle, published.interval)).toBe(true);
  if (published.kind === 'trades')
    for (const { price, quantity, at } of published.trades)
      expect([areDecimals(price, quantity), Number.isSafeInteger(at)]).toEqual([true, true]);
  if (published.kind === 'tickers')
    for (const { id, last, open24, volume, high24, low24 } of published.rows)
      expect([ids.test(id), areDecimals(last, open24, volume, high24, low24)]).toEqual([true, true]);
  if (published.kind === 'venueMarks')
    for (const { id, mark, index } of published.rows)
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

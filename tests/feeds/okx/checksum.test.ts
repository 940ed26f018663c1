import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Level } from '../../../domain/index.ts';
import { bookChecksum } from '../../../domain/index.ts';
import { CHECKED_LEVELS, checksumOf, summed } from '../../../feeds/okx/checksum.ts';

const text = fc.string({ unit: fc.constantFrom(...'0123456789.'), minLength: 1, maxLength: 38 });
const side = fc.array(fc.tuple(text, text), { maxLength: CHECKED_LEVELS });
const sums = (levels: readonly Level[]) => levels.map(([price, size]) => summed(price, size));

it('is the sum of the whole text, put together from those of its levels', () => {
  fc.assert(
    fc.property(side, side, (bids, asks) => {
      expect(checksumOf(sums(bids), sums(asks))).toBe(bookChecksum({ bids, asks }, CHECKED_LEVELS));
    }),
    { numRuns: 2_000, examples: [[[], []]] },
  );
});

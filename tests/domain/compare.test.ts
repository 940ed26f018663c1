import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toScreenNumber } from '../../domain/index.ts';

/** The language's own way, which is right for every text. */
const nearest = (text: string) => Number(text);

describe('a screening number', () => {
  it('is the one nearest to the decimal', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        digits,
        fc.option(digits, { nil: undefined }),
        fc.boolean(),
        (whole, fraction, isNegative) => {
          const text = `${isNegative ? '-' : ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`;
          expect(toScreenNumber(text)).toBe(nearest(text));
        },
      ),
      { numRuns: 5_000 },
    );
  });
  it.each(['999999999999999', '9999999999999999', '99999999999999.9', '0.1', '5e-7', '123456789012345.6'])(
    'is it for %s too',
    (text) => {
      expect(toScreenNumber(text)).toBe(nearest(text));
    },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { D, toText } from '../../../domain/index.ts';
import { scaleBy } from '../../../feeds/venues/scale.ts';
import { positiveDecimal, wholeOf } from '../../../feeds/venues/texts.ts';

describe('a price', () => {
  it('is positive or nothing', () => {
    expect([positiveDecimal('0.0'), positiveDecimal('0.10'), positiveDecimal('-1')]).toEqual([
      undefined,
      '0.1',
      undefined,
    ]);
  });
});

describe('scaling by a contract’s size', () => {
  const amount = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, decimals]) => toText(new D(digits.toString()).div(new D(10).pow(decimals))));
  it('is the exact product', () => {
    const factor = fc.constantFrom('0.0001', '0.01', '0.1', '1', '10', '1000', '1000000', '0.5', '25');
    fc.assert(
      fc.property(amount, factor, (text, by) => {
        expect(scaleBy(by)(text)).toBe(toText(new D(text).times(by)));
      }),
    );
  });
  it('of a text beyond all bounds is still exact', () => {
    expect(scaleBy('0.01')(`0.${'0'.repeat(29)}1`)).toBe(`0.${'0'.repeat(31)}1`);
  });
  it('leaves no zeros behind', () => {
    expect([scaleBy('0.01')('100'), scaleBy('100')('0.1'), scaleBy('1')('1.5')]).toEqual(['1', '10', '1.5']);
  });
});

describe('a whole number as text', () => {
  it.each([
    ['1652459224956', 1_652_459_224_956],
    ['0', 0],
    ['9999999999999999', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    [5, undefined],
    ['', undefined],
  ])('%j is %s', (text, value) => {
    expect(wholeOf(text)).toBe(value);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  compareDec,
  countedZeros,
  languages,
  languageTag,
  numberStyleOf,
  styleDigits,
  typedAmount,
} from '../../domain/index.ts';
import { typedDigits } from '../../src/ui/form/digits.ts';

describe('a typed number', () => {
  it.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['0,001', '0.001'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['12,345,678.9', '12345678.9'],
    ['1\u202f234,5', '1234.5'],
    ['1 234,5', '1234.5'],
    ["1'234.5", '1234.5'],
    // With one separator alone it is the point, in every language.
    ['1,234', '1.234'],
    ['1.234', '1.234'],
    ['１２．５', '12.5'],
    ['１２，５', '12.5'],
    ['12。5', '12.5'],
    ['٣٫٥', '3.5'],
    ['۱۲٬۳۴۵٫۵', '12345.5'],
    ['0.0₈33', '0.0000000033'],
    ['0,0₅12000', '0.0000012000'],
  ])('%j is %s', (text, value) => expect(typedAmount(text)).toBe(value));

  it.each([
    '',
    '.',
    '1e5',
    '-1',
    '−1',
    '1.2.3',
    'NaN',
    // Groups of any other size: one of the signs is a slip of the finger.
    '1,2,3.4',
    '1,23.4',
    '1234,567.8',
    '1,234.567,8',
    '1.234,567.8',
    '12.5 BTC',
    // Written out, these zeros would fill the memory.
    '0.0₉₉₉₉₉₉₉₉₉₉₉5',
    '9'.repeat(20),
    `0.${'1'.repeat(19)}`,
  ])('%j is none', (text) => expect(typedAmount(text)).toBeUndefined());

  it('is read as it was shown, in every language', () => {
    const amounts = fc
      .tuple(fc.bigInt({ min: 1000n, max: 10n ** 12n }), fc.integer({ min: 1, max: 8 }))
      .map(([whole, places]) => `${whole}.${'0'.repeat(places - 1)}7`);
    fc.assert(
      fc.property(amounts, fc.constantFrom(...languages), (amount, language) => {
        const style = numberStyleOf(languageTag(language));
        for (const shown of [amountText(amount, style), styleDigits(amount, style)]) {
          const read = typedAmount(typedDigits(shown));
          expect(read !== undefined && compareDec(read, amount) === 0).toBe(true);
        }
      }),
    );
    const style = numberStyleOf('de');
    expect(typedAmount(typedDigits(styleDigits(countedZeros('0.0000000033'), style)))).toBe('0.0000000033');
  });
});

describe('a field for a number', () => {
  it.each([
    ['1,5', '1,5'],
    ['12.', '12.'],
    ['.', '.'],
    ['', ''],
    ['12.50 USDT', '12.50'],
    ['$1,234.50', '1,234.50'],
    ['46\u202f018,57\u00a0$', '46018,57'],
    ['1 234 567,5 €', '1234567,5'],
    ['Available: 0.5', '0.5'],
    ['%2,76', '2,76'],
    ['１２３', '123'],
    ['0.0₈33', '0.0000000033'],
    ['٣٫٥', '3.5'],
  ])('takes %j as %j', (text, field) => expect(typedDigits(text)).toBe(field));

  it.each([
    '1e-7',
    '1.5E5',
    '0.5 1INCH',
    '0.0₉₉₉₉₉₉₉₉₉₉₉5',
    '5 1000PEPE',
    '2026-11-27',
    '1.5K',
    '891.29M',
    '891,29 Mio.',
    '8.91億',
    '8.91억',
  ])('keeps all of %j, which is refused, where digits alone are another number', (text) => {
    expect(typedDigits(text)).toBe(text);
    expect(typedAmount(typedDigits(text))).toBeUndefined();
  });
});

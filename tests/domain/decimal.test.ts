import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDec,
  D,
  isAmountText,
  isFeedDecimal,
  isZeroDec,
  parseAmount,
  parseFeedDecimal,
} from '../../domain/index.ts';

const HOSTILE = [
  '',
  ' ',
  '1 ',
  ' 1',
  '+1',
  '-1',
  '-0',
  '.5',
  '5.',
  '1e5',
  '1E5',
  '1e50000000',
  '0x10',
  '0b11',
  '0o7',
  '1_000',
  '1,000',
  'NaN',
  'Infinity',
  '-Infinity',
  '１',
  '٣',
  '1\n',
  '01',
  '00',
  '1.2.3',
  '12345678901234567890',
  '0.1234567890123456789',
  '9'.repeat(41),
  'null',
  '1\u0000',
  '¹',
];

describe('the text gate', () => {
  it.each(HOSTILE)('refuses %j as an amount', (text) => {
    expect(isAmountText(text)).toBe(false);
    expect(() => parseAmount(text)).toThrowError('amountInvalid');
  });
  it.each([1, null, undefined, {}, [], true, 1n])('refuses %s, which is no text', (value) => {
    expect(isAmountText(value)).toBe(false);
    expect(isFeedDecimal(value)).toBe(false);
  });
  it.each(['0', '1', '0.5', '9999999999999999999.999999999999999999'])('takes %s', (text) => {
    expect(parseAmount(text).toFixed()).toBe(new D(text).toFixed());
  });
  it('lets feeds write short exponents, and nothing that stalls', () => {
    expect(parseFeedDecimal('1e-7')?.toFixed()).toBe('0.0000001');
    expect(parseFeedDecimal('-36.98')?.toFixed()).toBe('-36.98');
    for (const text of ['1e50000000', '0x10', 'NaN', 'Infinity', '1_0', '', '１'])
      expect(parseFeedDecimal(text)).toBeUndefined();
  });
});

const plain = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }), fc.stringMatching(/^[0-9]{0,18}$/))
  .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`));

describe('compareDec', () => {
  it('orders as Decimal does', () => {
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(Math.sign(compareDec(a, b))).toBe(new D(a).cmp(b));
      }),
    );
  });
  it('takes equal values in other words as equal', () => {
    expect(compareDec('1.50', '1.5')).toBe(0);
    expect(compareDec('2', '2.000')).toBe(0);
  });
  it('knows zero', () => {
    fc.assert(fc.property(plain, (text) => isZeroDec(text) === new D(text).isZero()));
  });
});

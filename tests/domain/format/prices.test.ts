import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affixedDigits,
  affixedPrice,
  anyDollar,
  compactUnit,
  countedZeros,
  depthText,
  dollarText,
  fixedPriceText,
  isDollarQuote,
  languages,
  languageTag,
  NO_FIGURE,
  numberStyleOf,
  plainStyle,
  priceText,
  quantityText,
  stepDecimals,
  tradeDecimals,
  tradePriceText,
  unsignedZero,
  volumeText,
  writtenZeros,
} from '../../../domain/index.ts';

const german = numberStyleOf('de');
const japanese = numberStyleOf('ja');

describe('prices', () => {
  const market = { tick: '0.1', quote: 'USDT' };
  it('in dollars are those of three currencies', () => {
    expect(['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'usdt', ''].map(isDollarQuote)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
  it.each([
    // Specification §9: under 0.0001 eight, under 10 four, under 100 three, otherwise two.
    ['0.00009999', '0.00009999'],
    ['0.0001', '0.0001'],
    ['9.99999', '10.0000'],
    ['10', '10.000'],
    ['99.9999', '100.000'],
    ['100', '100.00'],
    ['-0.00009999', '-0.00009999'],
    ['0', '0.00000000'],
  ])('by the specification: %s is %s', (price, text) => expect(priceText(price)).toBe(text));
  it.each([
    // What is traded keeps the digits of its tick; the specification’s decimals are the least in dollars.
    ['65000.1', { tick: '0.1', quote: 'USDT' }, '65000.10', 2],
    ['65000.123', { tick: '0.001', quote: 'USDT' }, '65000.123', 3],
    ['1.5', { tick: '0.1', quote: 'BTC' }, '1.5', 1],
    ['0.035', { tick: '0.00001', quote: 'BTC' }, '0.03500', 5],
    ['5', { tick: '5', quote: 'JPY' }, '5', 0],
  ])('that are traded: %s on %j is %s', (price, scale, text, places) => {
    expect(tradePriceText(price, scale)).toBe(text);
    expect(tradeDecimals(price, scale)).toBe(places);
    expect(fixedPriceText(price, places)).toBe(text);
  });
  it('of dollars stand beside their sign, and are none where no rate is known', () => {
    expect(dollarText('61842.163', plainStyle, market)).toBe('$61842.16');
    expect(dollarText('61842.163', german, market)).toBe('61.842,16\u00a0$');
    expect(dollarText('-5', german, market)).toBe('−5,0000\u00a0$');
    expect(dollarText(undefined, german, market)).toBe(NO_FIGURE);
    // The tick of a market in another currency is none of dollars.
    expect(dollarText('0.0000000012', plainStyle, { tick: '1', quote: 'JPY' })).toBe(
      affixedPrice('0.0000000012', ['$', ''], plainStyle, anyDollar),
    );
    expect(dollarText('0.0000000012', plainStyle, { tick: '1', quote: 'JPY' })).toBe('$0.0₈1200');
  });
  it('need as many decimals as their step has', () => {
    expect(['0.01', '0.010', '5', '10', '0.00000001', '1.5'].map(stepDecimals)).toEqual([2, 2, 0, 0, 8, 1]);
  });
  it('have no sign where all digits are nought', () => {
    expect(['-0.00', '-0', '-0.01', '0.00', '-', '-10.0'].map(unsignedZero)).toEqual([
      '0.00',
      '0',
      '-0.01',
      '0.00',
      '-',
      '-10.0',
    ]);
  });
  it('count their zeros from five on, and say how many', () => {
    expect(
      ['0.00001', '0.000001', '0.00000000000000000012', '0.00000', '1.000001'].map(countedZeros),
    ).toEqual(['0.00001', '0.0₅1', '0.0₁₈12', '0.00000', '1.000001']);
    expect(['0.0₅1', '0,0₁₈12', '−0.0₅1', '1.5'].map(writtenZeros)).toEqual([
      '0.000001',
      '0,00000000000000000012',
      '−0.000001',
      '1.5',
    ]);
  });
});

describe('quantities and volumes', () => {
  it.each([
    ['999.999', '999.99'],
    ['1000', '1.00K'],
    ['999999.99', '999.99K'],
    ['1000000', '1.00M'],
    ['1999999999', '1.99B'],
    ['1234567890123456', '1234.56T'],
    ['0.009', '0.00'],
  ])('%s is %s: no more than was traded', (volume, text) => expect(volumeText(volume)).toBe(text));
  it('have the words of the language, by ten thousands where it counts by them', () => {
    expect(volumeText('9999', japanese)).toBe('9,999.00');
    expect(volumeText('12345678', japanese)).toBe('1,234.56万');
    expect(volumeText('100000000', japanese)).toBe('1.00億');
    // German has no short word for a thousand.
    expect(volumeText('123456', german)).toBe('123.456,00');
    expect(volumeText('1234567', german)).toBe('1,23\u00a0Mio.');
    expect(compactUnit(3, plainStyle)).toBeUndefined();
    expect(compactUnit(4, plainStyle)?.word).toBe('K');
  });
  it('of a book are whole up to a million, and short from there on', () => {
    expect(depthText('999999.99', '0.1')).toBe('999999.9');
    expect(depthText('1000000', '0.1')).toBe('1.00M');
    expect(quantityText('0.00999', '0.001')).toBe('0.009');
    expect(quantityText('5', '1')).toBe('5');
  });
  it('keep every digit in any language’s groups', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 24n });
    fc.assert(
      fc.property(whole, fc.constantFrom(...languages), (digits, language) => {
        const style = numberStyleOf(languageTag(language));
        const text = affixedDigits(`-${digits}.50`, ['<', '>'], style);
        expect(text.startsWith(`${style.minus}<`) && text.endsWith(`${style.decimal}50>`)).toBe(true);
        const groups = text.slice(2, -4).split(style.group);
        expect(groups.join('')).toBe(`${digits}`);
        expect(groups.slice(1).every((each) => each.length === 3)).toBe(true);
        expect((groups[0]?.length ?? 0) <= 3).toBe(true);
      }),
    );
  });
});

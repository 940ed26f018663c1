import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anyDollar,
  briefPercentDigits,
  changePercent,
  countdownText,
  countedZeros,
  D,
  depthText,
  directionOf,
  languages,
  languageTag,
  numberStyleOf,
  percentText,
  plainStyle,
  priceDecimals,
  priceText,
  quantityText,
  roundToDecimals,
  roundToStep,
  styleDigits,
  tickPriceText,
  toText,
  tradePriceText,
  volumeText,
  writtenZeros,
} from '../../domain/index.ts';

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
  .map(([negative, digits, places]) =>
    new D(digits.toString())
      .div(new D(10).pow(places))
      .times(negative ? -1 : 1)
      .toFixed(),
  );

describe('priceText', () => {
  it.each([
    ['1e-12', '0.00000000'],
    ['1e15', '1000000000000000.00'],
    ['0.000099999999', '0.00010000'],
    ['9.99995', '10.0000'],
    ['99.9995', '100.000'],
    ['-0.00000000001', '0.00000000'],
    ['-0', '0.00000000'],
    ['-9.99995', '-10.0000'],
    ['0.00005', '0.00005000'],
  ])('%s is %s', (value, text) => {
    expect(priceText(value)).toBe(text);
  });
  it('is off by at most half of its last place, for any decimal', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const error = new D(writtenZeros(priceText(value))).minus(value).abs();
        expect(error.lte(new D(10).pow(-priceDecimals(value)).div(2))).toBe(true);
      }),
    );
  });
});

describe('a price of a market', () => {
  const usdt = (tick: string) => ({ tick, quote: 'USDT' });
  const btc = (tick: string) => ({ tick, quote: 'BTC' });
  it.each([
    ['61842.1', usdt('0.1'), '61842.10', '61842.10'],
    ['0.12345', usdt('0.00001'), '0.1235', '0.12345'],
    ['0.0020849', btc('0.0000001'), '0.0020849', '0.0020849'],
    ['0.05', btc('0.01'), '0.05', '0.05'],
    ['0.0000000033', usdt('0.0000000001'), '0.0₈33', '0.0₈33'],
    ['0.0000000099', usdt('0.0000000001'), '0.0₈99', '0.0₈99'],
    ['0.00000001', usdt('0.0000000001'), '0.0₇1', '0.0₇100'],
    ['0.0000123456', usdt('0.0000000001'), '0.00001235', '0.0000123456'],
    ['-0.0000000033', usdt('0.0000000001'), '-0.0₈33', '-0.0₈33'],
    ['0.00000000000000000033', usdt('0.01'), '0.0₁₈3300', '0.0₁₈3300'],
    ['0.000000000012345', anyDollar, '0.0₁₀1235', '0.0₁₀1235'],
    ['0', usdt('0.0000000001'), '0.00000000', '0.0000000000'],
    ['0', btc('0.0000001'), '0.0000000', '0.0000000'],
  ] as const)('%s in %j is %s, and %s where it is traded', (price, market, shown, traded) => {
    expect(priceText(price, plainStyle, market)).toBe(shown);
    expect(tradePriceText(price, market)).toBe(traded);
  });
  it('has all its digits where its market is not listed', () => {
    expect(tradePriceText('0.0000000033', undefined)).toBe('0.0₈33');
    expect(tradePriceText('60000.5', undefined)).toBe('60000.5');
    expect(tradePriceText('0.0000012345', undefined)).toBe('0.0₅12345');
  });
  it('is a mean to a few digits where its market is not listed', () => {
    expect(tradePriceText(toText(new D(200_000).div(3)), undefined)).toBe('66666.66666667');
    expect(tradePriceText(toText(new D(1).div(300_000)), undefined)).toBe('0.0₅333333');
  });
  const market = fc.record({
    tick: fc.integer({ min: 0, max: 18 }).map((places) => new D(10).pow(-places).toFixed()),
    quote: fc.constantFrom('USDT', 'USDC', 'USD', 'BTC', 'EUR'),
  });
  it('never reads as nought unless it is, and keeps every digit of the tick where it is traded', () => {
    fc.assert(
      fc.property(decimal, market, fc.constantFrom(...languages), (price, scale, language) => {
        const style = numberStyleOf(languageTag(language));
        const reads = (text: string) => /[1-9]/.test(text.replace(/0[₀-₉]+/, ''));
        expect(reads(priceText(price, style, scale))).toBe(!new D(price).isZero());
        const onTick = roundToStep(price, scale.tick, 'down');
        expect(new D(writtenZeros(tradePriceText(onTick, scale))).eq(onTick)).toBe(true);
      }),
    );
  });
  it('can be written out: counted zeros lose nothing, in any language', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom(...languages), (price, language) => {
        const text = styleDigits(price, numberStyleOf(languageTag(language)));
        expect(writtenZeros(countedZeros(text))).toBe(text);
        expect(countedZeros(text)).not.toMatch(/[.,]0{5,}[1-9]/);
      }),
    );
  });
});

describe('rounding', () => {
  it.each([
    ['0.5', '0'],
    ['1.5', '2'],
    ['2.5', '2'],
    ['-1.5', '-2'],
    ['-2.5', '-2'],
    ['2.5000000000000000000001', '3'],
    ['0.4999999999999999999999', '0'],
  ])('takes a tie to the even neighbour: %s is %s', (value, rounded) => {
    expect(roundToStep(value, '1', 'nearest')).toBe(rounded);
    expect(roundToDecimals(value, 0, 'nearest')).toBe(rounded);
  });
  it('stays within one step and on the step', () => {
    fc.assert(
      fc.property(
        decimal,
        fc.constantFrom('0.01', '0.5', '1', '0.00000001'),
        fc.constantFrom('down', 'up', 'nearest' as const),
        (value, step, mode) => {
          const rounded = new D(roundToStep(value, step, mode as 'down'));
          expect(rounded.mod(step).isZero()).toBe(true);
          expect(rounded.minus(value).abs().lt(step)).toBe(true);
        },
      ),
    );
  });
});

describe('numbers in each language', () => {
  it.each([
    ['en_us', '1,234,567.50'],
    ['de', '1.234.567,50'],
    ['tr', '1.234.567,50'],
    ['jp', '1,234,567.50'],
    ['kr', '1,234,567.50'],
    ['zh_cn', '1,234,567.50'],
    ['zh_hk', '1,234,567.50'],
    ['fr', '1\u202f234\u202f567,50'],
  ] as const)('%s', (language, text) => {
    expect(priceText('1234567.5', numberStyleOf(languageTag(language)))).toBe(text);
  });
  it('keeps every digit', () => {
    fc.assert(
      fc.property(decimal, fc.constantFrom(...languages), (value, language) => {
        const digits = (text: string) => text.replace(/\D/g, '');
        expect(digits(priceText(value, numberStyleOf(languageTag(language))))).toBe(digits(priceText(value)));
      }),
    );
  });
});

describe('change', () => {
  it.each([
    ['110', '100', '+10.00%', 1],
    ['99.37', '100', '-0.63%', -1],
    ['100.001', '100', '0.00%', 0],
    ['99.999', '100', '0.00%', 0],
    ['100', '0', '--', 0],
  ] as const)('%s from %s is %s', (last, open, text, direction) => {
    const percent = changePercent(last, open);
    expect(percentText(percent)).toBe(text);
    expect(directionOf(percentText(percent).replace(/[+%]|--/g, ''))).toBe(direction);
  });
});

describe('change in a narrow column', () => {
  it.each([
    ['0.004', '0.00'],
    ['-0.004', '0.00'],
    ['10.155', '10.16'],
    ['99.994', '99.99'],
    ['99.995', '100.0'],
    ['-123.45', '-123.5'],
    ['999.94', '999.9'],
    ['999.95', '1000'],
    ['1234.5', '1235'],
    ['-123456.4', '-123456'],
  ])('of %s has %s', (percent, digits) => {
    expect(briefPercentDigits(percent)).toBe(digits);
  });
});

describe('signs of a language', () => {
  it.each([
    ['en_us', '−0.63%', '1.54B'],
    ['de', '−0,63\u00a0%', '1,54\u00a0Mrd.'],
    ['fr', '−0,63\u202f%', '1,54\u00a0Md'],
    ['tr', '−%0,63', '1,54\u00a0Mr'],
    ['jp', '−0.63%', '15.43億'],
    ['kr', '−0.63%', '15.43억'],
    ['zh_cn', '−0.63%', '15.43亿'],
    ['zh_hk', '−0.63%', '15.43億'],
  ] as const)('%s', (language, percent, volume) => {
    const style = numberStyleOf(languageTag(language));
    expect(percentText('-0.63', style)).toBe(percent);
    expect(volumeText('1543999999', style)).toBe(volume);
  });
});

describe('quantities', () => {
  it.each([
    ['0', '0.00'],
    ['999.999', '999.99'],
    ['1000', '1.00K'],
    ['1543999999', '1.54B'],
    ['999999999999999', '999.99T'],
    ['999999.999', '999.99K'],
    ['1234567890123456789', '1234567.89T'],
    ['1000000.009', '1.00M'],
  ])('volume %s is %s', (value, text) => {
    expect(volumeText(value)).toBe(text);
  });
  it('rounds quantities down to the lot', () => {
    expect(quantityText('0.123456789', '0.00001')).toBe('0.12345');
    expect(quantityText('12.9', '1')).toBe('12');
    expect(depthText('12345678.9', '0.1')).toBe('12.34M');
  });
  it('shows a price with all decimals of its tick', () => {
    expect(tickPriceText('61842.1', '0.01')).toBe('61842.10');
    expect(tickPriceText('61842.1', '10')).toBe('61842');
  });
});

describe('volumes in the words of a language', () => {
  it('never claim more than was traded, and no more than the last digit less', () => {
    const volume = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
      .map(([digits, places]) => new D(digits.toString()).div(new D(10).pow(places)).toFixed());
    fc.assert(
      fc.property(volume, fc.constantFrom(...languages), (value, language) => {
        const style = numberStyleOf(languageTag(language));
        const text = volumeText(value, style);
        const unit = style.compact.find(({ word }) => text.endsWith(word));
        const digits = unit ? text.slice(0, -unit.word.length) : text;
        const shown = new D(digits.split(style.group).join('').replace(style.decimal, '.'));
        const scale = new D(10).pow(unit?.zeros ?? 0);
        const less = new D(value).minus(shown.times(scale));
        expect(less.gte(0) && less.lt(scale.times('0.01'))).toBe(true);
        expect(shown.gte(1) || unit === undefined).toBe(true);
      }),
    );
  });
});

describe('time that is left', () => {
  it.each([
    [0, '0:00'],
    [-5, '0:00'],
    [1, '0:01'],
    [1_000, '0:01'],
    [1_001, '0:02'],
    [59_999, '1:00'],
    [3_599_001, '1:00:00'],
    [86_400_000, '24:00:00'],
    [176_461_000, '49:01:01'],
  ])('of %i ms is %s', (leftMs, text) => {
    expect(countdownText(leftMs)).toBe(text);
  });
});

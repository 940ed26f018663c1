import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  briefPercentDigits,
  changePercent,
  exactPercentText,
  fundingText,
  NO_FIGURE,
  numberStyleOf,
  percentDigits,
  percentOf,
  percentText,
  signedPercent,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational } from '../rational.ts';

const german = numberStyleOf('de');
const french = numberStyleOf('fr');
const turkish = numberStyleOf('tr');
const japanese = numberStyleOf('ja');

describe('a change in per cent', () => {
  it.each([
    // (112 − 110) ÷ 110 = 1.8181…
    ['112', '110', '+1.82%'],
    ['110', '110', '0.00%'],
    ['109.999', '110', '0.00%'],
    ['0.00000002', '0.00000001', '+100.00%'],
    ['0', '110', '-100.00%'],
    // Half of the last place goes away from nought on both sides.
    ['100.005', '100', '+0.01%'],
    ['99.995', '100', '-0.01%'],
  ])('from %2$s to %1$s is %3$s', (last, open, text) =>
    expect(percentText(changePercent(last, open))).toBe(text),
  );
  it('is none without a price to compare with', () => {
    expect([changePercent('1', '0'), changePercent('1', '-1')]).toEqual([undefined, undefined]);
    expect(percentText(undefined)).toBe(NO_FIGURE);
  });
  it('is rounded as paper rounds it', () => {
    fc.assert(
      fc.property(decimal(4, 0, 100_000_000), decimal(4, 1, 100_000_000), (last, open) => {
        const percent = rational(last).minus(open).over(open).times('100');
        const text = percent.fixed(2, 'half').replace(/^-(0\.00)$/, '$1');
        expect(percentDigits(changePercent(last, open) ?? '')).toBe(text);
      }),
    );
  });
  it.each([
    ['9.999', '10.00'],
    ['99.994', '99.99'],
    ['99.995', '100.0'],
    ['-99.995', '-100.0'],
    ['100.04', '100.0'],
    // One place first where it has room, from the unrounded value: 999.949 is 999.9 and not 999.95.
    ['999.949', '999.9'],
    ['999.95', '1000'],
    ['-1234.5', '-1235'],
    ['12345.4', '12345'],
    ['0.004', '0.00'],
    ['-0.004', '0.00'],
  ])('of %s is %s in a narrow column', (percent, brief) => expect(briefPercentDigits(percent)).toBe(brief));
});

describe('rates', () => {
  it.each([
    ['0.0001', '+0.0100%'],
    ['-0.0075', '-0.7500%'],
    ['0.0000125', '+0.0013%'],
    ['0.0000004', '0.0000%'],
    ['-0.0000004', '0.0000%'],
    ['0', '0.0000%'],
  ])('of funding: %s is %s', (rate, text) => expect(fundingText(rate)).toBe(text));
  it.each([
    ['0.0003', '0.03%'],
    ['0.8', '80%'],
    ['0', '0%'],
    ['1', '100%'],
    ['0.000000000000000001', '0.0000000000000001%'],
  ])('with all of their digits: %s is %s', (fraction, text) => expect(exactPercentText(fraction)).toBe(text));
  it('stand beside their sign as the language has it', () => {
    expect(signedPercent('2.76', german)).toBe('+2,76\u00a0%');
    expect(signedPercent('-2.76', french)).toBe('−2,76\u202f%');
    expect(signedPercent('-2.76', turkish)).toBe('−%2,76');
    expect(percentOf('1234.5', japanese)).toBe('1,234.5%');
    expect(signedPercent('0.00', german)).toBe('0,00\u00a0%');
  });
});

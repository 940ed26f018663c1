import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  D,
  heldText,
  moneyText,
  numberStyleOf,
  shownMoney,
  signedAmountText,
  signedMoneyText,
  signOf,
  worthText,
} from '../../domain/index.ts';

const german = numberStyleOf('de');
/** Units of 10^-12, so that finer digits than any text shows come too. */
const money = integer({ min: -5_000_000_000_000, max: 5_000_000_000_000 }).map((units) =>
  new D(units).div('1e12').toFixed(),
);
/** What a text says, as a number. */
const read = (text: string) => new D(text.replaceAll(',', '').replace('−', '-'));

describe('what somebody has', () => {
  it.each([
    ['2211.058538', 'USDT', '2,211.05'],
    ['0.009', 'USDC', '0.00'],
    ['0.10169831', 'BTC', '0.10169831'],
  ])('of %s %s is %s', (amount, asset, text) =>
    expect(heldText(amount, asset, numberStyleOf('en-US'))).toBe(text),
  );
});

describe('an amount', () => {
  it.each([
    ['10001.5', '10001.50'],
    ['0', '0.00'],
    ['0.00000001', '0.00000001'],
    ['0.000000019', '0.00000001'],
    ['-0.000000009', '0.00'],
    ['1234567.123456789', '1234567.12345678'],
  ])('of %s is %s', (amount, text) => expect(amountText(amount)).toBe(text));
  it('is cut, never more than there is, and off by less than the last place', () => {
    assert(
      property(money, (amount) => {
        const off = new D(amount).abs().minus(read(amountText(amount)).abs());
        expect(off.gte(0) && off.lt('1e-8')).toBe(true);
      }),
    );
  });
  it('of a movement has its sign, none for zero', () => {
    expect([signedAmountText('1.5'), signedAmountText('-1.5'), signedAmountText('0')]).toEqual([
      '+1.50',
      amountText('-1.5'),
      '0.00',
    ]);
  });
  it('is written as the language writes it', () => {
    expect(amountText('10001.5', german)).toBe('10.001,50');
    expect(worthText('1234567.899', german)).toBe('1.234.567,89');
  });
});

it('a worth is cut to cents: nobody is shown more than there is', () => {
  expect([worthText('0.999'), worthText('0.001'), worthText('-0.001')]).toEqual(['0.99', '0.00', '-0.01']);
});

describe('money that is computed', () => {
  it.each([
    ['0.1', '0.10'],
    ['0.09999', '0.1000'],
    ['0.00005', '0.0001'],
    ['-0.00005', moneyText('-0.0001')],
    ['12.345', '12.35'],
    ['-12.345', moneyText('-12.35')],
    ['0', '0.00'],
    ['0.00001', '0.0000'],
    ['-0.00001', '0.0000'],
  ])('of %s is shown as %s', (amount, text) => expect(moneyText(amount)).toBe(text));
  it('says what a user has with the digits cut, what they owe with them raised', () => {
    expect(moneyText('12.345', undefined, 'down')).toBe('12.34');
    expect(moneyText('12.341', undefined, 'up')).toBe('12.35');
    assert(
      property(money, constantFrom('down', 'up', 'nearest'), (amount, rounding) => {
        const shown = new D(shownMoney(amount, rounding));
        const places = new D(amount).isZero() || new D(amount).abs().gte('0.1') ? 2 : 4;
        const off = shown.minus(amount);
        if (rounding === 'down') expect(off.lte(0)).toBe(true);
        if (rounding === 'up') expect(off.gte(0)).toBe(true);
        expect(off.abs().lt(new D(10).pow(-places))).toBe(true);
        expect(read(moneyText(amount, undefined, rounding)).eq(shown)).toBe(true);
      }),
    );
  });
  it('has the sign of what is shown, and reads alike for a gain and a loss of one size', () => {
    assert(
      property(money, (amount) => {
        const text = signedMoneyText(amount);
        expect(text.startsWith('+')).toBe(signOf(amount) === 1 && /[1-9]/.test(text));
        const other = signedMoneyText(new D(amount).negated().toFixed());
        expect(text.replace(/^[+−-]/, '')).toBe(other.replace(/^[+−-]/, ''));
      }),
    );
  });
});

it.each([
  ['0', 0],
  ['-0', 0],
  ['0.000000000001', 1],
  ['-0.000000000001', -1],
] as const)('the sign of %s is %i', (amount, sign) => expect(signOf(amount)).toBe(sign));

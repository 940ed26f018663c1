import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec } from '../../../domain/index.ts';
import {
  amountText,
  D,
  directionOf,
  gainSum,
  gainText,
  heldText,
  moneyText,
  numberStyleOf,
  roundedParts,
  shownMoney,
  signedAmountText,
  signedMoneyText,
  signOf,
  worthText,
  worthTexts,
} from '../../../domain/index.ts';
import { rational, total } from '../rational.ts';

/** Of any size that is shown: from a unit of the twelfth place to a billion, either sign. */
const money = fc
  .tuple(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), fc.integer({ min: 0, max: 12 }))
  .map(([units, places]): Dec => new D(units.toString()).div(new D(10).pow(places)).toFixed());

describe('what somebody is worth', () => {
  it.each([
    ['1234.5678', '1234.56'],
    ['0.009999', '0.00'],
    ['0', '0.00'],
    // A debt of 1.231 is not shown as one of 1.23: that would be more than there is.
    ['-1.231', '-1.24'],
    ['-0.00000001', '-0.01'],
    ['-1.23', '-1.23'],
    ['99999999999999.999', '99999999999999.99'],
  ])('%s is shown as %s', (worth, shown) => expect(worthText(worth)).toBe(shown));
  it('is never shown as more, and as less by less than a cent', () => {
    fc.assert(
      fc.property(money, (worth) => {
        expect(worthText(worth)).toBe(
          rational(worth)
            .fixed(2, 'floor')
            .replace(/^-(0\.00)$/, '$1'),
        );
      }),
    );
  });
  it('is the sum of its parts as they stand beside it, debts included', () => {
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 5 }), (parts) => {
        const sum = total(parts);
        const shown = worthTexts(parts, sum.text(12, 'zero'));
        expect(total(shown).fixed(2, 'zero')).toBe(worthText(sum.text(12, 'zero')));
      }),
    );
  });
  it('of a currency in dollars has cents, of any other every digit that is booked', () => {
    expect([
      heldText('1.23456789', 'USDT'),
      heldText('1.23456789', 'USDC'),
      heldText('1.23456789', 'USD'),
    ]).toEqual(['1.23', '1.23', '1.23']);
    expect([heldText('1.23456789', 'BTC'), heldText('1', 'EUR'), heldText('0.00000001', 'BTC')]).toEqual([
      '1.23456789',
      '1.00',
      '0.00000001',
    ]);
  });
});

describe('an amount that is booked', () => {
  it.each([
    ['0', '0.00', '0.00'],
    ['5', '5.00', '+5.00'],
    ['-5.1', '-5.10', '-5.10'],
    ['0.00000001', '0.00000001', '+0.00000001'],
    ['-0.00000001', '-0.00000001', '-0.00000001'],
    // Finer than anything is booked: cut off.
    ['0.123456789', '0.12345678', '+0.12345678'],
    ['1000000.10000000', '1000000.10', '+1000000.10'],
    // A number of 19 digits before the point keeps them all.
    ['9999999999999999999.99999999', '9999999999999999999.99999999', '+9999999999999999999.99999999'],
  ])('%s is %s, and %s as a movement', (amount, text, signed) => {
    expect([amountText(amount), signedAmountText(amount)]).toEqual([text, signed]);
  });
  it('has its sign above, at and below nought', () => {
    expect(['1', '0.00000001', '0', '-0', '0.000', '-0.00000001'].map(signOf)).toEqual([1, 1, 0, 0, 0, -1]);
  });
});

describe('money that is computed', () => {
  it.each([
    // Two places from a tenth on, four below it; the tier is chosen before rounding.
    ['0.1', '0.10', '0.10', '0.10'],
    ['0.09999', '0.1000', '0.0999', '0.1000'],
    ['0.105', '0.11', '0.10', '0.11'],
    ['-0.105', '-0.11', '-0.11', '-0.10'],
    ['0.00005', '0.0001', '0.0000', '0.0001'],
    ['-0.00005', '-0.0001', '-0.0001', '0.0000'],
    ['0.00004', '0.0000', '0.0000', '0.0001'],
    ['-0.00004', '0.0000', '-0.0001', '0.0000'],
    ['0', '0.00', '0.00', '0.00'],
    ['1234567.895', '1234567.90', '1234567.89', '1234567.90'],
  ])('%s is %s; as what is had %s, as what is owed %s', (amount, nearest, had, owed) => {
    expect([
      moneyText(amount),
      moneyText(amount, undefined, 'down'),
      moneyText(amount, undefined, 'up'),
    ]).toEqual([nearest, had, owed]);
  });
  it('is to each side as paper rounds it', () => {
    const ways = { nearest: 'half', down: 'floor', up: 'ceil' } as const;
    fc.assert(
      fc.property(
        money,
        fc.constantFrom('nearest' as const, 'down' as const, 'up' as const),
        (amount, way) => {
          const size = rational(amount).size();
          const places = size.top === 0n || size.compare('0.1') >= 0 ? 2 : 4;
          const exact = rational(amount).fixed(places, ways[way]);
          expect(rational(shownMoney(amount, way)).compare(exact)).toBe(0);
          expect(moneyText(amount, undefined, way)).toBe(exact.replace(/^-(0\.0+)$/, '$1'));
        },
      ),
    );
  });
  it('has a plus where it reads as a gain, and none where it reads as nought', () => {
    expect(
      ['12.345', '0.00005', '0.00004', '0', '-0.00004', '-3'].map((each) => signedMoneyText(each)),
    ).toEqual(['+12.35', '+0.0001', '0.0000', '0.00', '0.0000', '-3.00']);
    expect(signedMoneyText('-1234.5', numberStyleOf('de'))).toBe('−1.234,50');
  });
});

describe('what a user gains', () => {
  it.each([
    ['0.019', '+0.0190'],
    ['12.349', '+12.34'],
    ['-12.341', '-12.35'],
    ['0.00009', '0.0000'],
    ['-0.00001', '-0.0001'],
    ['0', '0.00'],
  ])('of %s is shown as %s', (gain, text) => expect(gainText(gain)).toBe(text));
  it('is shown with its parts, which add up to it', () => {
    // 10.009 − 0.255 − 0.128 is 9.626, shown as 9.62: rounded down 10.00, −0.26 and −0.13 are 9.61, and the one that lost
    // most by it, 10.009, has the cent that is missing.
    expect(gainSum(['10.009', '-0.255', '-0.128'])).toEqual({
      parts: ['+10.01', '-0.26', '-0.13'],
      total: '+9.62',
      direction: 1,
    });
    // Nothing is left: the parts say so too.
    expect(gainSum(['1.005', '-1.005'])).toMatchObject({ total: '0.00', direction: 0 });
    expect(gainSum(['0.03', '-0.0399'])).toEqual({
      parts: ['+0.0300', '-0.0399'],
      total: '-0.0099',
      direction: -1,
    });
  });
  it('adds up for any parts: each within a unit of what it is, the total never more', () => {
    fc.assert(
      fc.property(
        fc.array(money, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        (parts, decimals) => {
          const sum = total(parts);
          const rounded = roundedParts(parts, sum.text(12, 'zero'), decimals);
          expect(rounded.total).toBe(sum.text(decimals, 'floor'));
          expect(total(rounded.parts).compare(rounded.total)).toBe(0);
          const unit = rational('1').over(`${10 ** decimals}`);
          rounded.parts.forEach((each, i) => {
            expect(
              rational(each)
                .minus(parts[i] ?? '')
                .size()
                .compare(unit),
            ).toBeLessThan(0);
          });
        },
      ),
    );
  });
});

it('a text has the direction that its digits say', () => {
  expect(['0.00', '-0.00', '', '-', '0.01', '-0.01', '12', '-12'].map(directionOf)).toEqual([
    0, 0, 0, 0, 1, -1, 1, -1,
  ]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec } from '../../../domain/index.ts';
import {
  BASIS_FIRST_MS,
  BASIS_HALF_MS,
  fundingPayment,
  fundingRate,
  isFundingDue,
  isFundingSoon,
  MINUTE_MS,
  markPrice,
  medianPrice,
  nextFundingAt,
  premiumOf,
  smoothedBasis,
} from '../../../domain/index.ts';
import type { Rational } from '../rational.ts';
import { largest, rational, smallest } from '../rational.ts';
import { decimal, price, quantity, side } from './arbitrary.ts';

describe('a funding payment on paper', () => {
  it.each([
    // 0.5 at 60,000 is 30,000; 0.01 % of it is 3.
    ['long', '0.5', '60000', '0.0001', '-3'],
    ['short', '0.5', '60000', '0.0001', '3'],
    ['long', '0.5', '60000', '-0.0001', '3'],
    ['short', '0.5', '60000', '-0.0001', '-3'],
    // The most of one settlement: 0.75 % of 800,000,000.
    ['long', '8000', '100000', '0.0075', '-6000000'],
    // A smallest lot at a smallest price: nothing is rounded before it is booked.
    ['short', '0.00000001', '0.0001', '0.0001', '0.0000000000000001'],
    ['long', '3', '7', '0', '0'],
  ] as const)('of a %s of %s at %s with a rate of %s is %s', (each, q, mark, rate, paid) => {
    expect(fundingPayment(each, q, mark, rate)).toBe(paid);
  });
  it('is what the other side of the same size has, and grows with size and mark alone', () => {
    fc.assert(
      fc.property(side, quantity, price, decimal(6, -7_500, 7_500), (each, q, mark, rate) => {
        const own = rational(fundingPayment(each, q, mark, rate));
        const across = fundingPayment(each === 'long' ? 'short' : 'long', q, mark, rate);
        expect(own.plus(across).top).toBe(0n);
        const paid = rational(q).times(mark).times(rate);
        expect(own.compare(each === 'long' ? paid.negated() : paid)).toBe(0);
      }),
    );
  });
});

describe('a funding rate on paper', () => {
  it.each([
    // Within 0.05 % of the interest, 0.01 %, it is the interest: −0.04 % to +0.06 %.
    ['0', '0.0001'],
    ['0.0006', '0.0001'],
    ['-0.0004', '0.0001'],
    // Beyond, the premium with 0.05 % taken off, or put on.
    ['0.00060001', '0.00010001'],
    ['-0.00040001', '0.00009999'],
    ['0.002', '0.0015'],
    ['-0.002', '-0.0015'],
    // Nought has no sign.
    ['-0.0005', '0'],
    // 0.75 % at most: 0.8 % less 0.05 % is just that.
    ['0.008', '0.0075'],
    ['0.9', '0.0075'],
    ['-0.008', '-0.0075'],
    ['-0.9', '-0.0075'],
  ])('for a premium of %s is %s', (premium, rate) => expect(fundingRate(premium)).toBe(rate));
  it('of an hour is an eighth, to the last digit', () => {
    expect(fundingRate('0', 1)).toBe('0.0000125');
    expect(fundingRate('0.9', 1)).toBe('0.0009375');
    expect(fundingRate('0.00060001', 1)).toBe('0.00001250125');
  });
  it('is as near to the interest as 0.05 % of the premium lets it come', () => {
    fc.assert(
      fc.property(decimal(7, -200_000, 200_000), decimal(5, -20, 20), (premium, interest) => {
        // The nearest point of a range, in place of a clamp of a difference.
        const [from, to] = [rational(premium).minus('0.0005'), rational(premium).plus('0.0005')];
        const nearest = largest(from, smallest(to, rational(interest)));
        const within = largest(rational('-0.0075'), smallest(rational('0.0075'), nearest));
        expect(fundingRate(premium, 8, interest)).toBe(within.text(12, 'zero'));
      }),
    );
  });
  it('rests on the premium, which falls as far as it rises', () => {
    expect(premiumOf('101', '100')).toBe('0.01');
    expect(premiumOf('99', '100')).toBe('-0.01');
    expect(premiumOf('0.00000101', '0.000001')).toBe('0.01');
  });
});

describe('the moments of funding', () => {
  const eight = Date.UTC(2026, 0, 31, 16);
  it.each([
    // Who opens or closes at that very moment takes part; a millisecond off on the wrong side does not.
    [eight, undefined, true],
    [eight + 1, undefined, false],
    [eight - 1, eight, true],
    [eight - 1, eight - 1, false],
    [0, eight + 1, true],
  ])('opened at %i, closed at %s: %s', (openedAt, closedAt, isDue) => {
    expect(isFundingDue(openedAt, closedAt, eight)).toBe(isDue);
  });
  it('follow each other over the end of a month', () => {
    expect(nextFundingAt(eight - 1)).toBe(eight);
    expect(nextFundingAt(eight)).toBe(Date.UTC(2026, 1, 1, 0));
    expect(nextFundingAt(Date.UTC(2026, 1, 1, 7, 59, 59, 999))).toBe(Date.UTC(2026, 1, 1, 8));
    expect(nextFundingAt(eight, 1)).toBe(Date.UTC(2026, 0, 31, 17));
  });
  it('are announced for a quarter of an hour, and not once they are there', () => {
    const within = [15 * MINUTE_MS + 1, 15 * MINUTE_MS, 1, 0, -1].map((ahead) =>
      isFundingSoon(eight, eight - ahead),
    );
    expect(within).toEqual([false, true, true, false, false]);
  });
});

describe('the mark on paper', () => {
  it.each([
    // 100 and a basis of 0.004: 100.004 is nearest to 100.00; of 0.006 to 100.01.
    ['100', '0.004', '0.01', '100'],
    ['100', '0.006', '0.01', '100.01'],
    // Half a tick goes to the even one: 10,000 and 10,002 hundredths.
    ['100', '0.005', '0.01', '100'],
    ['100', '0.015', '0.01', '100.02'],
    // One per cent at most, either way.
    ['100', '5', '0.01', '101'],
    ['100', '-5', '0.01', '99'],
    ['61000.12', '-9999', '0.1', '60390.1'],
    // At least one tick.
    ['0.0000004', '0', '0.000001', '0.000001'],
  ])('of an index of %s with a basis of %s on %s is %s', (index, basis, tick, mark) => {
    expect(markPrice(index, basis, tick)).toBe(mark);
  });
  it.each([
    [[], undefined],
    [['7'], '7'],
    // The middle of three, whatever the wrong one says; the mean of the middle two of four.
    [['100', '9999999', '101'], '101'],
    [['0.01', '100', '101'], '100'],
    [['4', '1', '3', '2'], '2.5'],
    [['9', '10', '11', '8', '100'], '10'],
    [['0.00000001', '0.00000002'], '0.000000015'],
  ])('rests on the middle of %j: %s', (prices, middle) => expect(medianPrice(prices)).toBe(middle));
  it('has half a step of the basis after its half time, and a third after half of that', () => {
    // 30 s over 60 s, and 15 s over 45 s, of a step from 2 to 5.
    expect(smoothedBasis('2', '105', '100', BASIS_HALF_MS)).toBe('3.5');
    expect(smoothedBasis('2', '105', '100', BASIS_HALF_MS / 2)).toBe('3');
    expect(smoothedBasis('2', '105', '100', 0)).toBe('2');
    // The first look is the basis itself; later ones weigh by their time, the first as if it had stood for two seconds.
    expect(smoothedBasis(undefined, '105', '100', 9)).toBe('5');
    expect(smoothedBasis('2', '105', '100', BASIS_FIRST_MS, 0)).toBe('3.5');
    expect(smoothedBasis('2', '105', '100', 1_000, 3_000)).toBe('2.75');
  });
  it('lies between what it was and what is there now, however long nothing came', () => {
    const time = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        decimal(4, -10_000, 10_000),
        decimal(2, 5_000, 20_000),
        time,
        time,
        (before, last, elapsed, age) => {
          const after = rational(smoothedBasis(before, last, '100', elapsed, age));
          const [from, to]: [Rational, Rational] = [rational(before), rational(last).minus('100')];
          expect(after.compare(smallest(from, to))).toBeGreaterThanOrEqual(0);
          expect(after.compare(largest(from, to))).toBeLessThanOrEqual(0);
          const weight = rational(`${Math.min(BASIS_HALF_MS, Math.max(BASIS_FIRST_MS, age))}`);
          // (from·weight + to·elapsed) ÷ (weight + elapsed): a mean by time.
          const mean: Dec = from
            .times(weight)
            .plus(to.times(`${elapsed}`))
            .over(weight.plus(`${elapsed}`))
            .fixed(15, 'zero');
          expect(after.minus(mean).size().compare('0.000000000000001')).toBeLessThanOrEqual(0);
        },
      ),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BASIS_HALF_MS,
  D,
  FUNDING_CAP,
  fundingIntervals,
  fundingPayment,
  fundingRate,
  isFundingDue,
  MARK_BAND,
  markPrice,
  medianPrice,
  nextFundingAt,
  premiumOf,
  smoothedBasis,
  toText,
} from '../../../domain/index.ts';
import { decimal, price, quantity } from './arbitrary.ts';

const rate = decimal(6, -7_500, 7_500);

describe('a funding payment', () => {
  it('sums to zero over all accounts, as longs and shorts are the same quantity', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(quantity, quantity), { minLength: 1 }),
        price,
        rate,
        (pairs, mark, each) => {
          const longs = pairs.flat();
          const shorts = pairs.map(([a, b]) => toText(new D(a).plus(b)));
          const payments = [
            ...longs.map((q) => fundingPayment('long', q, mark, each)),
            ...shorts.map((q) => fundingPayment('short', q, mark, each)),
          ];
          expect(payments.reduce((sum, payment) => sum.plus(payment), new D(0)).isZero()).toBe(true);
        },
      ),
    );
  });
  it('has no sign when it is nothing', () => {
    expect(fundingPayment('long', '1', '100', '0')).toBe('0');
    expect(fundingPayment('long', '1', '100', '0.0001')).toBe('-0.01');
    expect(fundingPayment('short', '1', '100', '0.0001')).toBe('0.01');
  });
  it.each([
    [0, undefined, 0, true],
    [1, undefined, 0, false],
    [0, 8, 8, true],
    [0, 7, 8, false],
  ])('of a position open from %s to %s at %s: %s', (from, to, at, isDue) => {
    expect(isFundingDue(from, to, at)).toBe(isDue);
  });
  it('comes at 00, 08 and 16 UTC, or every hour', () => {
    const at = (text: string) => Date.parse(`2026-03-01T${text}Z`);
    expect(nextFundingAt(at('07:59:59.999'))).toBe(at('08:00:00'));
    expect(nextFundingAt(at('08:00:00'))).toBe(at('16:00:00'));
    expect(nextFundingAt(at('16:00:01'))).toBe(Date.parse('2026-03-02T00:00:00Z'));
    expect(nextFundingAt(at('08:00:00'), 1)).toBe(at('09:00:00'));
  });
});

describe('the funding rate', () => {
  it.each([
    ['0', '0.0001'],
    ['0.0001', '0.0001'],
    ['0.0006', '0.0001'],
    ['0.0007', '0.0002'],
    ['-0.0004', '0.0001'],
    ['-0.0005', '0'],
    ['-0.001', '-0.0005'],
    ['0.1', '0.0075'],
    ['-0.1', '-0.0075'],
  ])('of a premium of %s is %s', (premium, found) => {
    expect(fundingRate(premium)).toBe(found);
  });
  it('rises with the premium, within its cap, and is an eighth of it for an hour', () => {
    fc.assert(
      fc.property(rate, rate, (a, b) => {
        const [low, high] = new D(a).lte(b) ? [a, b] : [b, a];
        expect(new D(fundingRate(low)).lte(fundingRate(high))).toBe(true);
        expect(new D(fundingRate(a)).abs().lte(FUNDING_CAP)).toBe(true);
        expect(toText(new D(fundingRate(a, 1)).times(8))).toBe(fundingRate(a));
      }),
    );
    expect(fundingIntervals).toEqual([8, 1]);
  });
  it('rests on the premium over the index', () => {
    expect(premiumOf('101', '100')).toBe('0.01');
    expect(premiumOf('99', '100')).toBe('-0.01');
  });
});

describe('the mark', () => {
  it.each([
    [[], undefined],
    [['5'], '5'],
    [['5', '1'], '3'],
    [['5', '1', '2'], '2'],
    [['100', '101', '99', '1000000'], '100.5'],
  ])('rests on the median of %j: %s', (prices, median) => {
    expect(medianPrice(prices)).toBe(median);
  });
  it('follows the basis by half after its time, and never beyond it', () => {
    expect(smoothedBasis(undefined, '101', '100', 0)).toBe('1');
    expect(smoothedBasis('0', '101', '100', BASIS_HALF_MS)).toBe('0.5');
    expect(smoothedBasis('0', '101', '100', 0)).toBe('0');
    fc.assert(
      fc.property(decimal(4, -10_000, 10_000), price, price, fc.nat(10 ** 7), (basis, at, index, ms) => {
        const now = new D(at).minus(index);
        const next = smoothedBasis(basis, at, index, ms);
        expect(D.min(basis, now).lte(next) && D.max(basis, now).gte(next)).toBe(true);
      }),
    );
  });
  it('stays within its band around the index, on the tick', () => {
    expect(markPrice('100', '0.126', '0.01')).toBe('100.13');
    expect(markPrice('100', '5', '0.01')).toBe('101');
    expect(markPrice('100', '-5', '0.01')).toBe('99');
    expect(markPrice('0.001', '0', '0.01')).toBe('0.01');
    fc.assert(
      fc.property(price, decimal(4, -1_000_000, 1_000_000), (index, basis) => {
        const mark = new D(markPrice(index, basis, '0.0001'));
        const room = new D(index).times(MARK_BAND).plus('0.0001');
        expect(mark.minus(index).abs().lte(room)).toBe(true);
        expect(mark.mod('0.0001').isZero() && mark.gt(0)).toBe(true);
      }),
    );
  });
});

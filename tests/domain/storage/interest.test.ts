import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StorageTerms } from '../../../domain/index.ts';
import {
  breakEvenDay,
  D,
  earlyCost,
  interestAfter,
  interestOfDay,
  redemptionAfter,
  redemptions,
  storageTerm,
  totalInterest,
} from '../../../domain/index.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const text = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

describe('the days of an order', () => {
  // Written down by hand: opened, days, first full day, first payout, end.
  it.each([
    ['2026-11-21T10:00:00', 7, '2026-11-22 00:00', '2026-11-23 00:00', '2026-11-29 00:00'],
    ['2026-11-21T00:00:00', 1, '2026-11-21 00:00', '2026-11-22 00:00', '2026-11-22 00:00'],
    ['2026-11-21T00:00:00.001', 1, '2026-11-22 00:00', '2026-11-23 00:00', '2026-11-23 00:00'],
    ['2026-11-21T23:59:59.999', 1, '2026-11-22 00:00', '2026-11-23 00:00', '2026-11-23 00:00'],
    // Month ends, a leap day, a February without one, a year's end.
    ['2027-01-30T12:00:00', 30, '2027-01-31 00:00', '2027-02-01 00:00', '2027-03-02 00:00'],
    ['2028-02-27T12:00:00', 2, '2028-02-28 00:00', '2028-02-29 00:00', '2028-03-01 00:00'],
    ['2027-02-27T12:00:00', 2, '2027-02-28 00:00', '2027-03-01 00:00', '2027-03-02 00:00'],
    ['2028-02-28T12:00:00', 365, '2028-02-29 00:00', '2028-03-01 00:00', '2029-02-28 00:00'],
    ['2026-12-31T18:30:00', 90, '2027-01-01 00:00', '2027-01-02 00:00', '2027-04-01 00:00'],
  ])('%s for %i days', (opened, days, starts, first, ends) => {
    const term = storageTerm(utc(opened), days);
    expect([text(term.startsAt), text(term.firstPayoutAt), text(term.endsAt)]).toEqual([starts, first, ends]);
    expect(term.revocableUntil - utc(opened)).toBe(10 * 60_000);
  });
});

describe('interest', () => {
  // amount, rate, days, each ordinary day, the last day, all of it: by hand, to the last unit.
  it.each([
    ['1000', '0.0003', 30, '0.3', '0.3', '9'],
    ['100', '0.0002', 7, '0.02', '0.02', '0.14'],
    // 333.33333333 · 0.0003 = 0.099999999999: a day is 0.09999999, thirty are 2.99999999 of 2.99999999997.
    ['333.33333333', '0.0003', 30, '0.09999999', '0.10000028', '2.99999999'],
    // 0.00123457 · 0.00005 = 0.0000000617285: a day is 0.00000006, thirty are 0.00000185 of 0.000001851855.
    ['0.00123457', '0.00005', 30, '0.00000006', '0.00000011', '0.00000185'],
    // 777.77777777 · 0.00012345 = 0.096016666665…: 90 days are 8.64149999 of 8.641499999913….
    ['777.77777777', '0.00012345', 90, '0.09601666', '0.09601725', '8.64149999'],
    ['1', '0.00000001', 365, '0.00000001', '0.00000001', '0.00000365'],
    ['50000', '0.0004', 1, '20', '20', '20'],
  ])('%s at %s for %i days', (amount, rate, days, daily, last, all) => {
    const terms = { rate, days };
    if (days > 1) expect(interestOfDay(amount, terms, 1)).toBe(daily);
    expect(interestOfDay(amount, terms, days)).toBe(last);
    expect(totalInterest(amount, terms)).toBe(all);
    expect(interestAfter(amount, terms, days)).toBe(all);
    expect(interestAfter(amount, terms, 0)).toBe('0');
  });
  const amounts = fc
    .bigInt({ min: 1n, max: 10n ** 18n })
    .map((units) => new D(String(units)).div(1e8).toFixed());
  const rates = fc.integer({ min: 1, max: 1_000_000 }).map((units) => new D(units).div(1e8).toFixed());
  it('adds up to what was promised, each day at least nothing and at most a unit a day more than its share', () => {
    fc.assert(
      fc.property(amounts, rates, fc.integer({ min: 1, max: 100 }), (amount, rate, days) => {
        const terms = { rate, days };
        let sum = new D(0);
        for (let day = 1; day <= days; day++) {
          const paid = new D(interestOfDay(amount, terms, day));
          expect(paid.gte(0) && paid.decimalPlaces() <= 8).toBe(true);
          sum = sum.plus(paid);
          expect(sum.lte(new D(amount).times(rate).times(day))).toBe(true);
        }
        expect(sum.toFixed()).toBe(
          new D(amount).times(rate).times(days).toDecimalPlaces(8, D.ROUND_DOWN).toFixed(),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('early redemption', () => {
  const terms: StorageTerms = { rate: '0.0003', days: 5, share: '0.8' };
  it('costs its share of the interest paid, day by day', () => {
    // 333.33333333 at 0.03 % a day: 0.09999999 a day; 80 % of it, rounded up.
    expect(
      redemptions('333.33333333', terms).map(({ day, interest, cost, back, net }) => [
        day,
        interest,
        cost,
        back,
        net,
      ]),
    ).toEqual([
      [0, '0', '0', '333.33333333', '0'],
      [1, '0.09999999', '0.08', '333.25333333', '0.01999999'],
      [2, '0.19999998', '0.15999999', '333.17333334', '0.03999999'],
      [3, '0.29999997', '0.23999998', '333.09333335', '0.05999999'],
      [4, '0.39999996', '0.31999997', '333.01333336', '0.07999999'],
      [5, '0.49999999', '0', '333.33333333', '0.49999999'],
    ]);
  });
  it('is worth it from the first day on, or not before the end when all interest is taken', () => {
    expect(breakEvenDay(redemptions('1000', terms))).toBe(1);
    expect(breakEvenDay(redemptions('1000', { ...terms, share: '1' }))).toBe(5);
    // One unit a day: the share of it rounds up to all of it, and of four days to three of them.
    const dust = redemptions('0.0001', { rate: '0.0001', days: 5, share: '0.7' });
    expect(dust.map(({ cost }) => cost)).toEqual([
      '0',
      '0.00000001',
      '0.00000002',
      '0.00000003',
      '0.00000003',
      '0',
    ]);
    expect(breakEvenDay(dust)).toBe(4);
    expect(breakEvenDay(redemptions('0.00000001', terms))).toBeUndefined();
  });
  it('costs nothing where the share is nothing, and never more than the interest', () => {
    expect(earlyCost('1.5', '0')).toBe('0');
    expect(earlyCost('0.00000001', '0.5')).toBe('0.00000001');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 16n }).map((units) => new D(String(units)).div(1e8).toFixed()),
        fc.integer({ min: 0, max: 10_000 }).map((units) => new D(units).div(1e4).toFixed()),
        (interest, share) => {
          const cost = new D(earlyCost(interest, share));
          expect(cost.lte(interest) && cost.gte(new D(interest).times(share))).toBe(true);
        },
      ),
    );
  });
  it('takes nothing on the last day', () => {
    expect(redemptionAfter('1000', { ...terms, share: '1' }, 5)).toEqual({
      day: 5,
      interest: '1.5',
      cost: '0',
      back: '1000',
      net: '1.5',
    });
  });
});

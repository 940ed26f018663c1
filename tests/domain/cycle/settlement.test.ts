import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CycleDirection, CycleOutcome, Dec } from '../../../domain/index.ts';
import {
  cycleMs,
  cyclePayout,
  cycles,
  D,
  indexOf,
  outcomeOf,
  settlementPrice,
  termOf,
  windowMs,
  windowPoints,
  winOf,
} from '../../../domain/index.ts';

const price = fc
  .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) => new D(units).div(new D(10).pow(places)).toFixed());

describe('the length of a contract', () => {
  it('has a window of 3 s up to 2 min, of 15 s up to 30 min, of a minute from one hour up', () => {
    expect(cycles.map((cycle) => [cycle, cycleMs(cycle) / 1_000, windowMs(cycle) / 1_000])).toEqual([
      ['30s', 30, 3],
      ['60s', 60, 3],
      ['2m', 120, 3],
      ['5m', 300, 15],
      ['10m', 600, 15],
      ['30m', 1_800, 15],
      ['1h', 3_600, 60],
      ['1d', 86_400, 60],
    ]);
  });
  it.each([
    [1_000, 2_000],
    [1_001, 2_000],
    [1_999, 2_000],
    [0, 1_000],
  ])('accepted at %i it starts at %i: never at a second that has begun', (at, startsAt) => {
    expect(termOf(at, '30s')).toEqual({ startsAt, endsAt: startsAt + 30_000 });
  });
});

describe('the index of several venues', () => {
  it.each<[Dec[], Dec | undefined]>([
    [[], undefined],
    [['1'], '1'],
    [['3', '1'], '2'],
    [['9', '10', '1'], '9'],
    [['-1', '-3', '100'], '-1'],
    [['0.000000000001', '0.000000000002'], '0.000000000002'],
    [['1.10', '1.1'], '1.1'],
  ])('of %j is %s', (prices, index) => {
    expect(indexOf(prices)).toBe(index);
  });
  it('stands between its venues and does not move with one of many', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 3, maxLength: 9 }), price, (prices, wild) => {
        const index = new D(indexOf([...prices, wild]) ?? 'NaN');
        const sorted = prices.map((each) => new D(each)).sort((a, b) => a.cmp(b));
        expect(index.gte(sorted[0] ?? 0) && index.lte(sorted.at(-1) ?? 0)).toBe(true);
      }),
    );
  });
});

describe('the settlement price', () => {
  it.each<[Dec[], number, Dec | undefined]>([
    [['1', '2', '3'], 3, '2'],
    [['1', '2'], 3, '1.5'],
    [['1'], 3, undefined],
    [[], 3, undefined],
    [['10', '-46.98'], 3, '-18.49'],
    [['1', '1', '2'], 3, '1.333333333333333333'],
    [['1', '2', '2'], 3, '1.666666666666666667'],
  ])('of %j of %i points is %s', (points, expected, mean) => {
    expect(settlementPrice(points, expected)).toBe(mean);
  });
  it('is void below half of the points and never at half of them', () => {
    for (const cycle of cycles) {
      const expected = windowPoints(cycle);
      const least = Math.ceil(expected / 2);
      expect(settlementPrice(Array(least).fill('5'), expected)).toBe('5');
      expect(settlementPrice(Array(least - 1).fill('5'), expected)).toBeUndefined();
    }
  });
  it('does not make or break a tie by its rounding', () => {
    fc.assert(
      fc.property(fc.array(price, { minLength: 60, maxLength: 60 }), price, (points, entry) => {
        const sum = points.reduce((total, each) => total.plus(each), new D(0));
        const exact = Math.sign(sum.cmp(new D(entry).times(60)));
        const settled = settlementPrice(points, 60) ?? '';
        expect(new D(settled).cmp(entry)).toBe(exact);
      }),
    );
  });
});

describe('an outcome', () => {
  it.each<[CycleDirection, Dec | undefined, Dec | undefined, CycleOutcome]>([
    ['up', '100', '100.000000000000000001', 'win'],
    ['up', '100', '100', 'tie'],
    ['up', '100', '100.0', 'tie'],
    ['up', '100', '99.999999999999999999', 'lose'],
    ['down', '100', '99.999999999999999999', 'win'],
    ['down', '100', '100', 'tie'],
    ['down', '100', '100.000000000000000001', 'lose'],
    ['up', '9', '10', 'win'],
    ['down', '18.31', '-36.98', 'win'],
    ['up', '-36.98', '8.91', 'win'],
    ['up', '-36.98', '-37', 'lose'],
    ['down', '-1', '-1', 'tie'],
    ['up', undefined, '1', 'void'],
    ['down', '1', undefined, 'void'],
  ])('%s from %s to %s: %s', (direction, entry, settlement, outcome) => {
    expect(outcomeOf(direction, entry, settlement)).toBe(outcome);
  });
  it('of one direction is what the other’s is not', () => {
    const opposite = { win: 'lose', lose: 'win', tie: 'tie', void: 'void' } as const;
    fc.assert(
      fc.property(price, price, (entry, settlement) => {
        expect(outcomeOf('down', entry, settlement)).toBe(opposite[outcomeOf('up', entry, settlement)]);
      }),
    );
  });
});

describe('a payout', () => {
  it.each([
    ['win', '92.5', '42.5'],
    ['lose', '0', '-50'],
    // The product's decision for a tie and for a void one, @see trading rules §3
    ['tie', '50', '0'],
    ['void', '50', '0'],
  ] as const)('of a stake of 50 at 0.85 that has a %s is %s', (outcome, payout, profit) => {
    expect(cyclePayout(outcome, '50', '0.85')).toEqual({ payout, profit });
  });
  it('rounds a win down to what is booked', () => {
    expect(winOf('1.00000001', '0.999')).toBe('0.999');
    expect(winOf('0.00000001', '0.9')).toBe('0');
  });
  it('is never negative, and its profit is what it has more than the stake', () => {
    const units = fc.integer({ min: 1, max: 500_000_000_000 });
    fc.assert(
      fc.property(units, fc.integer({ min: 600, max: 950 }), (n, mille) => {
        const [stake, rate] = [new D(n).div(1e8).toFixed(), new D(mille).div(1_000).toFixed()];
        for (const outcome of ['win', 'lose', 'tie', 'void'] as const) {
          const { payout, profit } = cyclePayout(outcome, stake, rate);
          expect(new D(payout).gte(0)).toBe(true);
          expect(new D(payout).minus(stake).toFixed()).toBe(profit);
        }
        expect(new D(winOf(stake, rate)).lte(new D(stake).times(rate))).toBe(true);
      }),
    );
  });
});

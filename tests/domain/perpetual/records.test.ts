import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EndedTrade, Realised, WarnedLevel } from '../../../domain/index.ts';
import {
  averageLoss,
  averageRange,
  averageWin,
  crossTotals,
  isLiquidationNear,
  liquidationDistance,
  liquidationRanges,
  maintenanceMargin,
  maintenanceScreen,
  marginRatioScreen,
  NEAR_LIQUIDATION,
  netCurve,
  perpetualFees,
  RANGE_DAYS,
  screenPosition,
  screenTable,
  tierSteps,
  tiersOf,
  toScreenNumber,
  tradeSum,
  tradeSums,
  warnedLevel,
  warningScreen,
  winRate,
} from '../../../domain/index.ts';
import { rational, total } from '../rational.ts';
import { crossAccount, decimal, risk } from './arbitrary.ts';

const ended = (realised: Partial<Realised>, closedAt = 1, market = 'A'): EndedTrade => ({
  market,
  side: 'long',
  openedAt: 0,
  closedAt,
  realised: { price: '0', fees: '0', funding: '0', ...realised },
});

/** A win of 9.85000001, a loss of 4.00000002 (3.90000002 and a fee), one of nothing, and a win of 0.00000001. */
const four = [
  ended({ price: '10.000000019', fees: '-0.25', funding: '0.1' }, 3),
  ended({ price: '-3.900000011', fees: '-0.1' }, 1, 'B'),
  ended({ price: '0.5', fees: '-0.5' }, 2),
  ended({ price: '0.000000019' }, 3, 'B'),
];

describe('ended trades on paper', () => {
  it('are booked one by one: each price part rounds down before they are added', () => {
    expect(tradeSum(four)).toEqual({
      count: 4,
      wins: 2,
      losses: 1,
      // 10.00000001 − 3.90000002 + 0.5 + 0.00000001.
      price: '6.6',
      fees: '-0.85',
      funding: '0.1',
      net: '5.85',
      // 9.85000001 + 0.00000001, and −3.90000002 − 0.1.
      won: '9.85000002',
      lost: '-4.00000002',
    });
  });
  it('win half of four, bring and cost on average what is booked of it', () => {
    const sum = tradeSum(four);
    expect([winRate(sum), averageWin(sum), averageLoss(sum)]).toEqual(['0.5', '4.92500001', '-4.00000002']);
    // 1 ÷ 3 is rounded down, −1 ÷ 3 away from nought: neither reads better than it was.
    expect([averageWin({ won: '1', wins: 3 }), averageLoss({ lost: '-1', losses: 3 })]).toEqual([
      '0.33333333',
      '-0.33333334',
    ]);
    const none = tradeSum([]);
    expect([winRate(none), averageWin(none), averageLoss(none)]).toEqual([undefined, undefined, undefined]);
  });
  it('add up by any key in the order in which keys come', () => {
    const sums = tradeSums(four, ({ market }) => market);
    expect([...sums.keys()]).toEqual(['A', 'B']);
    expect([sums.get('A')?.net, sums.get('B')?.net]).toEqual(['9.85000001', '-4.00000001']);
  });
  it('make a curve with one point for a moment, in the order of time', () => {
    expect(netCurve(four)).toEqual([
      [1, '-4.00000002'],
      [2, '-4.00000002'],
      [3, '5.85'],
    ]);
    expect(netCurve([])).toEqual([]);
  });
  it('have parts that are their net, and a curve that ends at it', () => {
    const part = decimal(10, -2_000_000_000, 2_000_000_000);
    const booked = decimal(8, -2_000_000_000, 2_000_000_000);
    const trade = fc
      .record({ price: part, fees: booked, funding: booked, at: fc.nat(9) })
      .map(({ at, ...realised }) => ended(realised, at));
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 12 }), (trades) => {
        const sum = tradeSum(trades);
        expect(total([sum.price, sum.fees, sum.funding]).compare(sum.net)).toBe(0);
        expect(total([sum.won, sum.lost]).compare(sum.net)).toBe(0);
        expect(sum.wins + sum.losses <= sum.count).toBe(true);
        expect(netCurve(trades).at(-1)?.[1]).toBe(sum.net);
        const exact = total(
          trades.flatMap(({ realised }) => [realised.price, realised.fees, realised.funding]),
        );
        // Never more than there is, and less by less than a unit for each trade.
        const less = exact.minus(sum.net);
        expect(less.compare('0')).toBeGreaterThanOrEqual(0);
        expect(less.compare(rational('0.00000001').times(`${trades.length}`))).toBeLessThan(0);
      }),
    );
  });
});

describe('warnings on paper', () => {
  it.each<[WarnedLevel, string | undefined, WarnedLevel]>([
    // At 70 and at 85 hundredths; five below a level it can come again.
    [0, '0.69999999', 0],
    [0, '0.7', 70],
    [70, '0.65000001', 70],
    [70, '0.65', 0],
    [70, '0.84999999', 70],
    [70, '0.85', 85],
    [0, '0.99999999', 85],
    [85, '0.80000001', 85],
    [85, '0.8', 70],
    [85, '0.65', 0],
    // Liquidation is no warning, nor is what has nothing to compare with.
    [85, '1', 85],
    [0, '1', 0],
    [0, '9', 0],
    [70, undefined, 70],
  ])('from %i, a ratio of %s stands at %i', (before, ratio, after) => {
    expect(warnedLevel(before, ratio)).toBe(after);
    // Floats never pass over a change.
    if (after !== before) expect(warningScreen(before, toScreenNumber(ratio ?? '0'))).toBe(true);
  });
  it('look at what is no number, and let go what is far from any level', () => {
    expect([Number.NaN, Number.POSITIVE_INFINITY].map((ratio) => warningScreen(0, ratio))).toEqual([
      true,
      false,
    ]);
    expect([
      warningScreen(0, 0.5),
      warningScreen(70, 0.75),
      warningScreen(85, 0.9),
      warningScreen(85, 0.5),
    ]).toEqual([false, false, false, true]);
  });
  it('say how far the mark has to go, as a part of it and in days', () => {
    const at = { kind: 'at', price: '95' } as const;
    expect([liquidationDistance(at, '100'), liquidationDistance(at, '76')]).toEqual(['0.05', '0.25']);
    expect([
      liquidationDistance({ kind: 'never' }, '100'),
      liquidationDistance({ kind: 'due' }, '100'),
    ]).toEqual([undefined, '0']);
    // Nearer than a twentieth; at it, it is not.
    expect(NEAR_LIQUIDATION).toBe('0.05');
    expect([
      isLiquidationNear(at, '100'),
      isLiquidationNear(at, '99.99'),
      isLiquidationNear({ kind: 'due' }, '1'),
      isLiquidationNear({ kind: 'never' }, '1'),
    ]).toEqual([false, true, true, false]);
    expect([
      liquidationRanges(at, '100', '2'),
      liquidationRanges(at, '100', '0'),
      liquidationRanges({ kind: 'due' }, '100', '0'),
    ]).toEqual(['2.5', undefined, '0']);
  });
  it('count a jump between days into the range of the later one', () => {
    // 4 on the first; 10 to 20 with a close of 8 before is 12; the mean is 8.
    const days = [
      { high: '10', low: '6', close: '8' },
      { high: '20', low: '10', close: '12' },
    ];
    expect(averageRange(days)).toBe('8');
    expect(averageRange(days.slice(0, 1))).toBe('4');
    expect(averageRange([])).toBeUndefined();
    // The day before the counted ones says where they began, and has no range of its own.
    const flat = Array.from({ length: RANGE_DAYS }, () => ({ high: '1', low: '1', close: '1' }));
    expect(averageRange([{ high: '99', low: '1', close: '15' }, ...flat])).toBe('1');
  });
});

describe('the numbers that only say where decimals must look', () => {
  /** How far a float may be from what it stands for: a thousand millionth of all that was added. */
  const isNear = (float: number, exact: string, size: number): boolean =>
    Math.abs(float - toScreenNumber(rational(exact).fixed(12, 'half'))) <= 1e-9 * (1 + size);
  it('are maintenance margins to nine digits', () => {
    fc.assert(
      fc.property(risk, decimal(2, 0, 2_000_000_000), (each, value) => {
        const table = tiersOf(tierSteps(each));
        const float = toScreenNumber(value);
        expect(
          isNear(
            maintenanceScreen({ table: screenTable(table) }, float),
            maintenanceMargin(value, table),
            float,
          ),
        ).toBe(true);
      }),
    );
  });
  it('are margin ratios to six digits, and endless where there is no equity', () => {
    fc.assert(
      fc.property(crossAccount, (account) => {
        const { ratio, equity } = crossTotals(account, perpetualFees.taker);
        const positions = account.positions.map(({ position, table }) =>
          screenPosition(position, screenTable(table)),
        );
        const marks = account.positions.map(({ mark }) =>
          toScreenNumber(typeof mark === 'string' ? mark : mark.toFixed()),
        );
        const wallet = toScreenNumber(rational(account.balance).minus(account.held).size().text(8, 'zero'));
        const isOwed = rational(account.balance).compare(account.held) < 0;
        const float = marginRatioScreen(isOwed ? -wallet : wallet, positions, marks);
        const cost = total(account.positions.map(({ position }) => position.cost));
        const backing = rational(equity).minus(account.held);
        // Where equity is a hair of what was added, floats have lost it: decimals look there anyway.
        if (backing.size().times('1000').compare(cost) < 0) return;
        if (ratio === undefined) expect(float).toBe(Number.POSITIVE_INFINITY);
        else
          expect(Math.abs(float - toScreenNumber(rational(ratio).fixed(12, 'half')))).toBeLessThanOrEqual(
            1e-6 * (1 + float),
          );
      }),
      { numRuns: 60 },
    );
  });
});

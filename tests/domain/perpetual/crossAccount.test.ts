import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CrossAccount, Dec, MarkedPosition, PositionSide } from '../../../domain/index.ts';
import {
  crossLiquidations,
  crossTotals,
  crossWallets,
  D,
  tierSteps,
  tiersOf,
} from '../../../domain/index.ts';
import type { Rational } from '../rational.ts';
import { largest, rational, smallest, total } from '../rational.ts';
import { crossAccount } from './arbitrary.ts';

const major = tiersOf(tierSteps('major'));
const RATE = '0.0005';
const marked = (
  side: PositionSide,
  quantity: Dec,
  cost: Dec,
  leverage: number,
  mark: Dec,
): MarkedPosition => ({
  position: { side, quantity, cost, leverage },
  mark,
  table: major,
});

/** A long of 1 for 50,000 at a mark of 60,000, and a short of 20 for 60,000 at a mark of 3,100. */
const two: CrossAccount = {
  balance: '10000',
  held: '1500',
  positions: [marked('long', '1', '50000', 10, '60000'), marked('short', '20', '60000', 20, '3100')],
};

/*
 * With paper: the long is worth 60,000 and has gained 10,000; the short is worth 62,000 and has lost 2,000.
 * Maintenance at 0.4 % below 100,000: 240 and 248. Closing at 0.05 %: 30 and 31.
 */
describe('the totals of a cross account', () => {
  it('are those that paper has', () => {
    expect(crossTotals(two, RATE)).toEqual({
      profit: '8000',
      equity: '18000',
      // 60,000/10 + 62,000/20.
      initial: '9100',
      maintenance: '488',
      closingFee: '61',
      // The smaller of 10,000 and 18,000 counts, since a gain that is not booked buys nothing: 10,000 − 9,100 − 1,500 < 0.
      available: '0',
      // 549 ÷ (18,000 − 1,500).
      ratio: '0.03327272727272727272727272727272727272727272727272727272727272727',
      isDue: false,
    });
  });
  it.each([
    // A gain of 8,000 on 10,000 gives nothing to open with; what is booked does.
    ['10600', '0', '1500'],
    ['10600.00000001', '0.00000001', '1500'],
    ['12100', '1500', '1500'],
    ['12100', '0', '3000'],
    ['12100', '3000', '0'],
  ])('leave of %s booked %s to open with, with %s held', (balance, available, held) => {
    expect(crossTotals({ ...two, balance, held }, RATE).available).toBe(available);
  });
  it('count a loss that is not booked yet: equity is the smaller then', () => {
    // The long at 45,000 has lost 5,000: 15,000 − 5,000 = 10,000, less 45,000/10.
    const lost = { balance: '15000', held: '0', positions: [marked('long', '1', '50000', 10, '45000')] };
    expect(crossTotals(lost, RATE)).toMatchObject({ equity: '10000', initial: '4500', available: '5500' });
  });
  it.each([
    // The long at 45,000: equity is the balance less 5,000; 180 of maintenance and 22.5 of fee are needed.
    ['5202.5', '0', '1', true],
    ['5202.50000001', '0', undefined, false],
    ['5202.4', '0', undefined, true],
    // What is held backs nothing.
    ['5302.5', '100', '1', true],
    ['5000', '0', undefined, true],
    ['4000', '0', undefined, true],
  ])('with %s booked and %s held have a ratio of %s', (balance, held, ratio, isDue) => {
    const totals = crossTotals(
      { balance, held, positions: [marked('long', '1', '50000', 10, '45000')] },
      RATE,
    );
    expect(totals.isDue).toBe(isDue);
    if (ratio) expect(totals.ratio).toBe(ratio);
    // Without equity there is nothing to divide by.
    if (rational(balance).minus(held).compare('5000') <= 0) expect(totals.ratio).toBeUndefined();
  });
});

describe('what stands behind one position of several', () => {
  it('is what is booked and free, the others’ gains, less what the others need', () => {
    expect(crossWallets(two, RATE)).toEqual([
      // 10,000 − 1,500 − 2,000 − (248 + 31).
      '6221',
      // 10,000 − 1,500 + 10,000 − (240 + 30).
      '18230',
    ]);
  });
  it('gives each its own liquidation price', () => {
    const [long, short] = crossLiquidations(two, RATE);
    // (6,221 − 50,000) ÷ (0.004 + 0.0005 − 1): below 100,000 of value nothing is deducted.
    expect(long?.kind === 'at' && rational(long.price).fixed(30, 'zero')).toBe(
      rational('-43779').over('-0.9955').fixed(30, 'zero'),
    );
    // The short would be worth more than 62,000: (18,230 + 60,000) ÷ (20·1.0045) = 3,893.9…, which is 77,879 < 100,000.
    expect(short?.kind === 'at' && rational(short.price).fixed(30, 'zero')).toBe(
      rational('78230').over('20.09').fixed(30, 'zero'),
    );
  });
  it('falls by what another position loses, unit by unit', () => {
    const at = (mark: Dec): Rational =>
      rational(
        crossWallets(
          { ...two, positions: [...two.positions.slice(0, 1), marked('short', '20', '60000', 20, mark)] },
          RATE,
        )[0] ?? '',
      );
    // Each dollar that the short's mark rises costs 20, and 20·0.0045 more that it needs.
    expect(at('3100').minus(at('3101')).compare('20.09')).toBe(0);
  });
});

/** Maintenance without deductions: each part of the value at the rate of the tier that it lies in; the last is open. */
function maintenance(value: Rational, table: MarkedPosition['table']): Rational {
  return total(
    table.map(({ floor, cap, rate }, i) => {
      const top = i === table.length - 1 ? value : smallest(value, rational(cap.toFixed()));
      return largest(rational('0'), top.minus(floor.toFixed())).times(rate.toFixed());
    }),
  );
}

function byPaper({ balance, held, positions }: CrossAccount) {
  const parts = positions.map(({ position, mark, table }) => {
    const value = rational(position.quantity).times(new D(mark).toFixed());
    const gained =
      position.side === 'long' ? value.minus(position.cost) : rational(position.cost).minus(value);
    return {
      gained,
      needs: maintenance(value, table).plus(value.times(RATE)),
      initial: value.over(`${position.leverage}`),
    };
  });
  const gained = total(parts.map((each) => each.gained));
  const needs = total(parts.map((each) => each.needs));
  const equity = gained.plus(balance);
  const free = smallest(rational(balance), equity)
    .minus(total(parts.map((each) => each.initial)))
    .minus(held);
  return { parts, gained, needs, equity, available: largest(rational('0'), free) };
}

const NEAR = '0.0000000000000000000000000000000001';
const isNear = (text: Dec, exact: Rational): boolean => exact.minus(text).size().compare(NEAR) < 0;

it('any cross account has the totals that its parts have, tier by tier', () => {
  fc.assert(
    fc.property(crossAccount, (account) => {
      const totals = crossTotals(account, RATE);
      const { parts, gained, needs, equity, available } = byPaper(account);
      expect(isNear(totals.profit, gained)).toBe(true);
      expect(isNear(totals.equity, equity)).toBe(true);
      expect(isNear(totals.available, available)).toBe(true);
      expect(isNear(totals.maintenance, needs.minus(totals.closingFee))).toBe(true);
      const backing = equity.minus(account.held);
      expect(totals.isDue).toBe(backing.compare(needs) <= 0);
      expect(totals.ratio === undefined).toBe(backing.compare('0') <= 0);
      if (totals.ratio)
        expect(rational(totals.ratio).times(backing).minus(needs).size().compare(NEAR)).toBeLessThan(0);
      for (const [i, wallet] of crossWallets(account, RATE).entries()) {
        const { gained: own, needs: ownNeeds } = parts[i] ?? { gained: rational('0'), needs: rational('0') };
        const others = gained.minus(own).minus(needs.minus(ownNeeds));
        expect(isNear(wallet, others.plus(account.balance).minus(account.held))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
it('an account that gains has no more to open with than before, and one that loses has less by all of it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40_000, max: 60_000 }), (mark) => {
      const of = (leverage: number) =>
        crossTotals(
          { balance: '100000', held: '0', positions: [marked('long', '1', '50000', leverage, `${mark}`)] },
          RATE,
        );
      const gained = rational(`${mark}`).minus('50000');
      const counted = smallest(rational('0'), gained);
      expect(of(10).available).toBe(
        rational('100000')
          .plus(counted)
          .minus(rational(`${mark}`).over('10'))
          .text(8, 'floor'),
      );
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, PositionSide, TierTable } from '../../../domain/index.ts';
import {
  coveredPrice,
  exhaustionPrice,
  liquidationPrice,
  maintenanceMargin,
  marginRatio,
  requirementOf,
  tierSteps,
  tiersOf,
} from '../../../domain/index.ts';
import type { Rational } from '../rational.ts';
import { largest, rational, smallest, total } from '../rational.ts';
import { decimal, position, risk } from './arbitrary.ts';

const other = tiersOf(tierSteps('other'));
const RATE = '0.0005';

describe('maintenance margin on paper', () => {
  it.each([
    // 1 % of the first 10,000, 2 % up to 50,000, 5 % up to 200,000, 10 % up to 500,000, 12.5 % up to a million, …
    ['0', '0'],
    ['0.00000001', '0.0000000001'],
    ['9999.99', '99.9999'],
    ['10000', '100'],
    ['10001', '100.02'],
    // 100 + 40,000·2 %.
    ['50000', '900'],
    // 900 + 150,000·5 %, and 10 % of the next one.
    ['200000', '8400'],
    ['200001', '8400.1'],
    // 8,400 + 300,000·10 % + 500,000·12.5 %.
    ['1000000', '100900'],
    // 100,900 + 1,000,000·25 % + 3,000,000·50 %; beyond the last cap the last rate goes on.
    ['5000000', '1850900'],
    ['5000002', '1850901'],
  ])('of a value of %s is %s', (value, margin) => {
    expect(maintenanceMargin(value, other)).toBe(margin);
    const { maintenance, fee } = requirementOf(value, other, RATE);
    expect([maintenance, fee]).toEqual([margin, rational(value).times(RATE).text(20, 'zero')]);
  });
  it('in any table is each part of the value at its own rate', () => {
    fc.assert(
      fc.property(risk, decimal(2, 0, 2_000_000_000), (each, value) => {
        const steps = tierSteps(each);
        const parts = steps.map(({ floor, cap, rate }, i) => {
          const top = i === steps.length - 1 ? rational(value) : smallest(rational(value), rational(cap));
          return largest(rational('0'), top.minus(floor)).times(rate);
        });
        expect(maintenanceMargin(value, tiersOf(steps))).toBe(total(parts).text(12, 'zero'));
      }),
    );
  });
});

/** What is left of margin and P/L at a price after maintenance and the fee of closing. */
function leftAt(
  side: PositionSide,
  q: Dec,
  cost: Dec,
  wallet: Dec,
  at: Rational,
  table: TierTable,
): Rational {
  const value = at.times(q);
  const gained = side === 'long' ? value.minus(cost) : rational(cost).minus(value);
  const needed = table.map(({ floor, cap, rate }, i) => {
    const top = i === table.length - 1 ? value : smallest(value, rational(cap.toFixed()));
    return largest(rational('0'), top.minus(floor.toFixed())).times(rate.toFixed());
  });
  return gained.plus(wallet).minus(total(needed)).minus(value.times(RATE));
}

describe('a liquidation price on paper', () => {
  it.each([
    // 1 for 5,000, 500 behind it: (500 − 5,000) ÷ (0.01 + 0.0005 − 1) = 4,500 ÷ 0.9895.
    ['long', '1', '5000', '500', '4500', '0.9895'],
    // (500 + 5,000) ÷ 1.0105.
    ['short', '1', '5000', '500', '5500', '1.0105'],
    // In the second tier 100 of the value's 2 % is deducted: (3,000 + 100 − 30,000) ÷ (0.02 + 0.0005 − 1).
    ['long', '10', '30000', '3000', '26900', '9.795'],
    ['short', '10', '30000', '3000', '33100', '10.205'],
    // A long that crosses into the first tier as it falls: (9,000 − 18,000) ÷ (2·0.9895).
    ['long', '2', '18000', '9000', '9000', '1.979'],
    // A short that rises from the first into the second: (2,000 + 100 + 9,500) ÷ 1.0205 > 10,000.
    ['short', '1', '9500', '2000', '11600', '1.0205'],
    // The smallest of all: a lot of 0.00000001 at 0.0001 with a tenth behind it.
    ['long', '0.00000001', '0.000000000001', '0.0000000000001', '0.0000000000009', '0.000000009895'],
  ] as const)('of a %s of %s for %s with %s behind it is %s ÷ %s', (side, q, cost, wallet, top, bottom) => {
    const entry = rational(cost).over(q).text(18, 'zero');
    const found = liquidationPrice({ side, quantity: q, cost }, wallet, entry, other, RATE);
    const exact = rational(top).over(bottom);
    expect(found.kind === 'at' && rational(found.price).fixed(40, 'zero')).toBe(exact.fixed(40, 'zero'));
    expect(leftAt(side, q, cost, wallet, exact, other).top).toBe(0n);
  });
  it.each([
    // A long whose money is more than it cost keeps some at a price of zero.
    ['long', '5000', 'never'],
    ['long', '5000.00000001', 'never'],
    ['long', '4999.99999999', 'at'],
    ['short', '5000', 'at'],
  ] as const)('a %s for 5,000 with %s behind it: %s', (side, wallet, kind) => {
    expect(liquidationPrice({ side, quantity: '1', cost: '5000' }, wallet, '5000', other, RATE).kind).toBe(
      kind,
    );
  });
  it('is where halving the range between safe and due comes to, whatever the tiers', () => {
    fc.assert(
      fc.property(position, risk, ({ side, quantity, cost, margin }, each) => {
        const table = tiersOf(tierSteps(each));
        const entry = rational(cost).over(quantity);
        const found = liquidationPrice({ side, quantity, cost }, margin, entry.text(18, 'zero'), table, RATE);
        const left = (at: Rational): number => leftAt(side, quantity, cost, margin, at, table).compare('0');
        if (left(entry) <= 0) {
          expect(found.kind).toBe('due');
          return;
        }
        // A short is due at some price; at four times its entry nothing is left of at most twice its cost.
        let [safe, due] = [entry, side === 'long' ? rational('0') : entry.times('4')];
        if (left(due) > 0 || (side === 'long' && left(rational('0')) >= 0)) {
          expect(found.kind).toBe('never');
          return;
        }
        for (let i = 0; i < 24; i++) {
          const middle = safe.plus(due).over('2');
          if (left(middle) > 0) safe = middle;
          else due = middle;
        }
        const at = found.kind === 'at' ? rational(found.price) : rational('-1');
        expect(smallest(safe, due).compare(at)).toBeLessThanOrEqual(0);
        expect(largest(safe, due).compare(at)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the worst price of a closing on paper', () => {
  it.each([
    // 1 for 100 with 10 behind it: 90 ÷ 0.9995 = 90.045…, on the tick above it; a short 110 ÷ 1.0005 = 109.945…, below.
    ['long', '1', '100', '10', '0.01', '90.05'],
    ['short', '1', '100', '10', '0.01', '109.94'],
    // On the tick already: 99.95 ÷ 0.9995 = 100.
    ['long', '1', '100', '0.05', '0.01', '100'],
    ['short', '1', '100', '0.05', '0.01', '100'],
    // A coarse tick never goes beyond it.
    ['long', '1', '100', '10', '25', '100'],
    ['short', '1', '100', '10', '25', '100'],
    // Nothing behind a short: its entry less the fee.
    ['short', '1', '100', '0', '0.01', '99.95'],
  ] as const)('of a %s of %s for %s with %s behind it on %s is %s', (side, q, cost, backing, tick, at) => {
    expect(exhaustionPrice({ side, quantity: q, cost }, backing, tick, RATE)).toBe(at);
    // There the loss and the fee are not more than what is behind it.
    const value = rational(at).times(q);
    const gained = side === 'long' ? value.minus(cost) : rational(cost).minus(value);
    expect(gained.plus(backing).compare(value.times(RATE))).toBeGreaterThanOrEqual(0);
  });
  it('leaves a thousand units aside for rounding, of an isolated margin and of a free balance', () => {
    const of = { side: 'long', quantity: '1', cost: '100', margin: '10' } as const;
    // 90.00001 ÷ 0.9995 = 90.04503…: on a tick of a millionth, 90.045033.
    const exact = rational('90.00001').over('0.9995').onStep('0.000001', 'ceil').text(6, 'zero');
    expect(coveredPrice({ ...of, mode: 'isolated' }, '999', '0.000001')).toBe(exact);
    expect(coveredPrice({ ...of, mode: 'cross' }, '10', '0.000001')).toBe(exact);
    expect(coveredPrice({ ...of, mode: 'cross' }, '101', '0.01')).toBeUndefined();
    // Less than is left aside is nothing, and not a debt.
    expect(coveredPrice({ ...of, mode: 'cross' }, '0.000001', '0.01')).toBe('100.06');
    expect(coveredPrice({ ...of, mode: 'cross' }, '-5', '0.01')).toBe('100.06');
  });
});

it('a margin ratio is what is needed over what there is, and none without anything', () => {
  expect(marginRatio('25', '100')).toBe('0.25');
  expect(marginRatio('0', '0.00000001')).toBe('0');
  expect(marginRatio('0.00000001', '0.00000001')).toBe('1');
  expect(marginRatio('3', '0')).toBeUndefined();
  expect(marginRatio('3', '-1')).toBeUndefined();
});

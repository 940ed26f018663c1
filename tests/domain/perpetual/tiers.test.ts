import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RiskClass } from '../../../domain/index.ts';
import {
  D,
  leverageRefusal,
  maintenanceMargin,
  maxLeverage,
  mostOrderQuantity,
  perpetualFees,
  riskClassOf,
  tierOf,
  tierSteps,
  tiersOf,
  toText,
  valueBound,
} from '../../../domain/index.ts';
import { decimal, leverage, table } from './arbitrary.ts';

const classes: readonly RiskClass[] = ['major', 'large', 'other', 'commodity'];
const major = tiersOf(tierSteps('major'));
const value = fc.oneof(decimal(2, 0, 2 ** 31 - 1), decimal(0, 0, 1_500_000_000));

describe('maintenance margin', () => {
  it('rises with the value, by no more than the last rate, so that it has no jump', () => {
    fc.assert(
      fc.property(table, value, decimal(6, 1, 2 ** 31 - 1), (tiers, from, step) => {
        const to = toText(new D(from).plus(step));
        const rise = new D(maintenanceMargin(to, tiers)).minus(maintenanceMargin(from, tiers));
        expect(rise.gt(0)).toBe(true);
        expect(rise.lte(new D(step).times(tiers.at(-1)?.rate ?? 0))).toBe(true);
      }),
    );
  });
  it.each(classes)('of %s is the same on both sides of each floor', (risk) => {
    const tiers = tiersOf(tierSteps(risk));
    tiers.slice(1).forEach((tier, i) => {
      const below = tiers[i];
      const before = tier.floor.times(below?.rate ?? 0).minus(below?.deduction ?? 0);
      expect(maintenanceMargin(toText(tier.floor), tiers)).toBe(toText(before));
    });
  });
  it('keeps the last tier above the last cap', () => {
    expect(tierOf('9000000000', major)).toBe(major.at(-1));
    expect(maintenanceMargin('0', major)).toBe('0');
  });
});

describe('the tables', () => {
  it.each(classes)('of %s let nobody be liquidated by opening', (risk) => {
    for (const { rate, maxLeverage: most } of tierSteps(risk))
      expect(new D(rate).plus(perpetualFees.taker).plus(perpetualFees.taker).times(most).lt(1)).toBe(true);
  });
  it.each(classes)('of %s allow less leverage for more value, down to one', (risk) => {
    const steps = tierSteps(risk);
    steps.slice(1).forEach((step, i) => {
      expect(step.maxLeverage).toBeLessThan(steps[i]?.maxLeverage ?? 0);
    });
    expect(steps.at(-1)?.maxLeverage).toBe(1);
  });
  it.each([
    ['BTC', 'crypto', 'major'],
    ['SOL', 'crypto', 'large'],
    ['PEPE', 'crypto', 'other'],
    ['XAU', 'commodity', 'commodity'],
  ] as const)('put %s (%s) into %s', (base, asset, risk) => {
    expect(riskClassOf({ base, asset })).toBe(risk);
  });
  it.each<[string, Parameters<typeof tiersOf>[0]]>([
    ['nothing', []],
    ['a start above zero', [{ floor: '1', cap: '2', rate: '0.1', maxLeverage: 1 }]],
    [
      'a hole',
      [
        { floor: '0', cap: '2', rate: '0.1', maxLeverage: 2 },
        { floor: '3', cap: '4', rate: '0.2', maxLeverage: 1 },
      ],
    ],
    [
      'a falling rate',
      [
        { floor: '0', cap: '2', rate: '0.2', maxLeverage: 2 },
        { floor: '2', cap: '4', rate: '0.1', maxLeverage: 1 },
      ],
    ],
    ['an empty step', [{ floor: '0', cap: '0', rate: '0.1', maxLeverage: 1 }]],
    ['a rate of one', [{ floor: '0', cap: '1', rate: '1', maxLeverage: 1 }]],
  ])('are refused with %s', (_, steps) => {
    expect(() => tiersOf(steps)).toThrow(RangeError);
  });
});

describe('leverage', () => {
  it.each([
    [125, '99999.99', undefined],
    [125, '100000', 'leverageTooHigh'],
    [100, '100000', undefined],
    [126, '1', 'leverageInvalid'],
    [0, '1', 'leverageInvalid'],
    [2.5, '1', 'leverageInvalid'],
    [Number.NaN, '1', 'leverageInvalid'],
    [1, '799999999', undefined],
    [1, '800000000', 'positionTooLarge'],
  ])('%d at a value of %s: %s', (requested, size, code) => {
    expect(leverageRefusal(requested, size, major)).toBe(code);
  });
  it('is allowed exactly below its bound', () => {
    fc.assert(
      fc.property(table, leverage, value, (tiers, requested, size) => {
        const isAllowed = (maxLeverage(size, tiers) ?? 0) >= requested;
        expect(new D(size).lt(valueBound(requested, tiers))).toBe(isAllowed);
      }),
    );
  });
});

describe('the most base units of one order', () => {
  it('are worth less than the last cap at mark, and one lot more is not', () => {
    fc.assert(
      fc.property(table, decimal(4, 1, 2 ** 31 - 1), (tiers, mark) => {
        const most = new D(mostOrderQuantity(mark, tiers, '0.001'));
        const cap = tiers.at(-1)?.cap ?? new D(0);
        expect(most.times(mark).lt(cap)).toBe(true);
        expect(most.plus('0.001').times(mark).gte(cap)).toBe(true);
      }),
    );
  });
  it('are none where a lot is worth more', () => {
    expect(mostOrderQuantity('1000000000', major, '1')).toBe('0');
  });
  it('are on the finest step where there is no lot', () => {
    expect(mostOrderQuantity('800000000', major, '0')).toBe('0.99999999');
  });
});

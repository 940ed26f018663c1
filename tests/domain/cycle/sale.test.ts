import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, SaleTerms } from '../../../domain/index.ts';
import {
  cycleMs,
  cycles,
  D,
  leastOf,
  normal,
  runningChance,
  SALE_CHANCES,
  SALE_CLOSES_MS,
  SALE_MARGIN,
  SALE_TOLERANCE,
  saleRefusal,
  saleTickBounds,
  saleValue,
  windowMs,
} from '../../../domain/index.ts';

const START = 1_800_000_001_000;
const terms = (change: Partial<SaleTerms> = {}): SaleTerms => {
  const cycle = change.cycle ?? '60s';
  return {
    direction: 'up',
    cycle,
    stake: '10',
    rate: '0.85',
    endsAt: START + cycleMs(cycle),
    entry: '61838.4',
    ...change,
  };
};
const close = (text: Dec | undefined, value: number, within: number): void =>
  expect(Math.abs(new D(text ?? 'NaN').toNumber() - value)).toBeLessThan(within);

describe('the share below', () => {
  // From the complementary error function of another program, exact to its 53 bits.
  it.each([
    [-8, 6.220960574271786e-16],
    [-5, 2.866515718791939e-7],
    [-3, 0.0013498980316300941],
    [-1, 0.15865525393145702],
    [0, 0.5],
    [0.25, 0.5987063256829237],
    [1.96, 0.9750021048517795],
    [3, 0.9986501019683699],
    [5, 0.9999997133484281],
  ])('%d is %d', (x, share) => {
    expect(new D(normal(new D(x)).toPrecision(12)).div(share).minus(1).abs().lt(1e-11)).toBe(true);
  });
  // By mpmath, at 60 digits.
  it.each([
    ['-8', '0.0000000000000006220960574271784123515995'],
    ['-2.0537489106318225', '0.0200000000000000267721958261021208278081'],
    ['1.96', '0.9750021048517795658634157309591628099775'],
    ['6', '0.9999999990134123549623018592991358676020'],
  ])('%s has 40 places: %s', (x, share) => {
    expect(normal(new D(x)).toFixed(40)).toBe(share);
  });
  it('makes up one with what is above, as far out as it goes', () => {
    for (const x of ['0.1', '2.7', '8', '9', '1e18'])
      expect(
        normal(new D(x))
          .plus(normal(new D(x).neg()))
          .minus(1)
          .abs()
          .lt('1e-40'),
      ).toBe(true);
    expect(normal(new D(9)).eq(normal(new D(8)))).toBe(true);
  });
});

describe('the value of a running contract', () => {
  it.each([
    ['60s', 20_000, 'up', '61838.4', '61858.4', '0.0006', 0.7508],
    ['1h', 1_800_000, 'down', '100', '99.9', '0.0006', 0.6215],
    ['1h', 1_800_000, 'up', '100', '100', '0.002', 0.4978],
  ] as const)('%s after %d ms %s from %s at %s', (cycle, after, direction, entry, price, sigma, chance) => {
    const own = terms({ cycle, direction, entry });
    const value = saleValue(own, { at: START + after, price }, sigma);
    close(value?.chance, chance, 0.0001);
    const fair = new D('18.5').times(value?.chance ?? 0).times(new D(1).minus(SALE_MARGIN));
    expect(value?.price).toBe(fair.toDecimalPlaces(8, D.ROUND_DOWN).toFixed());
  });
  it('has bounds: never nearly a win for certain, and no price below the least chance', () => {
    const at = START + 40_000;
    expect(saleValue(terms(), { at, price: '70000' }, '0.0006')).toEqual({
      chance: SALE_CHANCES.most,
      price: '17.67675',
    });
    expect(saleValue(terms(), { at, price: '50000' }, '0.0006')).toBeUndefined();
    expect(saleValue(terms({ direction: 'down' }), { at, price: '70000' }, '0.0006')).toBeUndefined();
  });
  it.each<[string, Partial<SaleTerms>, number, Dec]>([
    ['no entry', { entry: undefined }, 20_000, '100'],
    ['an entry at zero', { entry: '0' }, 20_000, '100'],
    ['an entry below zero', { entry: '-3' }, 20_000, '100'],
    ['an index at zero', {}, 20_000, '0'],
    ['an index below zero', {}, 20_000, '-36.98'],
    ['a window that has begun', {}, 57_000, '61838.4'],
  ])('does not exist with %s', (_, change, after, price) => {
    expect(saleValue(terms(change), { at: START + after, price }, '0.0006')).toBeUndefined();
  });

  const cycle = fc.constantFrom(...cycles);
  const sigma = fc.integer({ min: 1_000, max: 2_000_000 }).map((n) => new D(n).div(1e8).toFixed());
  /** Hundredths of a per cent that the index has moved since the entry. */
  const moved = fc.integer({ min: -300, max: 300 });
  const share = fc.integer({ min: 0, max: 999 });
  const entry = '50000';
  const priceAt = (basis: number): Dec => new D(entry).times(new D(10_000 + basis).div(10_000)).toFixed();
  const momentOf = (own: SaleTerms, permille: number): number =>
    START + Math.floor(((own.endsAt - windowMs(own.cycle) - START - 1) * permille) / 1_000);

  it('lies between nothing and what a win pays, and both directions make up one chance', () => {
    fc.assert(
      fc.property(cycle, sigma, moved, share, (name, volatility, basis, permille) => {
        const up = terms({ cycle: name, entry });
        const tick = { at: momentOf(up, permille), price: priceAt(basis) };
        const chances = (['up', 'down'] as const).map((direction) =>
          runningChance({ ...up, direction }, entry, tick, volatility),
        );
        expect(D.sum(...chances).toFixed()).toBe('1');
        const value = saleValue(up, tick, volatility);
        const chance = new D(chances[0] ?? 0);
        expect(value === undefined).toBe(chance.lt(SALE_CHANCES.least));
        if (!value) return;
        expect(new D(value.chance).gte(SALE_CHANCES.least)).toBe(true);
        expect(new D(value.chance).lte(SALE_CHANCES.most)).toBe(true);
        expect(new D(value.price).gt(0)).toBe(true);
        // What the house has put aside covers it.
        expect(new D(value.price).lt('18.5')).toBe(true);
        expect(new D(leastOf(value.price)).lt(value.price)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
  it('rises with the index for up, and falls for down', () => {
    fc.assert(
      fc.property(cycle, sigma, moved, moved, share, (name, volatility, one, other, permille) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const own = terms({ cycle: name, entry });
        const chanceAt = (basis: number, direction: 'up' | 'down') =>
          runningChance(
            { ...own, direction },
            entry,
            { at: momentOf(own, permille), price: priceAt(basis) },
            volatility,
          );
        expect(new D(chanceAt(high, 'up')).gte(chanceAt(low, 'up'))).toBe(true);
        expect(new D(chanceAt(high, 'down')).lte(chanceAt(low, 'down'))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
  it('goes to all or nothing as its end comes near', () => {
    const day = terms({ cycle: '1d', entry: '100' });
    const at = (left: number, price: Dec): number =>
      new D(
        runningChance(day, '100', { at: day.endsAt - windowMs('1d') - left, price }, '0.0006'),
      ).toNumber();
    const [far, near, last] = [at(8 * 3_600_000, '100.2'), at(600_000, '100.2'), at(1, '100.2')];
    expect(far < near && near < last && last > 0.99).toBe(true);
    expect(at(1, '99.8')).toBeLessThan(0.01);
  });
});

describe('a sale', () => {
  it('is taken from the entry on until ten seconds before the window', () => {
    const last = START + 57_000 - SALE_CLOSES_MS;
    expect(saleRefusal(terms(), START)).toBeUndefined();
    expect(saleRefusal(terms(), last)).toBeUndefined();
    expect(saleRefusal(terms(), last + 1)).toBe('saleTooLate');
    expect(saleRefusal(terms({ entry: undefined }), START)).toBe('saleNotYet');
    // Its tick comes before the window even when it is late.
    expect(saleTickBounds(last).to).toBeLessThan(START + 57_000);
  });
  it('is decided by a second that begins after it', () => {
    expect(saleTickBounds(START).from).toBe(START + 1_000);
    expect(saleTickBounds(START + 999).from).toBe(START + 1_000);
  });
  it('states a least that lies below its price by the tolerance, rounded down', () => {
    expect(leastOf('10')).toBe(new D(10).times(new D(1).minus(SALE_TOLERANCE)).toFixed());
    expect(leastOf('0.00000001')).toBe('0');
  });
});

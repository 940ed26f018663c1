import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dec, Position } from '../../../domain/index.ts';
import {
  accountShares,
  closingQuantity,
  deleveragingScore,
  effectiveLeverage,
  leverageRefusal,
  longShortRatio,
  maxLeverage,
  mostOrderQuantity,
  openInterestOf,
  positionFigures,
  reduceOnlyKept,
  reduceOnlyQuantity,
  removableMargin,
  riskClassOf,
  tierReduction,
  tierSteps,
  tiersOf,
  tiersOfMarket,
  valueBound,
  withMargin,
} from '../../../domain/index.ts';
import { largest, rational, smallest, total } from '../rational.ts';
import { decimal, leverage, position, price, quantity, side } from './arbitrary.ts';

const major = tiersOf(tierSteps('major'));
const isolated = (each: Partial<Position> = {}): Position => ({
  side: 'long',
  mode: 'isolated',
  leverage: 10,
  quantity: '1',
  cost: '100',
  margin: '15',
  realised: { price: '0', fees: '0', funding: '0' },
  ...each,
});

describe('margin that may be taken out, on paper', () => {
  it.each([
    // 15 set aside. At 100 ten are needed; at 110 eleven are, and the gain of ten does not count; at 96 four are lost.
    [{}, '100', '5'],
    [{}, '110', '4'],
    [{}, '96', '1.4'],
    [{}, '95', '0.5'],
    [{}, '94', '0'],
    [{ side: 'short' }, '100', '5'],
    [{ side: 'short' }, '90', '6'],
    [{ side: 'short' }, '104', '0.6'],
    // A third of 100 has no end, and what may go is rounded down: 35 − 33.333…
    [{ leverage: 3, margin: '35' }, '100', '1.66666666'],
    [{ mode: 'cross', margin: '0' }, '100', '0'],
  ] as const)('of %j at %s is %s', (each, mark, free) =>
    expect(removableMargin(isolated(each), mark)).toBe(free),
  );
  it('is what is left above initial margin and loss, to the last unit and no further', () => {
    fc.assert(
      fc.property(position, decimal(2, 1, 200_000), (own, mark) => {
        const value = rational(own.quantity).times(mark);
        const gained = own.side === 'long' ? value.minus(own.cost) : rational(own.cost).minus(value);
        const left = rational(own.margin)
          .plus(smallest(rational('0'), gained))
          .minus(value.over(`${own.leverage}`));
        const free = removableMargin(own, mark);
        expect(free).toBe(largest(rational('0'), left).text(8, 'floor'));
        const out = rational(free).negated().text(8, 'zero');
        if (free !== '0')
          expect(
            rational(withMargin(own, out, mark).margin)
              .plus(free)
              .compare(own.margin),
          ).toBe(0);
        const more = rational(free).plus('0.00000001').negated().text(8, 'zero');
        expect(() => withMargin(own, more, mark)).toThrow('marginNeeded');
      }),
    );
  });
  it('can be put in at any time, and in cross never', () => {
    expect(withMargin(isolated(), '5', '1').margin).toBe('20');
    expect(withMargin(isolated(), '0', '1').margin).toBe('15');
    expect(() => withMargin(isolated({ mode: 'cross' }), '5', '100')).toThrow('marginCross');
  });
});

describe('what closes, on paper', () => {
  it.each([
    // A third of 1 on a lot of 0.001; all of it to the last unit, off the lot too.
    ['1', '0.333333', '0.001', '0.333'],
    ['1.0005', '1', '0.001', '1.0005'],
    ['0.003', '0.333333', '0.001', '0'],
    ['0.003', '0.333334', '0.001', '0.001'],
    ['123456', '0.5', '10', '61720'],
  ])('of %s by a share of %s on %s is %s', (q, share, lot, part) =>
    expect(closingQuantity(q, share, lot)).toBe(part),
  );
  it('by a share is no more than that share, by less than a lot', () => {
    fc.assert(
      fc.property(quantity, decimal(4, 1, 9_999), fc.constantFrom('0.001', '1', '0'), (q, share, lot) => {
        const step = lot === '0' ? '0.00000001' : lot;
        expect(closingQuantity(q, share, lot)).toBe(
          rational(q).times(share).onStep(step, 'floor').text(8, 'zero'),
        );
      }),
    );
  });
  it('of resting orders the oldest keep what they can, the newest go', () => {
    expect(reduceOnlyKept(['2', '3', '4'], '4.5')).toEqual(['2', '2.5', '0']);
    expect(reduceOnlyKept(['2', '3'], '0')).toEqual(['0', '0']);
    expect(reduceOnlyKept([], '5')).toEqual([]);
    expect(reduceOnlyQuantity({ side: 'short', quantity: '0.5' }, 'buy', '0.50000001')).toBe('0.5');
    expect(reduceOnlyQuantity({ side: 'short', quantity: '0.5' }, 'sell', '0.1')).toBe('0');
    expect(reduceOnlyQuantity(undefined, 'buy', '0.1')).toBe('0');
  });
  it.each([
    // 3 at 50,000 is 150,000, in the tier from 100,000: less than two may stay.
    ['3', '50000', '0.001', '1.001'],
    // At the very border 100,000 belongs to the tier above.
    ['2', '50000', '0.001', '0.001'],
    ['1.999', '50000', '0.001', undefined],
    ['3', '50000', '0', '1.00000001'],
    ['3', '50000', '5', '3'],
    // Above the last cap too: 900,000,000 goes to less than 400,000,000.
    ['9000', '100000', '1', '5001'],
  ])('of %s at %s on %s so that the tier below holds: %s', (q, mark, lot, cut) => {
    expect(tierReduction(q, mark, lot, major)).toBe(cut);
  });
});

describe('tiers of a market', () => {
  it('are those of its kind, the same object for all of one kind', () => {
    const kinds = [
      ['crypto', 'BTC'],
      ['crypto', 'SOL'],
      ['crypto', 'XYZ'],
      ['commodity', 'BTC'],
    ] as const;
    expect(kinds.map(([asset, base]) => riskClassOf({ asset, base }))).toEqual([
      'major',
      'large',
      'other',
      'commodity',
    ]);
    expect(tiersOfMarket({ asset: 'crypto', base: 'BTC' })).toBe(
      tiersOfMarket({ asset: 'crypto', base: 'ETH' }),
    );
    expect(tiersOfMarket({ asset: 'crypto', base: 'SOL' })).not.toBe(
      tiersOfMarket({ asset: 'crypto', base: 'ABC' }),
    );
  });
  it.each([
    ['99999.99', 125],
    ['100000', 100],
    ['399999999.99', 2],
    ['400000000', 1],
    ['799999999.99', 1],
    ['800000000', undefined],
  ])('let a value of %s have leverage %s', (value, most) => {
    expect(maxLeverage(value, major)).toBe(most);
    if (most)
      expect([leverageRefusal(most, value, major), leverageRefusal(most + 1, value, major)]).toEqual([
        undefined,
        most === 125 ? 'leverageInvalid' : 'leverageTooHigh',
      ]);
    else expect(leverageRefusal(1, value, major)).toBe('positionTooLarge');
  });
  it('bound a value by its leverage, and an order by its mark', () => {
    expect([125, 101, 100, 3, 2, 1, 126].map((times) => valueBound(times, major))).toEqual([
      '100000',
      '100000',
      '1000000',
      '200000000',
      '400000000',
      '800000000',
      '0',
    ]);
    for (const wrong of [0, -1, 1.5, 126, Number.NaN])
      expect(leverageRefusal(wrong, '1', major)).toBe('leverageInvalid');
    // 800,000,000 at 60,000 are 13,333.33…; at 50,000 exactly 16,000, which are too many.
    expect([mostOrderQuantity('60000', major, '0.001'), mostOrderQuantity('50000', major, '0.001')]).toEqual([
      '13333.333',
      '15999.999',
    ]);
    expect(mostOrderQuantity('50000', major, '0')).toBe('15999.99999999');
    expect(mostOrderQuantity('50000', major, '20000')).toBe('0');
  });
});

describe('open interest on paper', () => {
  it('is the larger side, and counts accounts', () => {
    const seen = openInterestOf([
      { side: 'long', quantity: '1.5' },
      { side: 'short', quantity: '9.00000001' },
      { side: 'long', quantity: '2' },
    ]);
    expect(seen).toEqual({
      quantity: '9.00000001',
      long: { accounts: 2, quantity: '3.5' },
      short: { accounts: 1, quantity: '9.00000001' },
    });
    expect(openInterestOf([])).toEqual({
      quantity: '0',
      long: { accounts: 0, quantity: '0' },
      short: { accounts: 0, quantity: '0' },
    });
  });
  it('has shares that are one together, and a ratio where there are shorts', () => {
    // 2 of 3 are 0.66666…, and the others what is left; 2 per 1.
    expect(accountShares(2, 1)).toEqual({ long: '0.6667', short: '0.3333', ratio: '2.0000' });
    expect(accountShares(0, 5)).toEqual({ long: '0.0000', short: '1.0000', ratio: '0.0000' });
    expect([accountShares(5, 0), accountShares(0, 0)]).toEqual([undefined, undefined]);
    expect([
      longShortRatio('1', '3'),
      longShortRatio('0', '3'),
      longShortRatio('1', '0'),
      longShortRatio('1.005', '1'),
    ]).toEqual(['0.33', '0.00', undefined, '1.01']);
    fc.assert(
      fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 5_000 }), (longs, shorts) => {
        const shares = accountShares(longs, shorts);
        expect(total([shares?.long ?? '', shares?.short ?? '']).compare('1')).toBe(0);
        expect(shares?.long).toBe(
          rational(`${longs}`)
            .over(`${longs + shorts}`)
            .fixed(4, 'half'),
        );
        expect(shares?.ratio).toBe(rational(`${longs}`).over(`${shorts}`).fixed(4, 'half'));
      }),
    );
  });
});

describe('figures and ranks on paper', () => {
  it.each([
    // A long of 2 for 200 at 110: 220, a gain of 20, 100 % of the 20 that tenfold leverage asks for.
    ['long', '110', '220', '20', '1'],
    ['short', '110', '220', '-20', '-1'],
    ['long', '100', '200', '0', '0'],
    ['short', '100', '200', '0', '0'],
    ['short', '0.00000001', '0.00000002', '199.99999998', '9.999999999'],
  ] as const)('of a %s at %s: worth %s, gained %s, yielding %s', (each, mark, value, profit, roe) => {
    expect(positionFigures({ side: each, quantity: '2', cost: '200', leverage: 10 }, mark)).toEqual({
      value,
      profit,
      roe,
    });
  });
  it.each([
    // 220 over 40 is 5.5; a gain of a tenth times it, a loss of a tenth over it.
    ['long', '110', '40', '0.55'],
    ['short', '88', '32', '0.66'],
    ['long', '90', '20', rational('-0.1').over('9').fixed(64, 'half')],
    ['long', '100', '20', '0'],
  ] as const)('a %s at %s with %s behind it ranks by %s', (each, mark, equity, score) => {
    const seen = deleveragingScore({ side: each, quantity: '2', cost: '200' }, mark, equity);
    expect(rational(seen).fixed(50, 'zero')).toBe(rational(score).fixed(50, 'zero'));
  });
  it('count nothing behind a position as the least that is booked, and rank gains before losses', () => {
    expect(effectiveLeverage('200', '0')).toBe('20000000000');
    expect(effectiveLeverage('200', '-7')).toBe('20000000000');
    expect(effectiveLeverage('0', '5')).toBe('0');
    const money: fc.Arbitrary<Dec> = decimal(4, -1_000_000, 100_000_000);
    fc.assert(
      fc.property(
        side,
        decimal(0, 1, 1_000),
        price,
        price,
        money,
        leverage,
        (each, q, entry, mark, equity, times) => {
          const own = {
            side: each,
            quantity: q,
            cost: rational(q).times(entry).text(12, 'zero'),
            leverage: times,
          };
          const { profit } = positionFigures(own, mark);
          expect(rational(deleveragingScore(own, mark, equity)).compare('0')).toBe(
            rational(profit).compare('0'),
          );
        },
      ),
    );
  });
});

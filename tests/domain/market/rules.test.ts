import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarketFilter, Ticker } from '../../../domain/index.ts';
import {
  coinIconId,
  FAVOURITES_MOST,
  filterBreach,
  firstIndicator,
  indicatorFrom,
  indicatorKinds,
  indicatorRules,
  isSameOrder,
  isUp,
  mergeFavourites,
  nextSort,
  PLOT_COLOURS,
  plotsOf,
  rebaseFavourites,
  sortDirection,
} from '../../../domain/index.ts';
import { decimal } from '../perpetual/arbitrary.ts';
import { rational } from '../rational.ts';

describe('the filters of a market', () => {
  const filter: MarketFilter = { tick: '0.01', lot: '0.001', minQuantity: '0.005', minTotal: '5' };
  it.each([
    ['1000.01', '0.005', undefined],
    // A hair beside the tick or the lot is refused, never changed.
    ['1000.010000001', '0.005', 'tick'],
    ['1000.01', '0.005000001', 'lot'],
    ['1000.01', '0.004', 'minQuantity'],
    // 999.99 · 0.005 is 4.99995; 1,000 · 0.005 is 5.
    ['999.99', '0.005', 'minTotal'],
    ['1000', '0.005', undefined],
    // The first one that is broken is named.
    ['0.001', '0.0001', 'tick'],
    ['0.01', '0.0001', 'lot'],
    ['0.01', '0.001', 'minQuantity'],
    ['9999999999999999.99', '999999999999.999', undefined],
  ])('at %s for %s: %s', (price, quantity, breach) =>
    expect(filterBreach(filter, price, quantity)).toBe(breach),
  );
  it('let any of them rest at nought', () => {
    const none = { tick: '0', lot: '0', minQuantity: '0', minTotal: '0' };
    expect(filterBreach(none, '0.123456789', '0.000000001')).toBeUndefined();
  });
  it('break as whole numbers of steps say', () => {
    const step = fc.constantFrom('0.01', '0.5', '0.00001', '3', '0.025');
    fc.assert(
      fc.property(
        decimal(5, 1, 99_999_999),
        decimal(5, 1, 99_999_999),
        step,
        step,
        (price, quantity, tick, lot) => {
          const isWhole = (value: string, of: string): boolean => rational(value).over(of).bottom === 1n;
          const expected = !isWhole(price, tick) ? 'tick' : !isWhole(quantity, lot) ? 'lot' : undefined;
          expect(filterBreach({ tick, lot, minQuantity: '0', minTotal: '0' }, price, quantity)).toBe(
            expected,
          );
        },
      ),
    );
  });
});

describe('lists of markets', () => {
  const ticker = (last: string, open24: string): Ticker => ({
    id: 'A',
    last,
    open24,
    volume: '0',
    high24: last,
    low24: last,
  });
  it('take what is unchanged for up, by value and not by text', () => {
    expect(
      [
        ['10', '9.5'],
        ['9.5', '10'],
        ['10', '10.0'],
        ['10', '0'],
      ].map(([last = '', open = '']) => isUp(ticker(last, open))),
    ).toEqual([true, false, true, true]);
  });
  it('sort by a column that comes back after three taps', () => {
    let sort = nextSort({ column: 'name', state: 2 }, 'volume');
    const seen = [sort, ...[1, 2, 3].map(() => (sort = nextSort(sort, 'volume')))].map((each) => [
      each.column,
      each.state,
      sortDirection(each),
    ]);
    expect(seen).toEqual([
      ['volume', 1, -1],
      ['volume', 2, 1],
      ['volume', 0, 0],
      ['volume', 1, -1],
    ]);
    // Of a column at rest the first tap is the first one, whichever it was.
    expect(nextSort({ column: 'volume', state: 0 }, 'volume').state).toBe(1);
    expect(sortDirection({ column: 'name', state: 2 })).toBe(-1);
  });
  it('have pictures of the first sixteen coins, counted from one', () => {
    expect(['BTC', 'ETH', 'ATOM', 'btc', 'XYZ', ''].map(coinIconId)).toEqual([1, 2, 16, null, null, null]);
  });
});

describe('favourites', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...'ABCDEFGH'), { maxLength: 8 });
  it('that only one side has changed are that side’s', () => {
    fc.assert(
      fc.property(ids, ids, (base, changed) => {
        expect(rebaseFavourites(base, changed, base)).toEqual(changed);
        expect(rebaseFavourites(base, base, changed)).toEqual(changed);
      }),
    );
  });
  it('are those of a set: all that both kept, and all that either added', () => {
    fc.assert(
      fc.property(ids, ids, ids, (base, own, theirs) => {
        const kept = base.filter((id) => own.includes(id) && theirs.includes(id));
        const added = [...own, ...theirs].filter((id) => !base.includes(id));
        expect(new Set(rebaseFavourites(base, own, theirs))).toEqual(
          new Set(isSameOrder(base, own) ? theirs : [...kept, ...added]),
        );
      }),
    );
  });
  it('are each there once, those of the account before the others, up to the bound', () => {
    const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => `${from + i}`);
    const merged = mergeFavourites(many(0, 300), many(200, 400));
    expect(merged).toEqual(many(0, FAVOURITES_MOST));
    expect(mergeFavourites(['b', 'a', 'b'], ['c', 'a'])).toEqual(['b', 'a', 'c']);
    expect(isSameOrder(['a', 'b'], ['b', 'a'])).toBe(false);
    expect(isSameOrder([], [])).toBe(true);
  });
});

describe('indicators', () => {
  it.each(indicatorKinds)('%s keeps what a user may set, up to both bounds, and nothing beyond', (kind) => {
    const first = firstIndicator(kind);
    indicatorRules[kind].params.forEach(({ least, most, step }, i) => {
      const at = (value: number) =>
        indicatorFrom({ ...first, params: first.params.map((each, place) => (place === i ? value : each)) });
      expect([at(least), at(most)].every((each) => each !== undefined)).toBe(true);
      expect(
        [at(least - step), at(most + step), at(Number.NaN), at(Number.POSITIVE_INFINITY)].every(
          (each) => each === undefined,
        ),
      ).toBe(true);
    });
    for (const colour of [-1, PLOT_COLOURS, 0.5])
      if (first.colours.length > 0)
        expect(indicatorFrom({ ...first, colours: first.colours.map(() => colour) })).toBeUndefined();
    expect(plotsOf(first).every(({ label }) => label !== '')).toBe(true);
  });
});

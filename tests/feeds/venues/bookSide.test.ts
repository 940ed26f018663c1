import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level } from '../../../domain/index.ts';
import { compareDec, D } from '../../../domain/index.ts';
import { BookSide } from '../../../feeds/venues/bookSide.ts';

/** Prices of which some are one number in float64, and some are one price in two texts. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map((cents) => (cents / 100).toFixed(2)),
  fc.integer({ min: 1, max: 40 }).map(String),
  fc.integer({ min: 0, max: 9 }).map((digit) => `2.000000000000000${digit}`),
);
const change = fc.record({
  price,
  quantity: fc.option(fc.nat(9).map(String), { nil: undefined }),
  depth: fc.nat(6),
});

const sideOf = (order: 1 | -1, levels: readonly Level[] = []): BookSide<Level> =>
  new BookSide(order, levels, (price, quantity) => [price, quantity]);

/** All levels in a list that is sorted again each time. */
class NaiveSide {
  levels: Level[] = [];
  readonly #order: 1 | -1;
  constructor(order: 1 | -1) {
    this.#order = order;
  }
  remove(price: string): void {
    this.levels = this.levels.filter(([other]) => compareDec(other, price) !== 0);
  }
  put(level: Level): void {
    this.remove(level[0]);
    this.levels = [...this.levels, level].sort(([a], [b]) => new D(b).cmp(a) * this.#order);
  }
}

describe.each([
  ['bids', 1],
  ['asks', -1],
] as const)('a side of %s', (_, order) => {
  it('is what all its changes make of it, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const side = sideOf(order);
        const naive = new NaiveSide(order);
        for (const { price, quantity, depth } of changes) {
          if (quantity === undefined) {
            side.remove(price);
            naive.remove(price);
          } else {
            side.put([price, quantity]);
            naive.put([price, quantity]);
          }
          expect(side.top(depth)).toEqual(naive.levels.slice(0, depth));
          expect(side.best).toBe(naive.levels[0]?.[0]);
        }
      }),
      { numRuns: 500 },
    );
  });
  it('hands out the same list until something in it changes', () => {
    const side = sideOf(
      order,
      (['2', '3', '4', '5'] as const).map((each) => [each, '1']),
    );
    const best = order === 1 ? '5' : '2';
    const worst = order === 1 ? '2' : '5';
    const top = side.top(3);
    side.put([worst, '7']);
    side.remove(worst);
    side.remove('9');
    expect(side.top(3)).toBe(top);
    side.put([best, '7']);
    expect(side.top(3)).not.toBe(top);
    expect([top[0], side.top(3)[0]]).toEqual([
      [best, '1'],
      [best, '7'],
    ]);
  });
  it('begins with levels in any order, the last one of each price', () => {
    const side = sideOf(order, [
      ['3', '1'],
      ['1', '1'],
      ['3.0', '2'],
      ['2', '1'],
    ]);
    expect(side.top(9).map(([, quantity]) => quantity)).toEqual(
      order === 1 ? ['2', '1', '1'] : ['1', '1', '2'],
    );
  });
  it('is cut to its best levels', () => {
    const side = sideOf(order);
    for (let i = 1; i <= 9; i++) {
      side.put([`${i}`, '1']);
      side.cut(4);
      side.top(9);
    }
    expect(side.top(9).map(([each]) => each)).toEqual(
      order === 1 ? ['9', '8', '7', '6'] : ['1', '2', '3', '4'],
    );
    side.cut(2);
    expect(side.top(9)).toHaveLength(2);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OrderSide } from '../../../domain/index.ts';
import { isWithin, PriceTimeBook } from '../../../server/matching/priceTimeBook.ts';
import { otherSide } from '../../support/restingOrders.ts';

interface Row {
  readonly id: number;
  readonly owner: number;
  readonly side: OrderSide;
  readonly ticks: number;
  lots: number;
}

/** The same rules as a list that is sorted and searched each time. */
class PlainBook {
  rows: Row[] = [];

  /** Best price first, then the earlier. */
  of(side: OrderSide): Row[] {
    const sign = side === 'buy' ? -1 : 1;
    return this.rows.filter((row) => row.side === side).sort((a, b) => sign * (a.ticks - b.ticks));
  }
  remove(id: number): void {
    this.rows = this.rows.filter((row) => row.id !== id);
  }
  take(side: OrderSide, owner: number, lots: number, bound: number) {
    const [fills, expired]: [object[], number[]] = [[], []];
    let left = lots;
    for (const row of this.of(otherSide(side))) {
      if (left === 0 || !isWithin(side, row.ticks, bound)) break;
      const part = row.owner === owner ? row.lots : Math.min(left, row.lots);
      if (row.owner === owner) expired.push(row.id);
      else {
        fills.push({ id: row.id, ticks: row.ticks, lots: part });
        left -= part;
      }
      row.lots -= part;
      if (row.lots === 0) this.remove(row.id);
    }
    return { fills, expired, left };
  }
  levels(side: OrderSide, exceptOwner?: number) {
    const lots = new Map<number, number>();
    for (const row of this.of(side))
      if (row.owner !== exceptOwner) lots.set(row.ticks, (lots.get(row.ticks) ?? 0) + row.lots);
    return Array.from(lots, ([ticks, sum]) => ({ ticks, lots: sum }));
  }
}

const side = fc.constantFrom<OrderSide>('buy', 'sell');
const [ticks, lots, owner] = [
  fc.integer({ min: 1, max: 7 }),
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 3 }),
];
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), side, ticks, lots, owner }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('take' as const), side, ticks, lots, owner }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resize' as const), which: fc.nat(20), lots }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat(50) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does one step to both. @returns what each answers. */
function both(book: PriceTimeBook, plain: PlainBook, each: Step, id: number): [unknown, unknown] {
  if (each.kind === 'add') {
    book.add(id, each.owner, each.side, each.ticks, each.lots);
    plain.rows.push({ id, owner: each.owner, side: each.side, ticks: each.ticks, lots: each.lots });
  } else if (each.kind === 'take') {
    const taker = [each.side, each.owner, each.lots, each.ticks] as const;
    return [book.take(...taker), plain.take(...taker)];
  } else if (each.kind === 'remove') {
    book.remove(each.which);
    plain.remove(each.which);
  } else {
    const row = plain.rows[each.which % Math.max(1, plain.rows.length)];
    if (!row) return [0, 0];
    book.resize(row.id, each.lots);
    row.lots = each.lots;
  }
  return [0, 0];
}
const seenOf = (book: PriceTimeBook) =>
  (['buy', 'sell'] as const).map((each) => [
    [...book.ids(each)],
    [...book.levels(each)],
    [...book.levels(each, 2)],
    book.best(each),
  ]);

it('orders of several owners rest, trade, shrink and leave as in a list that is searched', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [book, plain] = [new PriceTimeBook(), new PlainBook()];
      for (const [id, each] of steps.entries()) {
        const [its, expected] = both(book, plain, each, id);
        expect(its).toEqual(expected);
      }
      expect(seenOf(book)).toEqual(
        (['buy', 'sell'] as const).map((each) => [
          plain.of(each).map(({ id }) => id),
          plain.levels(each),
          plain.levels(each, 2),
          plain.of(each)[0]?.ticks,
        ]),
      );
    }),
    { numRuns: 150 },
  );
});

it('an order that is placed again at its price stands last', () => {
  const book = new PriceTimeBook();
  for (const id of [1, 2, 3]) book.add(id, id, 'buy', 5, 1);
  book.remove(2);
  book.add(2, 2, 'buy', 5, 1);
  expect([...book.ids('buy')]).toEqual([1, 3, 2]);
});

it('a cleared book is empty, and takes the same numbers again', () => {
  const book = new PriceTimeBook();
  book.add(1, 1, 'buy', 5, 2);
  book.add(2, 1, 'sell', 6, 2);
  book.clear();
  expect(seenOf(book)).toEqual(seenOf(new PriceTimeBook()));
  expect(book.has(1)).toBe(false);
  book.add(1, 1, 'buy', 5, 2);
  expect([...book.levels('buy')]).toEqual([{ ticks: 5, lots: 2 }]);
});

it('sums of lots stay exact up to the largest safe number', () => {
  const book = new PriceTimeBook();
  const most = Number.MAX_SAFE_INTEGER;
  book.add(1, 1, 'sell', 5, most - 1);
  book.add(2, 2, 'sell', 5, 1);
  expect([...book.levels('sell')]).toEqual([{ ticks: 5, lots: most }]);
  expect(book.take('buy', 3, most, 5).left).toBe(0);
  expect(book.best('sell')).toBeUndefined();
});

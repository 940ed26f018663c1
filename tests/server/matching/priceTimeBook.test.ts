import fc from 'fast-check';
import { OrderBook, Side } from 'nodejs-order-book';
import { describe, expect, it } from 'vitest';
import type { OrderSide } from '../../../domain/index.ts';
import { PriceTimeBook } from '../../../server/matching/priceTimeBook.ts';

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      side: fc.constantFrom<OrderSide>('buy', 'sell'),
      ticks: fc.integer({ min: 1, max: 12 }),
      lots: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ revoked: fc.nat(40) }) },
);

const depthOf = (book: PriceTimeBook) =>
  (['sell', 'buy'] as const).map((side) => [...book.levels(side)].map(({ ticks, lots }) => [ticks, lots]));

describe('a book of price-time priority', () => {
  it('trades and rests as another implementation of it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ours = new PriceTimeBook();
        const other = new OrderBook();
        for (const [id, each] of steps.entries()) {
          if ('revoked' in each) {
            ours.remove(each.revoked);
            other.cancel(String(each.revoked));
            continue;
          }
          const { side, ticks, lots } = each;
          const { fills, left } = ours.take(side, id, lots, ticks);
          if (left > 0) ours.add(id, id, side, ticks, left);
          const its = other.limit({
            id: String(id),
            side: side === 'buy' ? Side.BUY : Side.SELL,
            size: lots,
            price: ticks,
          });
          const done = its.done.filter((order) => order.id !== String(id)).map((order) => order.id);
          const partial = its.partial && its.partial.id !== String(id) ? [its.partial.id] : [];
          expect(fills.map((fill) => String(fill.id))).toEqual([...done, ...partial]);
          expect(left).toBe(lots - fills.reduce((sum, fill) => sum + fill.lots, 0));
        }
        const [asks, bids] = other.depth();
        expect(depthOf(ours)).toEqual([
          asks.toSorted(([a], [b]) => a - b),
          bids.toSorted(([a], [b]) => b - a),
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('takes nothing beyond the bound', () => {
    const book = new PriceTimeBook();
    book.add(1, 1, 'sell', 10, 5);
    book.add(2, 1, 'sell', 12, 5);
    expect(book.take('buy', 2, 20, 11)).toEqual({
      fills: [{ id: 1, ticks: 10, lots: 5 }],
      expired: [],
      left: 15,
    });
    expect(book.best('sell')).toBe(12);
  });

  it('lets own orders go instead of trading with them', () => {
    const book = new PriceTimeBook();
    book.add(1, 7, 'sell', 10, 5);
    book.add(2, 8, 'sell', 10, 5);
    expect(book.take('buy', 7, 3, 10)).toEqual({
      fills: [{ id: 2, ticks: 10, lots: 3 }],
      expired: [1],
      left: 0,
    });
    expect(book.has(1)).toBe(false);
    expect([...book.levels('sell')]).toEqual([{ ticks: 10, lots: 2 }]);
  });

  it('keeps the place of an order that is resized', () => {
    const book = new PriceTimeBook();
    book.add(1, 1, 'buy', 10, 5);
    book.add(2, 2, 'buy', 10, 5);
    book.resize(1, 2);
    expect([...book.levels('buy')]).toEqual([{ ticks: 10, lots: 7 }]);
    expect([...book.levels('buy', 1)]).toEqual([{ ticks: 10, lots: 5 }]);
    expect(book.take('sell', 3, 3, 10).fills).toEqual([
      { id: 1, ticks: 10, lots: 2 },
      { id: 2, ticks: 10, lots: 1 },
    ]);
    expect(() => book.resize(1, 1)).toThrow();
    expect(() => book.add(2, 2, 'buy', 10, 1)).toThrow();
  });
});

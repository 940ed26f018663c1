import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book, HoldingOrder } from '../../../domain/index.ts';
import { D, heldInTheWay, takeableBook } from '../../../domain/index.ts';

const order = record({
  side: constantFrom('buy', 'sell'),
  price: integer({ min: 95, max: 105 }).map(String),
  quantity: integer({ min: 1, max: 9 }).map(String),
  filled: constantFrom('0', '0.5'),
  held: integer({ min: 0, max: 900 }).map(String),
}) as import('fast-check').Arbitrary<HoldingOrder>;
const own = array(order, { maxLength: 6 });
const sum = (texts: readonly string[]) => texts.reduce((all, text) => all.plus(text), new D(0));
const resting = (orders: readonly HoldingOrder[]) =>
  sum(orders.map(({ quantity, filled }) => new D(quantity ?? 0).minus(filled).toFixed()));

/** A book in which others have so much at each level beside what stands there of one's own. */
function bookWith(orders: readonly HoldingOrder[], others: string): Book {
  const levels = (side: 'buy' | 'sell', from: number, step: number) =>
    Array.from({ length: 5 }, (_, i) => {
      const price = String(from + i * step);
      const here = orders.filter((each) => each.side === side && each.price === price);
      return [price, resting(here).plus(others).toFixed()] as const;
    });
  return { bids: levels('buy', 99, -1), asks: levels('sell', 101, 1) };
}

describe('a book without own orders', () => {
  it('leaves at each level what others have there', () => {
    assert(
      property(own, (orders) => {
        const { bids, asks } = takeableBook(bookWith(orders, '2'), orders);
        expect([...bids, ...asks].map(([, quantity]) => quantity)).toEqual(Array(10).fill('2'));
      }),
    );
  });
  it('is the same book for a user without orders, and one that stands in no book takes nothing away', () => {
    const book = bookWith([], '1.5');
    expect(takeableBook(book, [])).toEqual(book);
    const waiting = { side: 'buy', price: null, quantity: '1', filled: '0' } as const;
    expect(takeableBook(book, [waiting])).toEqual(book);
  });
  it('compares prices as numbers', () => {
    const one = { side: 'sell', price: '101.00', quantity: '1', filled: '0.25' } as const;
    expect(takeableBook({ bids: [], asks: [['101', '1']] }, [one]).asks).toEqual([['101', '0.25']]);
  });
});

describe('what own orders in the way hold', () => {
  it('is that of the other side up to the price that is reached', () => {
    assert(
      property(own, integer({ min: 94, max: 106 }), (orders, reach) => {
        const sells = orders.filter(({ side, price }) => side === 'sell' && Number(price) <= reach);
        const buys = orders.filter(({ side, price }) => side === 'buy' && Number(price) >= reach);
        expect(heldInTheWay(orders, 'buy', `${reach}`)).toBe(sum(sells.map(({ held }) => held)).toFixed());
        expect(heldInTheWay(orders, 'sell', `${reach}`)).toBe(sum(buys.map(({ held }) => held)).toFixed());
      }),
    );
  });
  it('is nothing of an order that waits for its trigger', () => {
    const waiting = { side: 'sell', price: null, quantity: '1', filled: '0', held: '7' } as const;
    expect(heldInTheWay([waiting], 'buy', '1000')).toBe('0');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level, OrderSide, Trade } from '../../../domain/index.ts';
import { D } from '../../../domain/index.ts';
import type { RestingOrder } from '../../../server/matching/orderBook.ts';
import { OrderBook } from '../../../server/matching/orderBook.ts';
import { OrderIndex } from '../../../server/matching/orderIndex.ts';
import { QueuePosition } from '../../../server/matching/queuePosition.ts';
import { fakeMarket } from '../../support/fakeSource.ts';

interface OrderInput {
  readonly userId: number;
  readonly side: OrderSide;
  readonly isWaiting: boolean;
  readonly ticks: number;
}
const request: fc.Arbitrary<OrderInput> = fc.record({
  userId: fc.integer({ min: 1, max: 4 }),
  side: fc.constantFrom<OrderSide>('buy', 'sell'),
  isWaiting: fc.boolean(),
  ticks: fc.integer({ min: 1, max: 6 }),
});
const step = fc.oneof(
  { weight: 6, arbitrary: request },
  { weight: 3, arbitrary: fc.record({ gone: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.constantFrom('moves' as const, 'clear' as const) },
);

/** Bids stay below asks, so that no order crosses another. */
const orderOf = (id: number, { userId, side, isWaiting, ticks }: OrderInput): RestingOrder => ({
  id,
  userId,
  side,
  status: isWaiting ? 'waiting' : 'open',
  price: String(side === 'buy' ? ticks : ticks + 6),
  quantity: '1',
  filled: '0',
  rank: id,
  expiresAt: null,
});
const idsOf = (orders: Iterable<RestingOrder>): number[] => Array.from(orders, ({ id }) => id);

describe('orders of a market, by user and by what they wait for', () => {
  it('are those that a look at all of them finds, whatever came and went', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const index = new OrderIndex<RestingOrder>();
        const all = new Map<number, RestingOrder>();
        const placed = new Set<number>();
        const left = new Set<number>();
        for (const [id, each] of steps.entries()) {
          if (each === 'moves') {
            const moves = index.takeMoves();
            expect(idsOf(moves.placed)).toEqual([...placed]);
            expect([...moves.left].toSorted()).toEqual([...left].toSorted());
            placed.clear();
            left.clear();
          } else if (each === 'clear' || 'gone' in each) {
            for (const gone of each === 'clear' ? [...all.keys()] : [each.gone]) {
              index.delete(gone);
              if (all.delete(gone)) left.add(gone);
              placed.delete(gone);
            }
          } else {
            const order = orderOf(id, each);
            index.add(order);
            all.set(id, order);
            if (!each.isWaiting) placed.add(id);
          }
          const now = [...all.values()];
          expect(idsOf(index.all.values())).toEqual(idsOf(now));
          expect(idsOf(index.waiting.values())).toEqual(idsOf(now.filter((o) => o.status === 'waiting')));
          expect([...index.users].toSorted()).toEqual([...new Set(now.map((o) => o.userId))].toSorted());
          for (const user of [1, 2, 3, 4])
            expect(idsOf(index.of(user).values())).toEqual(idsOf(now.filter((o) => o.userId === user)));
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("what a venue's prints and book reach of the resting orders", () => {
  const bookOf = (orders: readonly RestingOrder[]): OrderBook<RestingOrder> => {
    const book = new OrderBook<RestingOrder>({ ...fakeMarket('M'), tick: '1', lot: '1' }, () => ({
      bids: [],
      asks: [],
    }));
    for (const order of orders) book.add(order);
    return book;
  };
  /** How far a price is beyond an order's, in ticks: 0 at its price. */
  const beyond = ({ side, price }: RestingOrder, at: number): number =>
    side === 'buy' ? Number(price) - at : at - Number(price);

  it('is what a look at each order finds, the first to come first', () => {
    fc.assert(
      fc.property(
        fc.array(request, { maxLength: 30 }),
        fc.integer({ min: 0, max: 14 }),
        fc.constantFrom<OrderSide>('buy', 'sell'),
        (requests, at, side) => {
          const all = requests.map((each, id) => orderOf(id, each));
          const orders = all.filter(({ status }) => status !== 'waiting');
          const queue = new QueuePosition(bookOf(all));
          const print: Trade = { id: 1, at: 0, price: String(at), quantity: '100', side };
          expect(queue.isHit([print])).toBe(orders.some((order) => beyond(order, at) >= 0));
          const filled: number[] = [];
          queue.print(print, (order) => {
            filled.push(order.id);
            return new D(0);
          });
          expect(filled).toEqual([
            ...idsOf(orders.filter((order) => beyond(order, at) > 0)),
            ...idsOf(orders.filter((order) => beyond(order, at) === 0 && order.side !== side)),
          ]);
        },
      ),
    );
  });

  it('are orders that the best price has come to stand beyond, the better price first, then the earlier', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 30 }), fc.integer({ min: 0, max: 14 }), (requests, at) => {
        const all = requests.map((each, id) => orderOf(id, each));
        const queue = new QueuePosition(bookOf(all));
        const isCrossed = (order: RestingOrder): boolean =>
          order.status !== 'waiting' && order.side === 'buy' && beyond(order, at) > 0;
        const expected = all
          .filter(isCrossed)
          .toSorted((a, b) => Number(b.price) - Number(a.price) || a.id - b.id);
        expect(idsOf(queue.crossed({ buy: undefined, sell: String(at) }))).toEqual(idsOf(expected));
      }),
    );
  });

  it('remembers what stood ahead at the place that an order has now', () => {
    const bids: Level[] = [['5', '7']];
    const book = new OrderBook<RestingOrder>({ ...fakeMarket('M'), tick: '1', lot: '1' }, () => ({
      bids,
      asks: [],
    }));
    const queue = new QueuePosition(book);
    const order = orderOf(1, { userId: 1, side: 'buy', isWaiting: false, ticks: 5 });
    book.add(order);
    queue.follow();
    const requestedOf = (quantity: string): string[] => {
      const requested: string[] = [];
      queue.print({ id: 1, at: 0, price: '5', quantity, side: 'sell' }, (_, most) => {
        requested.push(most);
        return new D(0);
      });
      return requested;
    };
    expect(requestedOf('3')).toEqual(['0']);
    expect(requestedOf('5')).toEqual(['1']);
    book.remove(order);
    queue.follow();
    book.add({ ...order, rank: 2 });
    queue.follow();
    expect(requestedOf('8')).toEqual(['1']);
  });
});

import type { Book, Dec, Level, OrderSide } from '../../domain/index.ts';
import { D, emptyBook, toText } from '../../domain/index.ts';
import type { RestingOrder } from '../../server/matching/orderBook.ts';
import { leftOf, OrderBook } from '../../server/matching/orderBook.ts';
import { fakeMarket } from './fakeSource.ts';

/** An order as a product has it in memory: what has traded of it changes. */
export interface TestOrder extends RestingOrder {
  readonly market: string;
  filled: Dec;
}

/** A bid for one unit at 10 of a user who has its number, unless it says more. */
export const testOrder = (id: number, more: Partial<TestOrder> = {}): TestOrder => ({
  ...{ id, userId: id, side: 'buy', status: 'open', price: '10', quantity: '1', filled: '0', rank: id },
  ...{ expiresAt: null, market: 'AAA-USDT' },
  ...more,
});

/** One market in whole ticks and lots, with a venue whose book a test replaces. */
export function openBook(orders: readonly TestOrder[] = []) {
  let shown: Book = emptyBook;
  const market = { ...fakeMarket('AAA-USDT'), tick: '1', lot: '1' };
  const orderBook = new OrderBook<TestOrder>(market, () => shown);
  for (const order of orders) orderBook.add(order);
  return {
    orderBook,
    show(bids: readonly Level[], asks: readonly Level[] = []): void {
      shown = { bids, asks };
    },
  };
}

/** Fills a resting order as products do. @param most what the house can give. @returns base units filled. */
export function fillResting(
  orderBook: OrderBook<TestOrder>,
  order: TestOrder,
  requested: Dec,
  most: Dec = requested,
): D {
  const part = D.min(requested, most, leftOf(order));
  if (part.lte(0)) return new D(0);
  orderBook.fillResting(order, toText(part));
  order.filled = toText(part.plus(order.filled));
  return part;
}

/** The other side of a trade. */
export const otherSide = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy');

/** A house that gives whatever is taken. */
export const noLimit = (): Dec => '1000000000';

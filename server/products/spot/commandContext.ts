import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode } from '../../../domain/index.ts';
import type { OrderBook } from '../../matching/orderBook.ts';
import type { CommandEntries } from './commandEntries.ts';
import type { House } from './house.ts';
import type { Order } from './order.ts';

type Calls = typeof calls;
export type PlaceRequest = ParsedRequestOf<Calls['spot.place']>;
export type PlaceAnswer = ResponseOf<Calls['spot.place']>;

/** What one command of a market works with. */
export interface CommandContext {
  readonly orderBook: OrderBook<Order>;
  readonly entries: CommandEntries;
  /** ms UTC. */
  readonly at: number;
  /** What a person can give of an asset now, in its units. */
  readonly free: (userId: number, asset: string) => Dec;
  readonly house: House;
  /** The last price of the source. */
  readonly last: Dec;
  readonly newId: () => number;
}

/** Ends a live order: what it holds is free, and it leaves the book. */
export function end(
  orderBook: OrderBook<Order>,
  entries: CommandEntries,
  order: Order,
  status: 'cancelled' | 'expired',
  reason: RefusalCode | null = null,
): void {
  if (orderBook.orders.get(order.id) === order) orderBook.remove(order);
  entries.release(order);
  order.status = status;
  order.reason = reason;
  entries.touch(order);
}

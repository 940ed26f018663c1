import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode } from '../../../domain/index.ts';
import type { OrderBook } from '../../matching/orderBook.ts';
import type { CommandEntries } from './commandEntries.ts';
import type { House } from './house.ts';
import type { Order } from './order.ts';

type Calls = typeof calls;
export type PlaceRequest = ParsedRequestOf<Calls['spot.place']>;
export type PlaceAnswer = ResponseOf<Calls['spot.place']>;

/** What one command needs in a market. */
export interface CommandContext {
  readonly orderBook: OrderBook<Order>;
  readonly entries: CommandEntries;
  /** ms UTC. */
  readonly at: number;
  /** A user's free balance of an asset now, in its units. */
  readonly free: (userId: number, asset: string) => Dec;
  readonly house: Pick<House, 'limit'>;
  /** The last price of the source. */
  readonly last: Dec;
  readonly newId: () => number;
}

/** The other order of a pair, while it is live. */
export function partnerOf(orderBook: OrderBook<Order>, { id, partner }: Order): Order | undefined {
  const found = partner === null ? undefined : orderBook.orders.get(partner);
  return found?.partner === id ? found : undefined;
}

/**
 * Ends a live order: its hold is released, and it leaves the book. The other order of its pair ends with it.
 */
export function end(
  orderBook: OrderBook<Order>,
  entries: CommandEntries,
  order: Order,
  status: 'cancelled' | 'expired',
  reason: RefusalCode | null = null,
): void {
  const partner = partnerOf(orderBook, order);
  endAlone(orderBook, entries, order, status, reason);
  if (partner) endAlone(orderBook, entries, partner, status, reason);
}

/** Ends one order, independently of the other of its pair. */
function endAlone(
  orderBook: OrderBook<Order>,
  entries: CommandEntries,
  order: Order,
  status: 'cancelled' | 'expired',
  reason: RefusalCode | null,
): void {
  if (orderBook.orders.get(order.id) === order) orderBook.remove(order);
  entries.release(order);
  order.isCovered = false;
  order.status = status;
  order.reason = reason;
  entries.touch(order);
}

/**
 * An order begins to trade or is triggered: the other one of its pair ends in the same booking, and the pair's hold is
 * this one's. What is left of the order whose exit it is buys no more.
 */
export function endPartner(
  { orderBook, entries }: CommandContext,
  order: Order,
  reason: 'ocoFilled' | 'ocoTriggered',
): void {
  const partner = partnerOf(orderBook, order);
  if (partner) {
    const wasCovered = order.isCovered;
    endAlone(orderBook, entries, partner, 'expired', reason);
    order.isCovered = false;
    if (wasCovered) entries.hold(order);
  }
  const entry = order.entry === null ? undefined : orderBook.orders.get(order.entry);
  if (entry) endAlone(orderBook, entries, entry, 'cancelled', 'exitBegun');
}

import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode } from '../../../domain/index.ts';
import type { Desk } from '../../matching/orderBook.ts';
import type { House } from './house.ts';
import type { Order } from './order.ts';
import type { Plan } from './plan.ts';

type Calls = typeof calls;
export type PlaceRequest = ParsedRequestOf<Calls['spot.place']>;
export type PlaceAnswer = ResponseOf<Calls['spot.place']>;

/** What one command of a market works with. */
export interface Session {
  readonly desk: Desk<Order>;
  readonly plan: Plan;
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
  desk: Desk<Order>,
  plan: Plan,
  order: Order,
  status: 'cancelled' | 'expired',
  reason: RefusalCode | null = null,
): void {
  if (desk.orders.get(order.id) === order) desk.remove(order);
  plan.release(order);
  order.status = status;
  order.reason = reason;
  plan.touch(order);
}

import type { RefusalCode } from '../../../../domain/index.ts';
import {
  closingSide,
  compareDec,
  D,
  isGuardOrder,
  reduceOnlyKept,
  toText,
} from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from './batch.ts';
import type { FuturesOrder } from './order.ts';

/** Ends a live order: its hold is released, and it leaves the book. */
export function end(
  batch: PerpetualBatch,
  order: FuturesOrder,
  status: 'cancelled' | 'expired',
  reason: RefusalCode | null = null,
): void {
  const orderBook = batch.orderBook(order.market);
  if (orderBook.orders.get(order.id) === order) orderBook.remove(order);
  batch.funds.keep(order, '0');
  order.status = status;
  order.reason = reason;
  batch.touch(order);
}

/** A user's live orders in a market, the oldest first. */
export function ordersOfUser(batch: PerpetualBatch, userId: number, market: string): FuturesOrder[] {
  return [...batch.orderBook(market).ordersOf(userId).values()].sort((a, b) => a.rank - b.rank);
}

/**
 * Adjusts orders to a position's present size: guards of a part shrink with it, guards of a closed position
 * end, and resting reduce-only orders are cut, the newest first.
 * @param positionId the position whose guards are adjusted: one that was opened since has none of them.
 */
export function follow(
  batch: PerpetualBatch,
  userId: number,
  market: string,
  positionId: number,
  why: RefusalCode = 'endedWithPosition',
): void {
  const position = batch.position(userId, market);
  const isSame = position?.id === positionId;
  const orders = ordersOfUser(batch, userId, market);
  for (const guard of orders.filter(isGuardOrder)) {
    if (!isSame || !position) end(batch, guard, 'cancelled', why);
    else if (guard.quantity !== null && compareDec(leftOf(guard), position.quantity) > 0) {
      guard.quantity = toText(new D(guard.filled).plus(position.quantity));
      batch.touch(guard);
    }
  }
  const closing = position && closingSide(position.side);
  const resting = orders.filter(
    (order) => order.reduceOnly && order.status !== 'waiting' && leftOf(order) !== '0',
  );
  for (const order of resting.filter(({ side }) => side !== closing))
    end(batch, order, 'cancelled', position ? 'endedByReduction' : why);
  const kept = resting.filter(({ side }) => side === closing);
  const left = reduceOnlyKept(kept.map(leftOf), position?.quantity ?? '0');
  for (const [i, order] of kept.entries()) cut(batch, order, left[i] ?? '0');
}

/** Reduces a resting order to this quantity. */
function cut(batch: PerpetualBatch, order: FuturesOrder, left: string): void {
  if (left === leftOf(order)) return;
  if (left === '0') {
    end(batch, order, 'cancelled', 'endedByReduction');
    return;
  }
  order.quantity = toText(new D(order.filled).plus(left));
  order.reason = 'endedByReduction';
  batch.orderBook(order.market).shrink(order, left);
  batch.touch(order);
}

import type { RefusalCode } from '../../../../domain/index.ts';
import { compareDec, D, isGuardOrder, isUnmet, RuleError, toText } from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { end, ordersOfUser } from '../batch/orderEnd.ts';
import { noMatchReason, prepared, settleOrder } from './place.ts';
import { boundOf, rest, take } from './trade.ts';

/** Fires a triggered order: it acts, or records why it cannot yet. */
export function fire(batch: PerpetualBatch, order: FuturesOrder): void {
  if (batch.mark(order.market).state !== 'live') return;
  if (isGuardOrder(order)) fireGuard(batch, order);
  else fireStop(batch, order);
}

/** The order keeps waiting; its reason is published once. */
function stall(batch: PerpetualBatch, order: FuturesOrder, reason: RefusalCode): void {
  if (order.reason === reason) return;
  order.reason = reason;
  batch.touch(order);
}

function fireStop(batch: PerpetualBatch, order: FuturesOrder): void {
  const { size } = batch.booking;
  const { reason } = order;
  batch.orderBook(order.market).remove(order);
  order.status = 'open';
  order.reason = null;
  try {
    settleOrder(batch, order, prepared(batch, order), true);
  } catch (error) {
    if (!(error instanceof RuleError) || batch.booking.size !== size) throw error;
    if (!isUnmet(error.code)) {
      end(batch, order, 'cancelled', error.code);
      return;
    }
    order.status = 'waiting';
    order.reason = reason;
    batch.orderBook(order.market).add(order);
    stall(batch, order, error.code);
  }
}

function fireGuard(batch: PerpetualBatch, order: FuturesOrder): void {
  const { userId, market } = order;
  const orderBook = batch.orderBook(market);
  const position = batch.position(userId, market);
  if (!position) {
    end(batch, order, 'cancelled', 'endedWithPosition');
    return;
  }
  const requested = order.quantity === null ? position.quantity : leftOf(order);
  const quantity = compareDec(requested, position.quantity) > 0 ? position.quantity : requested;
  const bound = boundOf(batch, order);
  const reach = bound && orderBook.reach(order, quantity, bound, batch.houseLimit(market));
  if (order.type === 'market' && (bound === undefined || reach === '0')) {
    stall(batch, order, noMatchReason(batch, order, quantity));
    return;
  }
  orderBook.remove(order);
  // One guard fires, its partner is cancelled.
  for (const partner of ordersOfUser(batch, userId, market))
    if (partner.group === order.group && partner !== order)
      end(batch, partner, 'cancelled', 'endedByPartner');
  order.reason = null;
  const before = order.filled;
  if (bound !== undefined) take(batch, order, quantity, bound);
  finish(batch, order, toText(new D(quantity).minus(new D(order.filled).minus(before))));
}

/** Ends a guard that has acted. @param left base units that it has not closed. */
function finish(batch: PerpetualBatch, order: FuturesOrder, left: string): void {
  const { userId, market } = order;
  const orderBook = batch.orderBook(market);
  if (!batch.position(userId, market) || left === '0') {
    order.quantity = order.filled;
    order.status = 'filled';
    batch.touch(order);
  } else if (order.type === 'limit') {
    order.quantity = toText(new D(order.filled).plus(left));
    order.status = order.filled === '0' ? 'open' : 'partial';
    rest(batch, order);
  } else {
    // No liquidity for the rest: it is tried again.
    order.status = 'waiting';
    orderBook.add(order);
    order.reason = noMatchReason(batch, order, left);
    batch.touch(order);
  }
}

import type { Dec } from '../../../../domain/index.ts';
import { compareDec, isGuardOrder, RuleError } from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { Request } from '../batch/calls.ts';
import type { FuturesOrder } from '../batch/order.ts';
import type { PlaceAnswer } from './place.ts';
import {
  answerOf,
  prepared,
  requireNoPendingLiquidation,
  requireValidTrigger,
  settleOrder,
} from './place.ts';
import { holdOf } from './trade.ts';
import { changedTrailing } from './trailing.ts';

/**
 * Amends an open order. A smaller quantity at the same price keeps the queue position; anything else goes to
 * the end of the queue, and may trade at once. An order that waits for its trigger keeps waiting, without a
 * hold. Waiting take-profits and stop-losses are amended by `perpetual.amendGuard`.
 * @throws {RuleError} `orderClosed` when it has ended, `notFound` for a waiting guard, `orderTriggered` for
 * the trigger of an order that has fired, and the errors of a new order.
 */
export function amend(
  batch: PerpetualBatch,
  userId: number,
  market: string,
  request: Request<'perpetual.amend'>,
): PlaceAnswer {
  const order = batch.orderBook(market).orders.get(request.id);
  if (!order || order.userId !== userId) throw new RuleError('orderClosed');
  const isWaiting = order.status === 'waiting';
  if (isGuardOrder(order)) throw new RuleError('notFound');
  requireNoPendingLiquidation(batch, userId, market);
  const changed = { ...changedBy(order, request), ...trailingBy(batch, order, request) };
  const isNewTrigger = changed.trigger !== order.trigger;
  requireValidTrigger(batch, changed, isNewTrigger);
  // The filled quantity cannot be amended.
  if (compareDec(changed.quantity ?? '0', order.filled) <= 0) throw new RuleError('amountInvalid');
  batch.orderBook(market).mustCount(changed);
  if (isWaiting) {
    // An order that was reached without liquidity waits for its new trigger.
    Object.assign(order, changed, isNewTrigger ? { reason: null } : {});
    batch.touch(order);
    return answerOf(batch, order);
  }
  const isLess = compareDec(changed.quantity ?? '0', order.quantity ?? '0') <= 0;
  if (isLess && compareDec(changed.price ?? '0', order.price ?? '0') === 0)
    return shrink(batch, order, changed);
  return requeue(batch, order, changed);
}

/**
 * @throws {RuleError} for a price of a market order, and for a trigger of an order without one or with a
 * trail.
 */
function changedBy(
  order: FuturesOrder,
  { price, quantity, triggerPrice }: Request<'perpetual.amend'>,
): FuturesOrder {
  if (price !== undefined && order.type === 'market') throw new RuleError('priceInvalid');
  if (triggerPrice !== undefined && order.status !== 'waiting') throw new RuleError('orderTriggered');
  // Its price is the chase's own.
  if (price !== undefined && order.chase) throw new RuleError('orderOptions');
  if (triggerPrice !== undefined && order.trail) throw new RuleError('orderOptions');
  return {
    ...order,
    price: price ?? order.price,
    quantity: quantity ?? order.quantity,
    trigger: triggered(order.trigger, triggerPrice),
  };
}

/** A trailing stop that is to follow differently. @throws {RuleError} `orderTriggered` for one that has fired. */
function trailingBy(batch: PerpetualBatch, order: FuturesOrder, { trail }: Request<'perpetual.amend'>) {
  if (trail === undefined) return {};
  if (order.status !== 'waiting') throw new RuleError('orderTriggered');
  return changedTrailing(batch, order, trail);
}

function triggered(trigger: FuturesOrder['trigger'], price: Dec | undefined): FuturesOrder['trigger'] {
  if (!trigger || price === undefined || compareDec(price, trigger.price) === 0) return trigger;
  return { ...trigger, price };
}

function shrink(batch: PerpetualBatch, order: FuturesOrder, { quantity }: FuturesOrder): PlaceAnswer {
  order.quantity = quantity;
  batch.funds.keep(order, holdOf(batch, order));
  batch.orderBook(order.market).shrink(order, leftOf(order));
  batch.touch(order);
  return answerOf(batch, order);
}

/**
 * Removes an order and places it again, as a new one.
 * @throws {RuleError} why it cannot be executed, before anything has changed.
 */
export function requeue(batch: PerpetualBatch, order: FuturesOrder, changed: FuturesOrder): PlaceAnswer {
  const { userId, market } = order;
  const ready = prepared(batch, changed);
  const { leverage } = batch.position(userId, market) ?? batch.terms(userId, market);
  batch.orderBook(market).remove(order);
  batch.funds.keep(order, '0');
  const { price, quantity, type, tif, postOnly, chase } = changed;
  Object.assign(order, { price, quantity, type, tif, postOnly, chase, leverage, rank: batch.newId() });
  return answerOf(batch, order, settleOrder(batch, order, ready));
}

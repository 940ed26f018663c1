import type { calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import {
  bracketBreach,
  compareDec,
  D,
  isMarketType,
  marketBounds,
  RuleError,
  throwRefusal,
  ticketRefusal,
  toText,
} from '../../../domain/index.ts';
import { leftOf } from '../../matching/orderBook.ts';
import type { CommandContext, PlaceAnswer } from './commandContext.ts';
import { partnerOf } from './commandContext.ts';
import type { Order } from './order.ts';
import { assetsOf, stillHeld } from './order.ts';
import { answerOf } from './place.ts';
import { mustFit, takeAndRest } from './take.ts';

/**
 * Amends an open order. A smaller quantity at the same price keeps the queue position; anything else goes to
 * the end of the queue, and may trade at once.
 * @throws {RuleError} `orderClosed` when it has ended, `ocoAmend` while it is one of a pair, and the errors
 * of a new order.
 */
export function amend(
  context: CommandContext,
  userId: number,
  { id, price, quantity }: ParsedRequestOf<(typeof calls)['spot.amend']>,
): PlaceAnswer {
  const { orderBook, entries } = context;
  const order = orderBook.orders.get(id);
  if (!order || order.userId !== userId) throw new RuleError('orderClosed');
  // A pair's hold depends on both of its orders.
  if (partnerOf(orderBook, order)) throw new RuleError('ocoAmend');
  if (price !== undefined && isMarketType(order.type)) throw new RuleError('orderOptions');
  const changed: Order = { ...order, price: price ?? order.price, quantity: quantity ?? order.quantity };
  requireValid(context, order, changed);
  const isSamePrice = compareDec(changed.price ?? '0', order.price ?? '0') === 0;
  if (isSamePrice && compareDec(changed.quantity ?? '0', order.quantity ?? '0') <= 0) {
    const freed = toText(new D(stillHeld(order)).minus(stillHeld(changed)));
    entries.releasePart(order, freed);
    order.quantity = changed.quantity;
    if (order.status !== 'waiting') orderBook.shrink(order, leftOf(order));
    entries.touch(order);
  } else requeue(context, order, changed);
  return answerOf(context, order);
}

/** Removes an order and places it again, at the end of the queue and with a new hold. */
function requeue(context: CommandContext, order: Order, changed: Pick<Order, 'price' | 'quantity'>): void {
  context.orderBook.remove(order);
  reenter(context, order, changed);
}

/** Enters an order into the book again: it trades what it can, and rests behind all others. */
export function reenter(
  context: CommandContext,
  order: Order,
  changed: Pick<Order, 'price' | 'quantity'>,
): void {
  const { orderBook, entries, newId } = context;
  entries.release(order);
  order.price = changed.price;
  order.quantity = changed.quantity;
  order.rank = newId();
  entries.hold(order);
  if (order.status === 'waiting') {
    orderBook.add(order);
    entries.touch(order);
  } else takeAndRest(context, order);
}

function requireValid(context: CommandContext, order: Order, changed: Order): void {
  const { orderBook, last } = context;
  orderBook.mustCount(changed);
  const { side, type, stopPrice, takeProfit, stopLoss } = order;
  const ticket = {
    side,
    type,
    price: changed.price ?? undefined,
    stopPrice: stopPrice ?? undefined,
    quantity: changed.quantity ?? undefined,
  };
  const bracket = { takeProfit: takeProfit ?? undefined, stopLoss: stopLoss ?? undefined };
  const refusal =
    ticketRefusal(ticket, orderBook.market, last) ??
    bracketBreach(ticket, bracket, orderBook.market, last)?.code;
  throwRefusal(refusal, marketBounds(orderBook.market));
  // The filled quantity cannot be amended.
  if (compareDec(changed.quantity ?? '0', order.filled) <= 0) throw new RuleError('amountInvalid');
  if (order.postOnly && order.status !== 'waiting') mustFit(context, changed);
  const { gives } = assetsOf(order, orderBook.market);
  const free = new D(context.free(order.userId, gives)).plus(stillHeld(order));
  if (free.lt(stillHeld(changed))) throw new RuleError('insufficientBalance');
}

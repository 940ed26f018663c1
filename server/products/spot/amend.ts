import type { calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { compareDec, D, RuleError, ticketRefusal, toText } from '../../../domain/index.ts';
import { leftOf } from '../../matching/orderBook.ts';
import type { Order } from './order.ts';
import { assetsOf, stillHeld } from './order.ts';
import { answerOf, mustFit, takeAndRest } from './place.ts';
import type { PlaceAnswer, Session } from './session.ts';

/**
 * Changes an open order. Less of the same price keeps its place; anything else goes to the end of the queue, and
 * may trade at once.
 * @throws {RuleError} `orderClosed` when it has ended, and what the rules of a new order refuse.
 */
export function amend(
  session: Session,
  userId: number,
  { id, price, quantity }: ParsedRequestOf<(typeof calls)['spot.amend']>,
): PlaceAnswer {
  const { desk, plan } = session;
  const order = desk.orders.get(id);
  if (!order || order.userId !== userId) throw new RuleError('orderClosed');
  const changed: Order = { ...order, price: price ?? order.price, quantity: quantity ?? order.quantity };
  mustBeSound(session, order, changed);
  const isSamePrice = compareDec(changed.price ?? '0', order.price ?? '0') === 0;
  if (isSamePrice && compareDec(changed.quantity ?? '0', order.quantity ?? '0') <= 0) {
    const freed = toText(new D(stillHeld(order)).minus(stillHeld(changed)));
    plan.releasePart(order, freed);
    order.quantity = changed.quantity;
    if (order.status !== 'waiting') desk.shrink(order, leftOf(order));
    plan.touch(order);
  } else requeue(session, order, changed);
  return answerOf(session, order);
}

/** Takes an order out and puts it in anew, at the end of the queue and with its own hold. */
function requeue(session: Session, order: Order, changed: Pick<Order, 'price' | 'quantity'>): void {
  session.desk.remove(order);
  reenter(session, order, changed);
}

/** Puts an order that is in no book into one: it trades what it can, and rests behind all others. */
export function reenter(session: Session, order: Order, changed: Pick<Order, 'price' | 'quantity'>): void {
  const { desk, plan, newId } = session;
  plan.release(order);
  order.price = changed.price;
  order.quantity = changed.quantity;
  order.rank = newId();
  plan.hold(order);
  if (order.status === 'waiting') {
    desk.add(order);
    plan.touch(order);
  } else takeAndRest(session, order);
}

function mustBeSound(session: Session, order: Order, changed: Order): void {
  const { desk, last } = session;
  desk.mustCount(changed);
  const { side, type, stopPrice } = order;
  const refusal = ticketRefusal(
    {
      side,
      type,
      price: changed.price ?? undefined,
      stopPrice: stopPrice ?? undefined,
      quantity: changed.quantity ?? undefined,
    },
    desk.market,
    last,
  );
  if (refusal) throw new RuleError(refusal);
  // What has traded stays traded.
  if (compareDec(changed.quantity ?? '0', order.filled) <= 0) throw new RuleError('amountInvalid');
  if (order.postOnly && order.status !== 'waiting') mustFit(session, changed);
  const { gives } = assetsOf(order, desk.market);
  const free = new D(session.free(order.userId, gives)).plus(stillHeld(order));
  if (free.lt(stillHeld(changed))) throw new RuleError('insufficientBalance');
}

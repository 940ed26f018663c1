import type { RefusalCode } from '../../../../domain/index.ts';
import { compareDec, D, isGuardOrder, isUnmet, RuleError, toText } from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import { end, ordersOfUser } from '../batch/follow.ts';
import type { FuturesOrder } from '../batch/order.ts';
import type { Turn } from '../batch/turn.ts';
import { act, whyNobody } from './place.ts';
import { boundOf, rest, take } from './trade.ts';

/** An order's price has been reached: it acts, or says why it cannot yet. */
export function fire(turn: Turn, order: FuturesOrder): void {
  if (turn.mark(order.market).state !== 'live') return;
  if (isGuardOrder(order)) fireGuard(turn, order);
  else fireStop(turn, order);
}

/** It stays where it is, and says so once. */
function stall(turn: Turn, order: FuturesOrder, reason: RefusalCode): void {
  if (order.reason === reason) return;
  order.reason = reason;
  turn.touch(order);
}

function fireStop(turn: Turn, order: FuturesOrder): void {
  const { size } = turn.booking;
  turn.desk(order.market).remove(order);
  order.status = 'open';
  try {
    act(turn, order);
  } catch (error) {
    if (!(error instanceof RuleError) || turn.booking.size !== size) throw error;
    if (!isUnmet(error.code)) {
      end(turn, order, 'cancelled', error.code);
      return;
    }
    order.status = 'waiting';
    turn.desk(order.market).add(order);
    stall(turn, order, error.code);
  }
}

function fireGuard(turn: Turn, order: FuturesOrder): void {
  const { userId, market } = order;
  const desk = turn.desk(market);
  const position = turn.position(userId, market);
  if (!position) {
    end(turn, order, 'cancelled', 'endedWithPosition');
    return;
  }
  const wished = order.quantity === null ? position.quantity : leftOf(order);
  const quantity = compareDec(wished, position.quantity) > 0 ? position.quantity : wished;
  const bound = boundOf(turn, order);
  const reach = bound && desk.reach(order, quantity, bound, turn.houseLimit(market));
  if (order.type === 'market' && (bound === undefined || reach === '0')) {
    stall(turn, order, whyNobody(turn, order, quantity));
    return;
  }
  desk.remove(order);
  // One fires, its partner is cancelled.
  for (const partner of ordersOfUser(turn, userId, market))
    if (partner.group === order.group && partner !== order) end(turn, partner, 'cancelled', 'endedByPartner');
  order.reason = null;
  const before = order.filled;
  if (bound !== undefined) take(turn, order, quantity, bound);
  finish(turn, order, toText(new D(quantity).minus(new D(order.filled).minus(before))));
}

/** What becomes of a guard that has acted. @param left base units that it has not closed. */
function finish(turn: Turn, order: FuturesOrder, left: string): void {
  const { userId, market } = order;
  const desk = turn.desk(market);
  if (!turn.position(userId, market) || left === '0') {
    order.quantity = order.filled;
    order.status = 'filled';
    turn.touch(order);
  } else if (order.type === 'limit') {
    order.quantity = toText(new D(order.filled).plus(left));
    order.status = order.filled === '0' ? 'open' : 'partial';
    rest(turn, order);
  } else {
    // Nobody takes the rest now: it is tried again.
    order.status = 'waiting';
    desk.add(order);
    order.reason = whyNobody(turn, order, left);
    turn.touch(order);
  }
}

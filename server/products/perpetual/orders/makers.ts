import type { Dec, RefusalCode } from '../../../../domain/index.ts';
import {
  applyFill,
  bookedCost,
  bookedProfit,
  compareDec,
  crossTotals,
  D,
  feeOf,
  isLiveStatus,
  leverageRefusal,
  openingCost,
  perpetualFees,
  positionValue,
  reduceOnlyQuantity,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { end, follow } from '../batch/orderEnd.ts';
import { settle } from '../positions/settle.ts';
import { guardOpening } from './guards.ts';

/**
 * Books what of a match its maker still trades: an earlier match of the same user may have reduced the position that it
 * closes, or have used the money that it needs. What does not trade of it ends. @returns what was booked.
 */
export function makerTrade(batch: PerpetualBatch, maker: FuturesOrder, matched: Dec): Dec {
  if (!isLiveStatus(maker.status)) return '0';
  const part = maker.reduceOnly ? reducingPart(batch, maker, matched) : matched;
  if (part === '0') return '0';
  return tradeResting(batch, maker, part) ? part : '0';
}

/** The same of a reduce-only order: it is cut to the position, as those that rest are. */
function reducingPart(batch: PerpetualBatch, maker: FuturesOrder, matched: Dec): Dec {
  const { userId, market, side } = maker;
  const most = compareDec(matched, leftOf(maker)) > 0 ? leftOf(maker) : matched;
  const part = reduceOnlyQuantity(batch.position(userId, market), side, most);
  // One that rests was cut with the position; one that was matched whole has left the book before it.
  const isCut = part === matched || batch.orderBook(market).orders.get(maker.id) === maker;
  if (part === '0') end(batch, maker, 'cancelled', 'endedByReduction');
  else if (!isCut)
    Object.assign(maker, { quantity: toText(new D(maker.filled).plus(part)), reason: 'endedByReduction' });
  return part;
}

/**
 * Books a resting order's trade at its own price, or ends the order where its user cannot trade that much of it.
 * @param before called when it trades, before anything is booked. @returns whether it trades.
 */
export function tradeResting(
  batch: PerpetualBatch,
  order: FuturesOrder,
  quantity: Dec,
  before: () => void = () => undefined,
): boolean {
  const checked = tradeRoom(batch, order, quantity);
  if ('refusal' in checked) {
    end(batch, order, 'cancelled', checked.refusal);
    return false;
  }
  before();
  makerFill(batch, order, quantity, checked.room);
  return true;
}

function makerFill(batch: PerpetualBatch, order: FuturesOrder, quantity: Dec, room: D): void {
  const { userId, market, side } = order;
  const open = batch.position(userId, market);
  releaseFor(batch, order, quantity, room);
  settle(batch, {
    userId,
    market,
    side,
    quantity,
    price: order.price ?? '0',
    role: 'maker',
    feeRate: perpetualFees.maker,
    kind: 'trade',
    order,
  });
  if (open) follow(batch, userId, market, open.id);
  guardOpening(batch, order);
}

/**
 * Releases an order's hold for a part of it that is about to trade: its share, and more where the part needs more. What
 * it opens may have become more than it was put aside for, when the position that it was to close was closed otherwise.
 * @param room the most that its rest may hold.
 */
function releaseFor(batch: PerpetualBatch, order: FuturesOrder, quantity: Dec, room: D): void {
  const left = new D(leftOf(order));
  if (order.held === '0' || left.isZero()) return;
  const share = left.minus(quantity).div(left).times(order.held);
  const rest = D.max(0, D.min(share, room)).toDecimalPlaces(8, D.ROUND_DOWN);
  batch.funds.keep(order, toText(rest));
}

/**
 * What a user has besides a trade of this much of a resting order, its hold included, quote ≥ 0: the most that its rest
 * may hold. Or why they cannot trade it now: its margin, its loss and its fee, and the leverage that the position may
 * have after it, which several orders reach together though each of them alone does not.
 */
function tradeRoom(
  batch: PerpetualBatch,
  order: FuturesOrder,
  quantity: Dec,
): { readonly room: D } | { readonly refusal: RefusalCode } {
  const { userId, market, side } = order;
  if (!batch.funds.knows(userId)) return { refusal: 'insufficientBalance' };
  const price = order.price ?? '0';
  const before = batch.position(userId, market);
  const terms = batch.terms(userId, market);
  const fee = bookedCost(feeOf(quantity, price, perpetualFees.maker));
  const { position, closed, opened } = applyFill(before, { side, quantity, price, fee }, terms);
  const profit = bookedProfit(before, closed);
  const gained = new D(profit).plus(closed?.margin ?? 0).minus(fee);
  const own = batch.funds
    .free(userId)
    .plus(order.held)
    .plus(gained)
    .minus(opened?.margin ?? 0);
  if (own.lt(0)) return { refusal: 'insufficientBalance' };
  if (!opened || !position) return { room: own };
  if (order.reduceOnly) return { refusal: 'endedByReduction' };
  const { leverage } = position;
  const table = tiersOfMarket(batch.orderBook(market).market);
  const refused = leverageRefusal(leverage, positionValue(position.quantity, price), table);
  if (refused) return { refusal: refused };
  const cost = openingCost(opened.quantity, price, leverage, perpetualFees.maker);
  const account = batch.account(userId);
  const held = toText(new D(account.held).minus(order.held));
  // What an isolated position brings back is no part of the account until it is closed.
  const back = before?.mode === 'isolated' && closed ? new D(closed.margin).plus(profit) : new D(0);
  const room = back.plus(crossTotals({ ...account, held }).available).minus(cost);
  return room.lt(0) ? { refusal: 'insufficientBalance' } : { room: D.min(own, room) };
}

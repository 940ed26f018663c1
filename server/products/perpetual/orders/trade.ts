import type { FuturesFillRow } from '../../../../domain/contract/index.ts';
import type { Dec, FillKind, PositionEnd, RefusalCode } from '../../../../domain/index.ts';
import {
  applyFill,
  bookedCost,
  bookedProfit,
  closingSide,
  compareDec,
  coveredPrice,
  crossTotals,
  D,
  feeOf,
  isLiveStatus,
  leverageRefusal,
  marketBound,
  openingCost,
  perpetualFees,
  positionValue,
  previewOrder,
  previewTake,
  RuleError,
  reduceOnlyQuantity,
  restingHold,
  tiersOfMarket,
  tighterBound,
  toText,
} from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { end, follow } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import type { SettledTrade } from '../positions/settle.ts';
import { settle } from '../positions/settle.ts';
import { guardOpening } from './guards.ts';

/** The money behind a position: its own margin, or its account's free balance. Quote, ≥ 0. */
export const backingOf = (batch: PerpetualBatch, { mode, margin, userId }: HeldPosition): Dec =>
  toText(D.max(0, mode === 'isolated' ? margin : batch.funds.free(userId)));

/**
 * The worst price at which an order trades: its own or the market's protection, and, where it closes, none at
 * which closing would cost more than the money behind the position. Undefined when the other side is empty.
 */
export function boundOf(batch: PerpetualBatch, order: FuturesOrder): Dec | undefined {
  const { userId, market, side } = order;
  const own = ownBound(batch, order);
  const position = batch.position(userId, market);
  if (own === undefined || !position || closingSide(position.side) !== side) return own;
  const free = toText(batch.funds.free(userId));
  return tighterBound(side, own, coveredPrice(position, free, batch.orderBook(market).market.tick));
}

/** An order's own price, or the market's protection; undefined when the other side is empty. */
export function ownBound(
  batch: PerpetualBatch,
  { userId, market, side, price }: FuturesOrder,
): Dec | undefined {
  if (price !== null) return price;
  const orderBook = batch.orderBook(market);
  const book = orderBook.merged(userId);
  const best = (side === 'buy' ? book.asks : book.bids)[0]?.[0];
  return best === undefined ? undefined : marketBound(side, best, orderBook.market.tick);
}

/** How an exchange-initiated trade is reported. */
export interface TradeReport {
  readonly kind: FillKind;
  readonly end?: PositionEnd;
}
const ORDINARY: TradeReport = { kind: 'trade' };

/** The result of taking. */
export interface TakeResult {
  readonly fills: readonly FuturesFillRow[];
  readonly settled: readonly SettledTrade[];
}

/** Takes liquidity for an order, up to its bound. The caller handles the rest. */
export function take(
  batch: PerpetualBatch,
  order: FuturesOrder,
  quantity: Dec,
  bound: Dec,
  report = ORDINARY,
): TakeResult {
  const { market, userId, side } = order;
  const orderBook = batch.orderBook(market);
  const open = batch.position(userId, market);
  const settled: SettledTrade[] = [];
  let wanted = quantity;
  while (wanted !== '0') {
    const { matches, expired } = orderBook.take(order, wanted, bound, batch.houseLimit(market));
    // Its own orders in its way expire instead of trading with their owner.
    for (const each of expired) end(batch, each, 'cancelled');
    let skipped = new D(0);
    for (const { price, quantity: matched, maker } of matches) {
      const part = maker ? makerTrade(batch, maker, matched) : matched;
      skipped = skipped.plus(matched).minus(part);
      if (part === '0') continue;
      // A cut between match and trade has put back into the book what had been taken out of it.
      if (maker && orderBook.orders.get(maker.id) === maker) orderBook.fillResting(maker, '0');
      const filled = { userId, market, side, price, quantity: part, order } as const;
      settled.push(settle(batch, { ...filled, ...report, role: 'taker', feeRate: perpetualFees.taker }));
    }
    // A maker that can no longer trade is skipped: the quantity is matched again at the prices behind it.
    wanted = toText(skipped);
  }
  if (open && settled.length > 0)
    follow(batch, userId, market, open.id, report.end ? 'endedByLiquidation' : 'endedWithPosition');
  return { settled, fills: settled.flatMap(({ fills }) => fills) };
}

/**
 * Books what of a match its maker still trades: an earlier match of the same user may have reduced the position that it
 * closes, or have used the money that it needs. What does not trade of it ends. @returns what was booked.
 */
function makerTrade(batch: PerpetualBatch, maker: FuturesOrder, matched: Dec): Dec {
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

/**
 * Checks that the account can afford an order at its average fill price, by the same rule as the order
 * preview; an order that opens nothing is always affordable.
 * @param before quote that is about to be held for orders before it.
 */
export function mustAfford(
  batch: PerpetualBatch,
  order: FuturesOrder,
  quantity: Dec,
  bound: Dec,
  before: Dec,
): void {
  const { userId, market, side } = order;
  const position = batch.position(userId, market);
  if (position && closingSide(position.side) === side && compareDec(quantity, position.quantity) <= 0) return;
  const orderBook = batch.orderBook(market);
  const { lot, tick } = orderBook.market;
  // Not what the venue shows: where the house takes on no more, the order takes worse levels behind it.
  const offered = orderBook.offered(order, batch.houseLimit(market));
  const seen = previewTake({ bids: offered, asks: offered }, side, { quantity }, lot, tick, bound);
  const rest = order.price === null ? new D(0) : new D(quantity).minus(seen.filled).times(order.price);
  const counted = order.price === null ? seen.filled : quantity;
  if (new D(counted).lte(0)) throw new RuleError('noLiquidity');
  const price = toText(rest.plus(seen.total).div(counted));
  const terms = batch.terms(userId, market);
  const place = batch.place(userId, market, 'taker');
  // An amended order releases its hold first.
  const held = toText(new D(place.held).minus(order.held).plus(before));
  const preview = previewOrder({ ...place, held }, { side, terms, quantity: counted, price });
  if (preview.refusal) throw new RuleError(preview.refusal);
  // A resting order is checked again when it trades.
  if (preview.liquidation?.kind === 'due' && seen.filled !== '0') throw new RuleError('wouldLiquidate');
}

/** The hold that a resting order needs at present prices. Quote. */
export function holdOf(batch: PerpetualBatch, order: FuturesOrder): Dec {
  const { userId, market, side, price, reduceOnly } = order;
  if (price === null) return '0';
  const terms = batch.terms(userId, market);
  const rest = { price, quantity: leftOf(order), role: 'maker' } as const;
  return restingHold(batch.position(userId, market), { side, terms, reduceOnly }, rest);
}

/** Whether the money for what is left of a limit order is there. */
export const canRest = (batch: PerpetualBatch, order: FuturesOrder): boolean =>
  batch.funds.free(order.userId).gte(holdOf(batch, order));

/** Puts the remainder of a limit order into the book. @throws {RuleError} `insufficientBalance`. */
export function rest(batch: PerpetualBatch, order: FuturesOrder): void {
  const needed = holdOf(batch, order);
  if (batch.funds.free(order.userId).lt(needed)) throw new RuleError('insufficientBalance');
  batch.funds.hold(order, needed);
  batch.orderBook(order.market).add(order);
  batch.touch(order);
}

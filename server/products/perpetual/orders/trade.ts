import type { FuturesFillRow } from '../../../../domain/contract/index.ts';
import type { Dec, FillKind, PositionEnd } from '../../../../domain/index.ts';
import {
  closingSide,
  compareDec,
  coveredPrice,
  D,
  marketBound,
  perpetualFees,
  previewOrder,
  previewTake,
  RuleError,
  restingHold,
  restsInBook,
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
import { makerTrade } from './makers.ts';

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
    wanted = skipped.gt(0) && !mayGoOn(batch, order, skipped, bound) ? '0' : toText(skipped);
  }
  if (open && settled.length > 0)
    follow(batch, userId, market, open.id, report.end ? 'endedByLiquidation' : 'endedWithPosition');
  return { settled, fills: settled.flatMap(({ fills }) => fills) };
}

/**
 * Whether an order may take what is left of it at the prices behind makers that were skipped: they are worse than those
 * that it was checked at. @throws {RuleError} why not, for one that would rest.
 */
function mayGoOn(batch: PerpetualBatch, order: FuturesOrder, left: D, bound: Dec): boolean {
  if (order.reduceOnly) return true;
  try {
    mustAfford(batch, order, toText(left), bound, '0');
    return true;
  } catch (error) {
    if (!(error instanceof RuleError) || restsInBook(order.tif)) throw error;
    return false;
  }
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

import type { calls, ParsedRequestOf, ResponseOf } from '../../../../domain/contract/index.ts';
import type { Dec, RefusalCode } from '../../../../domain/index.ts';
import {
  bookedNet,
  closingSide,
  compareDec,
  D,
  expiryRefusal,
  marketBounds,
  openingSide,
  protectionRefusal,
  RuleError,
  reduceOnlyQuantity,
  restsInBook,
  sideOfOrder,
  throwRefusal,
  ticketRefusal,
  toText,
  triggerRefusal,
} from '../../../../domain/index.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { rowOf } from '../batch/order.ts';
import { end, follow } from '../batch/orderEnd.ts';
import { positionRow } from '../batch/position.ts';
import { isDue } from '../positions/due.ts';
import { guardOpening } from './guards.ts';
import type { Requester } from './newOrder.ts';
import { mustBePrice, mustHaveRoom, newOrder } from './newOrder.ts';
import type { TakeResult } from './trade.ts';
import { boundOf, canRest, mustAfford, ownBound, rest, take } from './trade.ts';
import { newTrailing, requireTrailingOptions } from './trailing.ts';

type Calls = typeof calls;
export type PlaceRequest = ParsedRequestOf<Calls['perpetual.place']>;
export type PlaceAnswer = ResponseOf<Calls['perpetual.place']>;

/** Decides a new order. */
export function place(batch: PerpetualBatch, requester: Requester, request: PlaceRequest): PlaceAnswer {
  const { market, type } = request;
  const side = openingSide(request.side);
  requireTrailingOptions(request);
  const trailing = request.trail && newTrailing(batch, market, side, request.trail);
  const trigger = trailing?.trigger ?? request.trigger ?? null;
  requireValidTrigger(batch, {
    market,
    side,
    type,
    price: type === 'limit' ? (request.price ?? null) : null,
    quantity: request.quantity,
    trigger,
    takeProfit: request.takeProfit ?? '0',
    stopLoss: request.stopLoss ?? '0',
    reduceOnly: request.reduceOnly,
  });
  throwRefusal(expiryRefusal(request, batch.at));
  for (const guard of [request.takeProfit, request.stopLoss])
    if (guard !== undefined) mustBePrice(batch, market, guard);
  requireNoPendingLiquidation(batch, requester.userId, market);
  mustHaveRoom(batch, requester.userId, market);
  const order = newOrder(batch, requester, {
    market,
    side,
    type,
    tif: type === 'market' ? 'IOC' : (request.tif ?? 'GTC'),
    expiresAt: request.expiresAt ?? null,
    postOnly: type === 'limit' && request.postOnly,
    reduceOnly: request.reduceOnly,
    price: type === 'limit' ? (request.price ?? null) : null,
    quantity: request.quantity,
    trigger,
    trail: trailing?.trail ?? null,
    takeProfit: request.takeProfit ?? '0',
    stopLoss: request.stopLoss ?? '0',
    guardSource: request.guardSource,
    status: trigger ? 'waiting' : 'open',
  });
  batch.orderBook(market).mustCount(order);
  if (!trigger) return answerOf(batch, order, act(batch, order));
  batch.orderBook(market).add(order);
  batch.touch(order);
  return answerOf(batch, order);
}

/** An order's trigger and price fields, named as in its row. */
type TriggerTerms = Pick<
  FuturesOrder,
  'market' | 'side' | 'type' | 'price' | 'quantity' | 'trigger' | 'takeProfit' | 'stopLoss' | 'reduceOnly'
>;

/**
 * Checks an order's prices against the market's rules.
 * @param isNewTrigger false: the price may have passed an unchanged trigger. @throws {RuleError} the first
 * rule that it breaks.
 */
export function requireValidTrigger(batch: PerpetualBatch, order: TriggerTerms, isNewTrigger = true): void {
  const { market: id, side, type, trigger } = order;
  const [price, quantity] = [order.price ?? undefined, order.quantity ?? undefined];
  const { market } = batch.orderBook(id);
  const { last } = batch.mark(id);
  throwRefusal(ticketRefusal({ side, type, price, quantity }, market, last), marketBounds(market));
  const [takeProfit, stopLoss] = [order.takeProfit, order.stopLoss].map((each) =>
    each === '0' ? undefined : each,
  );
  for (const each of [trigger?.price, takeProfit, stopLoss])
    if (each !== undefined) mustBePrice(batch, id, each);
  if (trigger && trigger.kind !== 'trail' && isNewTrigger)
    throwRefusal(triggerRefusal(side, trigger.kind, trigger.price, batch.price(id, trigger.source)));
  const opening = price ?? trigger?.price ?? last;
  if (!order.reduceOnly)
    throwRefusal(protectionRefusal(sideOfOrder(side), opening, { takeProfit, stopLoss }));
}

/** @throws {RuleError} `positionLiquidating` while the user's position in a market is being liquidated. */
export function requireNoPendingLiquidation(batch: PerpetualBatch, userId: number, market: string): void {
  if (isDue(batch, batch.position(userId, market))) throw new RuleError('positionLiquidating');
}

/** An order that can be executed. */
export interface Ready {
  /** No price worse than this, quote per base. */
  readonly bound: Dec;
  /** Base units, filled ones included; a reduce-only order is cut to the position. */
  readonly quantity: Dec | null;
}

/**
 * Checks whether an order can be executed now; its own hold counts as free. Nothing is changed.
 * @param before quote that orders hold which are placed with it, before it. @throws {RuleError} why it cannot be.
 */
export function prepared(batch: PerpetualBatch, order: FuturesOrder, before: Dec = '0'): Ready {
  const { userId, market, side } = order;
  let left = leftOf(order);
  if (order.reduceOnly) {
    left = reduceOnlyQuantity(batch.position(userId, market), side, left);
    if (left === '0') throw new RuleError('positionNone');
  }
  const bound = boundOf(batch, order);
  if (bound === undefined) throw new RuleError('noLiquidity');
  const reach = batch.orderBook(market).reach(order, left, bound, batch.houseLimit(market));
  if (order.postOnly && reach !== '0') throw new RuleError('orderWouldTake');
  if (order.type === 'market' && reach === '0') throw new RuleError(noMatchReason(batch, order, left));
  if (!order.reduceOnly) mustAfford(batch, order, left, bound, before);
  return { bound, quantity: order.reduceOnly ? toText(new D(order.filled).plus(left)) : order.quantity };
}

/**
 * Executes an order against the present book: it takes, and the remainder rests or expires.
 * @throws {RuleError} why it cannot be executed, before anything has changed.
 */
export function act(batch: PerpetualBatch, order: FuturesOrder): TakeResult {
  return settleOrder(batch, order, prepared(batch, order));
}

/**
 * Takes; the remainder rests or expires. @param ready what `prepared` has found, with nothing between.
 * @param isFired whether nobody waits for the answer: what has traded stands, and a remainder for which the money is
 * not there ends. @throws {RuleError} `insufficientBalance` for one of an order that a user is placing.
 */
export function settleOrder(
  batch: PerpetualBatch,
  order: FuturesOrder,
  { bound, quantity }: Ready,
  isFired = false,
): TakeResult {
  const { userId, market } = order;
  const position = batch.position(userId, market);
  order.quantity = quantity;
  const taken = take(batch, order, leftOf(order), bound);
  const rests = leftOf(order);
  if (rests !== '0' && order.type === 'limit' && restsInBook(order.tif)) {
    if (isFired && !canRest(batch, order)) end(batch, order, 'cancelled', 'insufficientBalance');
    else rest(batch, order);
  } else if (rests !== '0') end(batch, order, 'expired');
  guardOpening(batch, order);
  if (order.reduceOnly && order.status !== 'filled' && position) follow(batch, userId, market, position.id);
  return taken;
}

/** There is no liquidity, or only at prices at which the account could not cover the loss of closing. */
export function noMatchReason(batch: PerpetualBatch, order: FuturesOrder, quantity: Dec): RefusalCode {
  const own = ownBound(batch, order);
  if (own === undefined) return 'noLiquidity';
  const reach = batch.orderBook(order.market).reach(order, quantity, own, batch.houseLimit(order.market));
  return reach === '0' ? 'noLiquidity' : 'lossNotCovered';
}

/** The result of an order, and the position after it. */
export function answerOf(batch: PerpetualBatch, order: FuturesOrder, taken?: TakeResult): PlaceAnswer {
  const position = batch.position(order.userId, order.market);
  const closed = taken?.settled.findLast((each) => each.closed)?.closed;
  return {
    order: rowOf(order),
    fills: [...(taken?.fills ?? [])],
    position: position ? positionRow(position) : null,
    ...(closed ? { net: bookedNet(closed.realised) } : {}),
  };
}

/** Closes a position or a part of it. */
export function close(
  batch: PerpetualBatch,
  requester: Requester,
  {
    market,
    quantity,
    type,
    price,
  }: { market: string; quantity: Dec; type: 'limit' | 'market'; price?: Dec | undefined },
): PlaceAnswer {
  const position = batch.position(requester.userId, market);
  if (!position) throw new RuleError('positionNone');
  requireNoPendingLiquidation(batch, requester.userId, market);
  const side = closingSide(position.side);
  if (compareDec(quantity, '0') <= 0) throw new RuleError('amountZero');
  if (type === 'limit') {
    mustBePrice(batch, market, price ?? '0');
    mustHaveRoom(batch, requester.userId, market);
  }
  const order = newOrder(batch, requester, {
    market,
    side,
    type,
    price: type === 'limit' ? (price ?? null) : null,
    quantity,
    reduceOnly: true,
    origin: 'close',
  });
  batch.orderBook(market).mustCount(order);
  return answerOf(batch, order, act(batch, order));
}

/** Closes a position at market and opens the same quantity on the other side, in one order. */
export function reverse(batch: PerpetualBatch, requester: Requester, market: string): PlaceAnswer {
  const position = batch.position(requester.userId, market);
  if (!position) throw new RuleError('positionNone');
  requireNoPendingLiquidation(batch, requester.userId, market);
  const quantity = new D(position.quantity).times(2).toFixed();
  const side = closingSide(position.side);
  const order = newOrder(batch, requester, { market, side, quantity, origin: 'close' });
  batch.orderBook(market).mustCount(order);
  return answerOf(batch, order, act(batch, order));
}

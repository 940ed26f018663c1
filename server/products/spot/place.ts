import type { Dec } from '../../../domain/index.ts';
import {
  compareDec,
  D,
  expiryRefusal,
  marketBound,
  previewTake,
  RuleError,
  restsInBook,
  ticketRefusal,
  toText,
} from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import type { Match } from '../../matching/orderBook.ts';
import { leftOf } from '../../matching/orderBook.ts';
import type { CommandContext, PlaceAnswer, PlaceRequest } from './commandContext.ts';
import { end, endPartner } from './commandContext.ts';
import { newOrder } from './newOrder.ts';
import type { Order } from './order.ts';
import { assetsOf, rowOf, stillHeld } from './order.ts';

/** Open orders per user and market. */
const MOST_OPEN = 200;

/** Decides a new order. All checks come before any change. */
export function place(context: CommandContext, command: Command, request: PlaceRequest): PlaceAnswer {
  const { orderBook, entries, last, at, newId } = context;
  const refusal = ticketRefusal(request, orderBook.market, last) ?? expiryRefusal(request, at);
  if (refusal) throw new RuleError(refusal);
  mustHaveRoom(context, command.userId, 1);
  const order = newOrder(command, request, { id: newId(), market: orderBook.market, at, last });
  orderBook.mustCount(order);
  const free = context.free(order.userId, assetsOf(order, orderBook.market).gives);
  if (order.type === 'market') return placeMarket(context, order, request, free);
  mustCover(stillHeld(order), free);
  if (order.status === 'waiting' && isReached(order, last)) throw new RuleError('orderTriggered');
  if (order.status !== 'waiting') mustFit(context, order);
  entries.hold(order);
  if (order.status === 'waiting') {
    orderBook.add(order);
    entries.touch(order);
  } else takeAndRest(context, order);
  return answerOf(context, order);
}

/** @throws {RuleError} `ordersTooMany` when a user would exceed the limit of open orders in a market. */
export function mustHaveRoom({ orderBook }: CommandContext, user: number, count: number): void {
  if (orderBook.ordersOf(user).size + count > MOST_OPEN) throw new RuleError('ordersTooMany');
}

export function mustCover(amount: Dec, free: Dec): void {
  if (compareDec(amount, free) > 0) throw new RuleError('insufficientBalance');
}

/** Checks post-only and fill-or-kill against the book before any change. */
export function mustFit({ orderBook, house }: CommandContext, order: Order): void {
  if (!order.postOnly && order.tif !== 'FOK') return;
  const left = leftOf(order);
  const reached = orderBook.reach(order, left, order.price ?? '0', house.limit);
  if (order.postOnly && reached !== '0') throw new RuleError('orderWouldTake');
  if (order.tif === 'FOK' && reached !== left) throw new RuleError('orderUnfillable');
}

/** Whether a stop's price has been reached. */
export function isReached({ stopPrice, stopAbove }: Order, last: Dec): boolean {
  const difference = compareDec(last, stopPrice ?? '0');
  return stopAbove ? difference >= 0 : difference <= 0;
}

/** Takes what it can at once; the remainder rests in the book, or expires. */
export function takeAndRest(context: CommandContext, order: Order): void {
  const { orderBook, entries, house } = context;
  const { matches, expired } = orderBook.take(order, leftOf(order), order.price ?? '0', house.limit);
  // Its own orders in its way expire instead of trading with their owner.
  for (const each of expired) end(orderBook, entries, each, 'cancelled');
  tradeAll(context, order, matches);
  if (order.status === 'filled') {
    entries.touch(order);
    return;
  }
  if (restsInBook(order.tif)) {
    orderBook.add(order);
    entries.touch(order);
  } else end(orderBook, entries, order, 'expired');
}

/** Books an order's matches; if a maker is one of a pair, the pair's other order ends. */
function tradeAll(context: CommandContext, order: Order, matches: readonly Match<Order>[]): void {
  for (const match of matches) {
    if (match.maker) endPartner(context, match.maker, 'ocoFilled');
    context.entries.trade(order, match);
  }
}

function placeMarket(context: CommandContext, order: Order, request: PlaceRequest, free: Dec): PlaceAnswer {
  const { orderBook, entries, house } = context;
  const { tick, lot } = orderBook.market;
  const book = orderBook.merged(order.userId);
  const best = (order.side === 'buy' ? book.asks : book.bids)[0]?.[0];
  if (best === undefined) throw new RuleError('noLiquidity');
  const bound = marketBound(order.side, best, tick);
  const wish = request.total === undefined ? { quantity: request.quantity ?? '0' } : { total: request.total };
  const seen = previewTake(book, order.side, wish, lot, tick, bound);
  if (seen.filled === '0') throw new RuleError(request.total === undefined ? 'noLiquidity' : 'orderTotal');
  mustCover(order.side === 'buy' ? roundedUp(request.total ?? seen.total) : seen.filled, free);
  const { matches, expired } = orderBook.take(order, seen.filled, bound, house.limit);
  for (const each of expired) end(orderBook, entries, each, 'cancelled');
  tradeAll(context, order, matches);
  if (order.status !== 'filled')
    order.status = order.total !== null && matches.length > 0 ? 'filled' : 'expired';
  entries.touch(order);
  return answerOf(context, order);
}

const roundedUp = (amount: Dec): Dec => toText(new D(amount).toDecimalPlaces(8, D.ROUND_UP));

export function answerOf({ entries }: CommandContext, order: Order): PlaceAnswer {
  return {
    order: rowOf(order),
    fills: entries.fills.filter(({ fill }) => fill.order === order.id).map(({ fill }) => fill),
  };
}

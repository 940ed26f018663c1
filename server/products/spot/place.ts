import type { Dec } from '../../../domain/index.ts';
import {
  bracketBreach,
  compareDec,
  D,
  expiryRefusal,
  marketBound,
  marketBounds,
  previewTake,
  RuleError,
  throwRefusal,
  ticketRefusal,
  toText,
} from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import type { CommandContext, PlaceAnswer, PlaceRequest } from './commandContext.ts';
import { end } from './commandContext.ts';
import { newOrder } from './newOrder.ts';
import type { Order } from './order.ts';
import { assetsOf, rowOf, stillHeld } from './order.ts';
import { growExits, mustFit, receivedOf, takeAndRest, tradeAll } from './take.ts';

/** Open orders per user and market. */
const MOST_OPEN = 200;

/** Decides a new order. All checks come before any change. */
export function place(context: CommandContext, command: Command, request: PlaceRequest): PlaceAnswer {
  const { orderBook, entries, last, at, newId } = context;
  const refusal =
    ticketRefusal(request, orderBook.market, last) ??
    expiryRefusal(request, at) ??
    bracketBreach(request, request, orderBook.market, last)?.code;
  throwRefusal(refusal, marketBounds(orderBook.market));
  const exits = [request.takeProfit, request.stopLoss].filter((each) => each !== undefined);
  mustHaveRoom(context, command.userId, 1 + exits.length);
  for (const price of exits) orderBook.mustCount({ price, quantity: null });
  const order = newOrder(command, request, { id: newId(), market: orderBook.market, at, last });
  orderBook.mustCount(order);
  const free = context.free(order.userId, assetsOf(order, orderBook.market).gives);
  if (order.type === 'market') return placeMarket(context, order, request, free);
  mustCover(stillHeld(order), free);
  const isKnown = last !== '0';
  if (order.status === 'waiting' && isKnown && isReached(order, last)) throw new RuleError('orderTriggered');
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

/** Whether a stop's price has been reached. */
export function isReached({ stopPrice, stopAbove }: Order, last: Dec): boolean {
  const difference = compareDec(last, stopPrice ?? '0');
  return stopAbove ? difference >= 0 : difference <= 0;
}

function placeMarket(context: CommandContext, order: Order, request: PlaceRequest, free: Dec): PlaceAnswer {
  const { orderBook, entries, house } = context;
  const { tick, lot } = orderBook.market;
  const book = orderBook.merged(order.userId);
  const best = (order.side === 'buy' ? book.asks : book.bids)[0]?.[0];
  if (best === undefined) throw new RuleError('noLiquidity');
  const bound = marketBound(order.side, best, tick);
  // Not what the venue shows: where the house has no more, the order takes dearer levels behind it.
  const offered = orderBook.offered(order, house.limit);
  if (offered.length === 0) throw new RuleError('noLiquidity');
  const input =
    request.total === undefined ? { quantity: request.quantity ?? '0' } : { total: request.total };
  const seen = previewTake({ bids: offered, asks: offered }, order.side, input, lot, tick, bound);
  if (seen.filled === '0') throw new RuleError(request.total === undefined ? 'noLiquidity' : 'orderTotal');
  mustCover(order.side === 'buy' ? roundedUp(request.total ?? seen.total) : seen.filled, free);
  const before = receivedOf(order);
  const { matches, expired } = orderBook.take(order, seen.filled, bound, house.limit);
  for (const each of expired) end(orderBook, entries, each, 'cancelled');
  tradeAll(context, order, matches);
  if (order.status !== 'filled')
    order.status = order.total !== null && matches.length > 0 ? 'filled' : 'expired';
  entries.touch(order);
  growExits(context, order, before);
  return answerOf(context, order);
}

const roundedUp = (amount: Dec): Dec => toText(new D(amount).toDecimalPlaces(8, D.ROUND_UP));

export function answerOf({ entries }: CommandContext, order: Order): PlaceAnswer {
  return {
    order: rowOf(order),
    fills: entries.fills.filter(({ fill }) => fill.order === order.id).map(({ fill }) => fill),
  };
}

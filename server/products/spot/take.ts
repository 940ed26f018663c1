import type { Dec } from '../../../domain/index.ts';
import { compareDec, D, exitQuantity, RuleError, restsInBook, toText } from '../../../domain/index.ts';
import type { Match } from '../../matching/orderBook.ts';
import { leftOf } from '../../matching/orderBook.ts';
import type { CommandContext } from './commandContext.ts';
import { end, endPartner, partnerOf } from './commandContext.ts';
import { newOrder } from './newOrder.ts';
import type { Order } from './order.ts';

/** Checks post-only and fill-or-kill against the book before any change. */
export function mustFit({ orderBook, house }: CommandContext, order: Order): void {
  if (!order.postOnly && order.tif !== 'FOK') return;
  const left = leftOf(order);
  const reached = orderBook.reach(order, left, order.price ?? '0', house.limit);
  if (order.postOnly && reached !== '0') throw new RuleError('orderWouldTake');
  if (order.tif === 'FOK' && reached !== left) throw new RuleError('orderUnfillable');
}

/** Takes what it can at once; the remainder rests in the book, or expires. @param bound no price worse than this. */
export function takeAndRest(context: CommandContext, order: Order, bound: Dec = order.price ?? '0'): void {
  const { orderBook, entries, house } = context;
  const before = receivedOf(order);
  const { matches, expired } = orderBook.take(order, leftOf(order), bound, house.limit);
  // Its own orders in its way expire instead of trading with their owner.
  for (const each of expired) end(orderBook, entries, each, 'cancelled');
  tradeAll(context, order, matches);
  if (order.status === 'filled') entries.touch(order);
  else if (restsInBook(order.tif)) {
    orderBook.add(order);
    entries.touch(order);
  } else end(orderBook, entries, order, 'expired');
  growExits(context, order, before);
}

/** Books an order's matches; if a maker is one of a pair, the pair's other order ends. */
export function tradeAll(context: CommandContext, order: Order, matches: readonly Match<Order>[]): void {
  const before = new Map<Order, Dec>();
  for (const match of matches) {
    const { maker } = match;
    if (maker) endPartner(context, maker, 'ocoFilled');
    if (maker && !before.has(maker)) before.set(maker, receivedOf(maker));
    context.entries.trade(order, match);
  }
  // Once all of it is booked: an exit may trade at once, and its matches are not these.
  for (const [maker, received] of before) growExits(context, maker, received);
}

/** What an order that buys has received, base units after fees. */
export const receivedOf = ({ filled, fee }: Order): Dec => toText(new D(filled).minus(fee));

/**
 * An entry has filled: its exits are placed, or sell as much more, down to the lot. What they hold is part of what this
 * booking has brought, so that it is there whatever its user did with the rest.
 * @param before what it had received until then.
 */
export function growExits(context: CommandContext, entry: Order, before: Dec): void {
  const { orderBook } = context;
  const { takeProfit, stopLoss, exit } = entry;
  if (takeProfit === null && stopLoss === null) return;
  const gained = toText(new D(receivedOf(entry)).minus(before));
  const more = exitQuantity(gained, orderBook.market.lot);
  if (compareDec(more, '0') <= 0) return;
  if (exit === null) {
    placeExits(context, entry, more);
    return;
  }
  const first = orderBook.orders.get(exit);
  // Exits that their user has taken back do not come again.
  if (!first) return;
  const second = partnerOf(orderBook, first);
  for (const each of second ? [first, second] : [first]) enlarge(context, each, more);
  takeProfitAtOnce(context, first);
}

/** An exit sells more, behind all others of its price. */
function enlarge({ orderBook, entries, newId }: CommandContext, exit: Order, more: Dec): void {
  orderBook.remove(exit);
  entries.release(exit);
  exit.quantity = toText(new D(exit.quantity ?? 0).plus(more));
  exit.rank = newId();
  entries.hold(exit);
  orderBook.add(exit);
  entries.touch(exit);
}

/** Places the orders that guard what an entry has bought: a limit above it, a stop at market below, or one of them. */
function placeExits(context: CommandContext, entry: Order, quantity: Dec): void {
  const { orderBook, entries, newId, at, last } = context;
  const { userId, clientId, takeProfit, stopLoss } = entry;
  const both = { market: entry.market, side: 'sell', quantity, postOnly: false } as const;
  const isPair = takeProfit !== null && stopLoss !== null;
  const [profitId, stopId] = [newId(), newId()];
  const made = { market: orderBook.market, at, last, entry: entry.id };
  const owner = (kind: string) => ({
    userId,
    key: `${clientId}:${kind}`,
    ...(isPair ? { list: `${clientId}:exits` } : {}),
  });
  const profit =
    takeProfit === null
      ? undefined
      : newOrder(
          owner('profit'),
          { ...both, type: 'limit', price: takeProfit },
          { ...made, id: profitId, ...(isPair ? { partner: stopId } : {}) },
        );
  const stop =
    stopLoss === null
      ? undefined
      : newOrder(
          owner('stop'),
          { ...both, type: 'stopMarket', stopPrice: stopLoss },
          { ...made, id: stopId, ...(isPair ? { partner: profitId } : {}) },
        );
  // The limit holds for both.
  if (stop && profit) stop.isCovered = true;
  entry.exit = profit ? profitId : stopId;
  entries.touch(entry);
  for (const each of [profit, stop]) {
    if (!each) continue;
    entries.hold(each);
    orderBook.add(each);
    entries.touch(each);
  }
  if (profit) takeProfitAtOnce(context, profit);
}

/** A limit that the price has come to already trades at once, and is then the one of the pair that has begun. */
function takeProfitAtOnce(context: CommandContext, exit: Order): void {
  const { orderBook, house } = context;
  if (exit.type !== 'limit') return;
  if (orderBook.reach(exit, leftOf(exit), exit.price ?? '0', house.limit) === '0') return;
  endPartner(context, exit, 'ocoFilled');
  orderBook.remove(exit);
  takeAndRest(context, exit);
}

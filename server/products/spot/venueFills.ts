import type { Dec } from '../../../domain/index.ts';
import { D, quoteOf, stopMarketBound, toText } from '../../../domain/index.ts';
import { leftOf } from '../../matching/orderBook.ts';
import { VenueFills } from '../../matching/venueFills.ts';
import { reenter } from './amend.ts';
import type { SpotBatch } from './batch.ts';
import type { CommandContext } from './commandContext.ts';
import { end, endPartner } from './commandContext.ts';
import type { SpotEngine } from './engine.ts';
import type { Order } from './order.ts';
import { ReachedStops } from './reachedStops.ts';
import { growExits, mustFit, receivedOf, takeAndRest } from './take.ts';

/** Fills resting spot orders by the venue's prints and book, and triggers stops. */
export function openVenueFills(engine: SpotEngine): VenueFills<Order, SpotBatch> {
  const fills: VenueFills<Order, SpotBatch> = new VenueFills(engine, {
    fill: (batch, order, requested) => fill(batch.context(order.market), order, requested),
    printed(id, prices) {
      for (const price of prices) stops.reach(id, price);
    },
    changed(id, last) {
      if (last !== undefined) stops.reach(id, last);
    },
    endFrozen(batch, order) {
      const { orderBook, entries } = batch.context(order.market);
      end(orderBook, entries, order, 'cancelled', 'accountFrozen');
    },
  });
  const stops = new ReachedStops(engine.orderBooks, (id, decide) => fills.run(id, decide), trigger);
  fills.start();
  return fills;
}

/** Fills a resting order at its own price, as far as the house can. @returns the filled quantity. */
function fill(context: CommandContext, order: Order, requested: Dec): D {
  const { orderBook, entries, house } = context;
  const { market } = orderBook;
  const left = leftOf(order);
  // An exit that has sold at once for an earlier order may have ended this one.
  if (left === '0' || orderBook.orders.get(order.id) !== order) return new D(0);
  const price = order.price ?? '0';
  const most =
    order.side === 'buy' ? new D(house.limit(market.base)) : new D(house.limit(market.quote)).div(price);
  const lot = new D(market.lot);
  const lots = D.min(requested, left, most).div(lot).floor();
  const quantity = toText(lots.times(lot));
  if (lots.lte(0) || quoteOf(price, quantity, 'down') === '0') return new D(0);
  endPartner(context, order, 'ocoFilled');
  const before = receivedOf(order);
  orderBook.fillResting(order, quantity);
  entries.houseFill(order, quantity);
  growExits(context, order, before);
  return new D(quantity);
}

/** A stop's price has been reached: from here on it is a limit order, or trades at what the market gives. */
function trigger(context: CommandContext, order: Order): void {
  if (order.type === 'stopMarket') {
    triggerMarket(context, order);
    return;
  }
  const { orderBook, entries, at } = context;
  endPartner(context, order, 'ocoTriggered');
  orderBook.remove(order);
  order.status = 'open';
  order.triggeredAt = at;
  try {
    mustFit(context, order);
  } catch {
    end(orderBook, entries, order, 'expired');
    return;
  }
  reenter(context, order, order);
}

/** Trades at once, and what finds nobody expires. While nobody gives anything it waits on, for the next price. */
function triggerMarket(context: CommandContext, order: Order): void {
  const { orderBook, at, house } = context;
  const { side, stopPrice } = order;
  const book = orderBook.merged(order.userId);
  const best = (side === 'buy' ? book.asks : book.bids)[0]?.[0];
  if (best === undefined) return;
  const bound = stopMarketBound(side, best, stopPrice ?? '0', orderBook.market.tick);
  if (orderBook.reach(order, leftOf(order), bound, house.limit) === '0') return;
  endPartner(context, order, 'ocoTriggered');
  orderBook.remove(order);
  order.status = 'open';
  order.triggeredAt = at;
  takeAndRest(context, order, bound);
}

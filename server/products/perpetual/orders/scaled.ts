import type { calls, ParsedRequestOf, ResponseOf } from '../../../../domain/contract/index.ts';
import {
  D,
  marketBounds,
  openingSide,
  RuleError,
  scaledBreach,
  scaledLevels,
  throwRefusal,
  toText,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import { rowOf } from '../batch/order.ts';
import type { Requester } from './newOrder.ts';
import { mustHaveRoom, newOrder } from './newOrder.ts';
import { prepared, requireNoPendingLiquidation, settleOrder } from './place.ts';
import { holdOf } from './trade.ts';

type Calls = typeof calls;
export type ScaledRequest = ParsedRequestOf<Calls['perpetual.placeScaled']>;
export type ScaledAnswer = ResponseOf<Calls['perpetual.placeScaled']>;

/** Decides a scaled order. All checks of its orders come before any change. */
export function placeScaled(
  batch: PerpetualBatch,
  { userId, key }: Requester,
  { market, side: way, reduceOnly, ...range }: ScaledRequest,
): ScaledAnswer {
  const side = openingSide(way);
  const orderBook = batch.orderBook(market);
  const request = { ...range, side };
  const breach = scaledBreach(request, orderBook.market, batch.mark(market).last);
  throwRefusal(breach?.code, marketBounds(orderBook.market));
  requireNoPendingLiquidation(batch, userId, market);
  const levels = scaledLevels(request, orderBook.market);
  mustHaveRoom(batch, userId, market, levels.length);
  const orders = levels.map((level, place) =>
    newOrder(
      batch,
      { userId, key: `${key}:${place + 1}` },
      { ...level, market, side, type: 'limit', postOnly: true, reduceOnly },
    ),
  );
  for (const order of orders) {
    order.scaled = orders[0]?.id ?? order.id;
    orderBook.mustCount(order);
  }
  // Each is checked as if those before it rested already: what it needs besides their holds must be available.
  let needed = new D(0);
  const all = orders.map((order) => {
    const ready = prepared(batch, order, toText(needed));
    needed = needed.plus(holdOf(batch, order));
    return { order, ready };
  });
  if (batch.funds.free(userId).lt(needed)) throw new RuleError('insufficientBalance');
  for (const { order, ready } of all) settleOrder(batch, order, ready);
  return { orders: orders.map(rowOf) };
}

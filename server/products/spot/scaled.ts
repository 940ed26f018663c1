import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { marketBounds, scaledBreach, scaledHold, scaledLevels, throwRefusal } from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import type { CommandContext } from './commandContext.ts';
import { newOrder } from './newOrder.ts';
import { assetsOf, rowOf } from './order.ts';
import { mustCover, mustHaveRoom } from './place.ts';
import { mustFit, takeAndRest } from './take.ts';

export type ScaledRequest = ParsedRequestOf<(typeof calls)['spot.placeScaled']>;
export type ScaledAnswer = ResponseOf<(typeof calls)['spot.placeScaled']>;

/** Decides a scaled order. All checks of its orders come before any change. */
export function placeScaled(
  context: CommandContext,
  { userId, key }: Command,
  request: ScaledRequest,
): ScaledAnswer {
  const { orderBook, entries, last, at, newId } = context;
  const { market } = orderBook;
  const breach = scaledBreach(request, market, last);
  throwRefusal(breach?.code, marketBounds(market));
  const levels = scaledLevels(request, market);
  mustHaveRoom(context, userId, levels.length);
  const scaled = newId();
  const limit = { market: market.id, side: request.side, type: 'limit', tif: 'GTC', postOnly: true } as const;
  const orders = levels.map((level, place) =>
    newOrder(
      { userId, key: `${key}:${place + 1}` },
      { ...level, ...limit },
      { id: place === 0 ? scaled : newId(), scaled, market, at, last },
    ),
  );
  for (const order of orders) orderBook.mustCount(order);
  const { gives } = assetsOf(limit, market);
  mustCover(scaledHold(request.side, levels), context.free(userId, gives));
  for (const order of orders) mustFit(context, order);
  for (const order of orders) {
    entries.hold(order);
    takeAndRest(context, order);
  }
  return { orders: orders.map(rowOf) };
}

import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import { marketBounds, ocoBreach, ocoHold, ocoHolder, throwRefusal } from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import type { CommandContext } from './commandContext.ts';
import { newOrder } from './newOrder.ts';
import type { Order } from './order.ts';
import { assetsOf, rowOf } from './order.ts';
import { mustCover, mustHaveRoom } from './place.ts';
import { mustFit, takeAndRest } from './take.ts';

export type OcoRequest = ParsedRequestOf<(typeof calls)['spot.placeOco']>;
export type OcoAnswer = ResponseOf<(typeof calls)['spot.placeOco']>;

/** Decides a new pair. All checks come before any change. */
export function placeOco(context: CommandContext, command: Command, request: OcoRequest): OcoAnswer {
  const { orderBook, entries, last, at, newId } = context;
  const { side, quantity, price, stopPrice, stopLimitPrice } = request;
  const breach = ocoBreach(request, orderBook.market, last);
  throwRefusal(breach?.code, marketBounds(orderBook.market));
  mustHaveRoom(context, command.userId, 2);
  const [limit, stop] = legsOf(request, command, {
    at,
    last,
    ids: [newId(), newId()],
    market: orderBook.market,
  });
  for (const leg of [limit, stop]) orderBook.mustCount(leg);
  const free = context.free(command.userId, assetsOf(limit, orderBook.market).gives);
  const valid = { side, quantity, price, stopPrice, stopLimitPrice };
  mustCover(ocoHold(valid), free);
  mustFit(context, limit);
  const covered = ocoHolder(valid) === 'stop' ? limit : stop;
  covered.isCovered = true;
  entries.hold(covered === limit ? stop : limit);
  orderBook.add(stop);
  entries.touch(stop);
  takeAndRest(context, limit);
  return { limit: rowOf(limit), stop: rowOf(stop) };
}

type Made = Omit<Parameters<typeof newOrder>[2], 'id' | 'partner'> & {
  readonly ids: readonly [number, number];
};

function legsOf(
  { market, side, quantity, price, stopPrice, stopLimitPrice, stopTif = 'GTC', clientIds }: OcoRequest,
  { userId, key }: Command,
  { ids: [limitId, stopId], ...made }: Made,
): readonly [limit: Order, stop: Order] {
  const both = { market, side, quantity };
  const names = clientIds ?? { limit: `${key}:limit`, stop: `${key}:stop` };
  return [
    newOrder(
      { userId, key: names.limit, list: key },
      { ...both, type: 'limit', tif: 'GTC', postOnly: true, price },
      { ...made, id: limitId, partner: stopId },
    ),
    newOrder(
      { userId, key: names.stop, list: key },
      {
        ...{ ...both, type: 'stopLimit', tif: stopTif, postOnly: false, price: stopLimitPrice, stopPrice },
        // Also where no last price is known yet.
        stopAbove: side === 'buy',
      },
      { ...made, id: stopId, partner: limitId },
    ),
  ];
}

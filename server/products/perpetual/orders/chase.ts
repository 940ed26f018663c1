import type { Chase, ChaseStep, Dec } from '../../../../domain/index.ts';
import {
  chaseRefusal,
  chaseStep,
  closingSide,
  compareDec,
  isLiveStatus,
  makerPrice,
  RuleError,
} from '../../../../domain/index.ts';
import type { OrderBook } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { Request } from '../batch/calls.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { end } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import { requeue } from './amend.ts';
import type { Requester } from './newOrder.ts';
import { mustHaveRoom, newOrder } from './newOrder.ts';
import type { PlaceAnswer } from './place.ts';
import { act, answerOf, requireNoPendingLiquidation } from './place.ts';

type ChaseChoice = NonNullable<Request<'perpetual.close'>['chase']>;

/** The best prices that others offer to a user. */
const bookOf = (orderBook: OrderBook<FuturesOrder>, userId: number) => {
  const { bids, asks } = orderBook.merged(userId);
  return { bid: bids[0]?.[0], ask: asks[0]?.[0] };
};

/**
 * Closes a position by an order that follows the best price of its side. It only reduces, and never takes.
 * @throws {RuleError} `chaseInvalid`, `noLiquidity` without any price, and the errors of a closing order.
 */
export function closeByChase(
  batch: PerpetualBatch,
  requester: Requester,
  position: HeldPosition,
  quantity: Dec,
  { seconds, distance, rest }: ChaseChoice,
): PlaceAnswer {
  const { market, userId } = position;
  const refusal = chaseRefusal(seconds, distance);
  if (refusal) throw new RuleError(refusal);
  if (compareDec(quantity, '0') <= 0) throw new RuleError('amountZero');
  requireNoPendingLiquidation(batch, userId, market);
  mustHaveRoom(batch, userId, market);
  const side = closingSide(position.side);
  const orderBook = batch.orderBook(market);
  const from = makerPrice(side, bookOf(orderBook, userId), orderBook.market.tick);
  if (from === undefined) throw new RuleError('noLiquidity');
  const chase: Chase = { until: batch.at + seconds * 1_000, from, distance, rest, moves: 0 };
  const order = newOrder(batch, requester, {
    ...{ market, side, quantity, chase },
    type: 'limit',
    price: from,
    postOnly: true,
    reduceOnly: true,
    origin: 'close',
  });
  orderBook.mustCount(order);
  return answerOf(batch, order, act(batch, order));
}

/** What a chasing order is to do now; undefined for one that rests where it should, or chases no longer. */
export function dueStep(
  orderBook: OrderBook<FuturesOrder>,
  order: FuturesOrder,
  now: number,
): Exclude<ChaseStep, { kind: 'stay' }> | undefined {
  const { chase, price, side, userId, status } = order;
  if (!chase || price === null || !isLiveStatus(status)) return undefined;
  const { tick } = orderBook.market;
  const step = chaseStep(side, price, chase, bookOf(orderBook, userId), { tick, now });
  return step.kind === 'stay' ? undefined : step;
}

/**
 * Moves a chasing order, or ends it. What cannot be done at this moment is left as it is.
 * @param mayTrade whether its market trades at a live mark; while it does not, an order can only be cancelled.
 */
export function followChase(batch: PerpetualBatch, order: FuturesOrder, mayTrade: boolean): void {
  const step = dueStep(batch.orderBook(order.market), order, batch.at);
  const { chase } = order;
  if (!step || !chase) return;
  if (step.kind === 'end' && chase.rest === 'cancel') end(batch, order, 'cancelled', step.why);
  else if (!mayTrade) return;
  else if (step.kind === 'end') closeAtMarket(batch, order, step.why);
  else move(batch, order, { ...chase, moves: chase.moves + 1 }, step.price);
}

function move(batch: PerpetualBatch, order: FuturesOrder, chase: Chase, price: Dec): void {
  const { size } = batch.booking;
  try {
    requeue(batch, order, { ...order, price, chase });
  } catch (error) {
    // A price that is gone before it was taken: the next look finds another one.
    if (!(error instanceof RuleError) || batch.booking.size !== size) throw error;
  }
}

/** The rest trades at market, in the same order; what the market does not take ends with it, and says why. */
function closeAtMarket(
  batch: PerpetualBatch,
  order: FuturesOrder,
  why: 'chaseTimedOut' | 'chaseTooFar',
): void {
  const { size } = batch.booking;
  try {
    requeue(batch, order, { ...order, type: 'market', tif: 'IOC', postOnly: false, price: null });
    order.reason = why;
    batch.touch(order);
  } catch (error) {
    if (!(error instanceof RuleError) || batch.booking.size !== size) throw error;
    end(batch, order, 'cancelled', error.code);
  }
}

import type { calls, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import type { Dec, OrderSide, Trail, TrailTerms } from '../../../../domain/index.ts';
import {
  changedTrail,
  isAmountText,
  RuleError,
  trailChangeRefusal,
  trailFrom,
  trailRefusal,
  trailTrigger,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { mustBePrice } from './newOrder.ts';

type PlaceRequest = ParsedRequestOf<(typeof calls)['perpetual.place']>;
type TrailingRequest = NonNullable<PlaceRequest['trail']>;
type Trailing = Pick<FuturesOrder, 'trigger' | 'trail'>;

/**
 * A trailing stop that starts at the present price.
 * @param side of the order that is placed when it fires. @throws {RuleError} what `trailRefusal` refuses.
 */
export function newTrailing(
  batch: PerpetualBatch,
  market: string,
  side: OrderSide,
  requested: TrailingRequest,
): Trailing {
  const { source } = requested;
  const { tick } = batch.orderBook(market).market;
  const [input, price] = [trailTermsOf(batch, market, requested), batch.price(market, source)];
  const refusal = trailRefusal(side, input, price, tick);
  if (refusal) throw new RuleError(refusal);
  const trail = trailFrom(side, input, price);
  return { trail, trigger: { kind: 'trail', price: trailTrigger(side, trail, tick), source } };
}

/** @throws {RuleError} `trailInvalid`, and for an activation that is no price of the market. */
function trailTermsOf(
  batch: PerpetualBatch,
  market: string,
  { by, value, activation = null }: TrailFields,
): TrailTerms {
  if (!isAmountText(value)) throw new RuleError('trailInvalid');
  if (activation !== null) mustBePrice(batch, market, activation);
  return { by, value, activation };
}

type TrailFields = Pick<TrailTerms, 'by' | 'value'> & { readonly activation?: Dec | null };

/**
 * A trailing stop that follows differently from now on.
 * @throws {RuleError} `orderOptions` for one that is no trailing stop, and what `trailChangeRefusal` refuses.
 */
export function changedTrailing(
  batch: PerpetualBatch,
  order: FuturesOrder,
  requested: TrailingRequest,
): Trailing {
  const { market, side } = order;
  if (!order.trail || order.trail.reached !== null) throw new RuleError('orderOptions');
  // A price that was seen counts, though it is not booked yet.
  const trail = batch.trailOf(order) ?? order.trail;
  const { tick } = batch.orderBook(market).market;
  const [input, price] = [trailTermsOf(batch, market, requested), batch.price(market, requested.source)];
  // Another source's prices are no measure of the best so far.
  const before = requested.source === order.trigger?.source ? trail : { ...trail, best: null };
  const refusal = trailChangeRefusal(side, before, input, price, tick);
  if (refusal) throw new RuleError(refusal);
  const next = changedTrail(side, before, input, price);
  return {
    trail: next,
    trigger: { kind: 'trail', price: trailTrigger(side, next, tick), source: requested.source },
  };
}

/**
 * @throws {RuleError} `orderOptions` for a trailing stop that is not at market, may open, or has another
 * trigger.
 */
export function requireTrailingOptions(request: PlaceRequest): void {
  const { trail, type, reduceOnly, trigger, takeProfit, stopLoss } = request;
  if (trail === undefined) return;
  const isMore = [trigger, takeProfit, stopLoss].some((each) => each !== undefined);
  if (type !== 'market' || !reduceOnly || isMore) throw new RuleError('orderOptions');
}

/** Books a trailing stop's progress: its present trigger, and the price that has fired it. */
export function advance(batch: PerpetualBatch, order: FuturesOrder, trail: Trail): void {
  if (!order.trigger || order.trail === trail) return;
  const { tick } = batch.orderBook(order.market).market;
  order.trail = trail;
  order.trigger = { ...order.trigger, price: trailTrigger(order.side, trail, tick) };
  batch.touch(order);
}

import type { calls, ParsedRequestOf } from '../../../../domain/contract/index.ts';
import type { Dec, GuardKind, TriggerSource } from '../../../../domain/index.ts';
import {
  averageEntryOf,
  closingSide,
  compareDec,
  D,
  filterBreach,
  isAmountText,
  isGuardOrder,
  MOST_GUARDS,
  marketBounds,
  parseAmount,
  priceForProfit,
  priceForRoe,
  protectionRefusal,
  RuleError,
  sideOfOrder,
  toText,
  triggerRefusal,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { end, ordersOfUser } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import type { OrderWords } from './newOrder.ts';
import { mustBePrice, newOrder } from './newOrder.ts';
import { changedTrailing, newTrailing } from './trailing.ts';

type ProtectRequest = ParsedRequestOf<(typeof calls)['perpetual.protect']>;
type GuardRequest = NonNullable<ProtectRequest['takeProfit']>;

/** A guard with its price. */
interface Guard {
  readonly kind: GuardKind;
  readonly price: Dec;
  readonly source: TriggerSource;
  readonly limit: Dec | null;
}

/** The guards of a user's position, the oldest first. */
export const guardsOf = (batch: PerpetualBatch, { userId, market }: HeldPosition): FuturesOrder[] =>
  ordersOfUser(batch, userId, market).filter(isGuardOrder);

/**
 * Sets take-profit, stop-loss and trailing stop of a position, of all of it or of a part.
 * @throws {RuleError} `positionNone`, one of the four messages, `triggerPassed`, `trailInvalid`, `guardsTooMany`.
 */
export function protect(
  batch: PerpetualBatch,
  userId: number,
  key: string,
  request: ProtectRequest,
): FuturesOrder[] {
  const { market, quantity, takeProfit, stopLoss, trailing } = request;
  const position = batch.position(userId, market);
  if (!position) throw new RuleError('positionNone');
  if (quantity !== undefined) mustBePart(batch, position, quantity);
  const wantedNow = [
    ['profit', takeProfit],
    ['stop', stopLoss],
  ] as const;
  const guards = wantedNow.flatMap(([kind, input]) =>
    input ? [guardFrom(batch, position, kind, input, quantity ?? null)] : [],
  );
  const trails = trailing ? [newTrailing(batch, market, closingSide(position.side), trailing)] : [];
  const guardsNow = guardsOf(batch, position);
  const replaced =
    quantity === undefined
      ? guardsNow.filter(
          (guard) =>
            guard.quantity === null &&
            [...wantedNow, ['trail', trailing] as const].some(
              ([kind, input]) => guard.trigger?.kind === kind && input !== undefined,
            ),
        )
      : [];
  if (guardsNow.length - replaced.length + guards.length + trails.length > MOST_GUARDS)
    throw new RuleError('guardsTooMany');
  for (const guard of replaced) end(batch, guard, 'cancelled');
  const partner = quantity === undefined ? guardsNow.find((guard) => guard.quantity === null)?.group : null;
  const group = partner ?? batch.newId();
  addGuards(batch, position, key, guards, quantity ?? null, group);
  for (const { trigger, trail } of trails)
    addGuard(batch, position, {
      key,
      group,
      quantity: quantity ?? null,
      type: 'market',
      price: null,
      trigger,
      trail,
    });
  noteGuards(batch, userId, market);
  return guardsOf(batch, position);
}

/** Changes one guard. @throws {RuleError} as `protect` does; `orderTriggered` for one that has fired and rests, `orderOptions` for a guard by the words of another kind. */
export function amendGuard(
  batch: PerpetualBatch,
  userId: number,
  market: string,
  { id, guard: input, trail, quantity }: ParsedRequestOf<(typeof calls)['perpetual.amendGuard']>,
): FuturesOrder {
  const order = batch.orderBook(market).orders.get(id);
  const position = batch.position(userId, market);
  if (!order || order.userId !== userId || order.group === null || !position || !order.trigger)
    throw new RuleError('orderClosed');
  // A limit order that it has placed rests in the book, and is an order like any other.
  if (!isGuardOrder(order)) throw new RuleError('orderTriggered');
  const { kind: guardsNow } = order.trigger;
  if ((guardsNow === 'trail') !== (trail !== undefined) || (trail === undefined) !== (input !== undefined))
    throw new RuleError('orderOptions');
  if (quantity !== undefined) {
    if (order.quantity === null) throw new RuleError('amountInvalid');
    // It counts what the guard has closed already, which cannot be amended.
    const left = new D(parseAmount(quantity)).minus(order.filled);
    if (left.lte(0)) throw new RuleError(order.filled === '0' ? 'amountZero' : 'amountInvalid');
    mustBePart(batch, position, toText(left));
  }
  const size = quantity ?? order.quantity;
  if (trail) Object.assign(order, changedTrailing(batch, order, trail));
  else if (input && guardsNow !== 'trail') {
    const { kind, price, source, limit } = guardFrom(batch, position, guardsNow, input, size);
    order.trigger = { kind, price, source };
    order.price = limit;
    order.type = limit === null ? 'market' : 'limit';
    order.tif = limit === null ? 'IOC' : 'GTC';
  }
  order.quantity = size;
  order.reason = null;
  batch.touch(order);
  noteGuards(batch, userId, market);
  return order;
}

/** Cancels an order or a guard of a user. @throws {RuleError} `orderClosed`. */
export function cancelOrder(batch: PerpetualBatch, userId: number, market: string, id: number): FuturesOrder {
  const order = batch.orderBook(market).orders.get(id);
  if (!order || order.userId !== userId) throw new RuleError('orderClosed');
  const isGuard = isGuardOrder(order);
  end(batch, order, 'cancelled');
  if (isGuard) noteGuards(batch, userId, market);
  return order;
}

/**
 * Records on the position the guards of all of it, after its user has changed them. Guards that end because
 * one fires or the position closes stay recorded.
 */
function noteGuards(batch: PerpetualBatch, userId: number, market: string): void {
  const position = batch.position(userId, market);
  if (!position) return;
  const whole = guardsOf(batch, position).filter(({ quantity }) => quantity === null);
  const priceOf = (kind: GuardKind): Dec =>
    whole.find(({ trigger }) => trigger?.kind === kind)?.trigger?.price ?? '0';
  const [takeProfit, stopLoss] = [priceOf('profit'), priceOf('stop')];
  if (takeProfit === position.takeProfit && stopLoss === position.stopLoss) return;
  batch.setPosition({ ...position, takeProfit, stopLoss });
}

/**
 * Places an order's take profit and stop loss once it has opened or added; those that its fill price makes
 * invalid are left out.
 */
export function guardOpening(batch: PerpetualBatch, order: FuturesOrder): void {
  const { userId, market, takeProfit, stopLoss, guardSource: source } = order;
  const position = batch.position(userId, market);
  if (takeProfit === '0' && stopLoss === '0') return;
  if (order.reduceOnly || order.filled === '0' || position?.side !== sideOfOrder(order.side)) return;
  const wantedNow = [
    ['profit', takeProfit],
    ['stop', stopLoss],
  ] as const;
  const guardsNow = guardsOf(batch, position).filter(({ quantity }) => quantity === null);
  const guards: Guard[] = [];
  for (const [kind, price] of wantedNow) {
    const same = guardsNow.find(({ trigger }) => trigger?.kind === kind);
    if (price === '0' || same?.trigger?.price === price) continue;
    const refusal = refusalOf(batch, position, { kind, price, source, limit: null });
    if (refusal) order.reason = refusal;
    else guards.push({ kind, price, source, limit: null });
    if (!refusal && same) end(batch, same, 'cancelled');
    if (refusal) batch.touch(order);
  }
  if (guards.length === 0) return;
  addGuards(batch, position, order.clientId, guards, null, guardsNow[0]?.group ?? batch.newId());
  noteGuards(batch, userId, market);
}

function addGuards(
  batch: PerpetualBatch,
  position: HeldPosition,
  key: string,
  guards: readonly Guard[],
  quantity: Dec | null,
  group: number,
): void {
  for (const { kind, price, source, limit } of guards)
    addGuard(batch, position, {
      key,
      group,
      quantity,
      type: limit === null ? 'market' : 'limit',
      price: limit,
      trigger: { kind, price, source },
    });
}

interface GuardWords extends Pick<OrderWords, 'type' | 'price' | 'trigger' | 'trail' | 'group' | 'quantity'> {
  readonly key: string;
}

function addGuard(
  batch: PerpetualBatch,
  { userId, market, side }: HeldPosition,
  { key, ...words }: GuardWords,
): void {
  const order = newOrder(
    batch,
    { userId, key },
    { ...words, market, side: closingSide(side), reduceOnly: true, origin: 'guard', status: 'waiting' },
  );
  batch.orderBook(market).add(order);
  batch.touch(order);
}

/** A requested guard, with its price. @throws {RuleError} the first rule that it breaks. */
function guardFrom(
  batch: PerpetualBatch,
  position: HeldPosition,
  kind: GuardKind,
  { by, value, source, limit }: GuardRequest,
  quantity: Dec | null,
): Guard {
  const { tick } = batch.orderBook(position.market).market;
  const price = by === 'price' ? value : priceBy(position, by, value, quantity, tick);
  if (price === undefined) throw new RuleError('priceInvalid');
  mustBePrice(batch, position.market, price);
  if (limit !== undefined) mustBePrice(batch, position.market, limit);
  const guard = { kind, price, source, limit: limit ?? null };
  const refusal = refusalOf(batch, position, guard);
  if (refusal) throw new RuleError(refusal);
  return guard;
}

/** The price at which a position, or a part of it, reaches a P/L or a yield. */
function priceBy(
  position: HeldPosition,
  by: 'profit' | 'roe',
  value: Dec,
  quantity: Dec | null,
  tick: Dec,
): Dec | undefined {
  const part = quantity ?? position.quantity;
  const cost = toText(new D(position.cost).times(part).div(position.quantity));
  const sized = { side: position.side, quantity: part, cost, leverage: position.leverage };
  return by === 'roe' ? priceForRoe(sized, value, tick) : priceForProfit(sized, value, tick);
}

function refusalOf(batch: PerpetualBatch, position: HeldPosition, { kind, price, source }: Guard) {
  const guarded = kind === 'profit' ? { takeProfit: price } : { stopLoss: price };
  return (
    protectionRefusal(position.side, averageEntryOf(position), guarded) ??
    triggerRefusal(closingSide(position.side), kind, price, batch.price(position.market, source))
  );
}

/** @throws {RuleError} for a quantity that is not a part of the position. */
function mustBePart(batch: PerpetualBatch, position: HeldPosition, quantity: Dec): void {
  if (!isAmountText(quantity)) throw new RuleError('amountInvalid');
  if (new D(quantity).isZero()) throw new RuleError('amountZero');
  const { market } = batch.orderBook(position.market);
  if (filterBreach({ ...market, tick: '0', minQuantity: '0', minTotal: '0' }, '1', quantity))
    throw new RuleError('orderLot', { bound: marketBounds(market).orderLot });
  if (compareDec(quantity, position.quantity) > 0) throw new RuleError('amountInvalid');
}

import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { OrderSide, OrderStatus } from '../orders/orderCodes.ts';
import { roundToStep } from '../rounding.ts';
import type { TriggerKind } from './codes.ts';
import type { LiquidationPrice } from './liquidation.ts';
import type { Position } from './position.ts';
import type { PositionSide } from './side.ts';
import { signOfSide } from './side.ts';

/** What guards a position. Prices quote per base; undefined where there is none. */
export interface Protection {
  readonly takeProfit?: Dec | undefined;
  readonly stopLoss?: Dec | undefined;
}

/**
 * The first rule that take-profit or stop-loss breaks against the opening price, or undefined. Equality is allowed.
 * @param entry quote per base: of the position, or what a ticket would open at.
 * @see specification §5 and §8, four messages
 */
export function protectionRefusal(
  side: PositionSide,
  entry: Dec,
  { takeProfit, stopLoss }: Protection,
): RefusalCode | undefined {
  for (const price of [takeProfit, stopLoss])
    if (price !== undefined && amountSign(price) !== 1) return 'priceInvalid';
  const sign = signOfSide(side);
  const isBelow = (price: Dec): boolean => new D(price).comparedTo(entry) * sign < 0;
  const isAbove = (price: Dec): boolean => new D(price).comparedTo(entry) * sign > 0;
  if (stopLoss !== undefined && isAbove(stopLoss))
    return side === 'long' ? 'stopLossAboveOpen' : 'stopLossBelowOpen';
  if (takeProfit !== undefined && isBelow(takeProfit))
    return side === 'long' ? 'takeProfitBelowOpen' : 'takeProfitAboveOpen';
  return undefined;
}

/**
 * Whether a price fires a trigger: it has reached or passed it. A stop to buy and a take-profit to sell fire above,
 * a stop to sell and a take-profit to buy below. @param side of the order that is placed then.
 */
export function isTriggered(side: OrderSide, kind: TriggerKind, trigger: Dec, price: Dec): boolean {
  const order = new D(price).comparedTo(trigger);
  return (side === 'buy') === (kind !== 'profit') ? order >= 0 : order <= 0;
}

/** A trigger that the price has passed already is refused when it is placed. */
export function triggerRefusal(
  side: OrderSide,
  kind: TriggerKind,
  trigger: Dec,
  price: Dec,
): RefusalCode | undefined {
  return isTriggered(side, kind, trigger, price) ? 'triggerPassed' : undefined;
}

/** Whether a reason is one for which a trigger that was reached stays fired: it acts as soon as it can. */
export const isUnmet = (reason: string | null): boolean =>
  reason === 'noLiquidity' || reason === 'lossNotCovered';

/**
 * Whether an order is a take-profit or a stop-loss that waits for its price. The limit order that one has left is an
 * order like any other.
 */
export const isGuardOrder = ({
  group,
  status,
}: {
  readonly group: number | null;
  readonly status: OrderStatus;
}): boolean => group !== null && status === 'waiting';

/** An order whose price has been reached. */
export interface ReachedOrder {
  /** Null for one that waits for no price. */
  readonly trigger: { readonly kind: TriggerKind } | null;
  /** Its place among orders: the lower, the earlier. */
  readonly rank: number;
}

/**
 * Which of two orders that one tick reaches acts first, as `sort` asks: a stop before a take-profit, whose partner
 * it cancels; of two alike the earlier. [ours]
 */
export function compareUrgency(a: ReachedOrder, b: ReachedOrder): number {
  const place = ({ trigger }: ReachedOrder): number =>
    trigger === null || trigger.kind === 'profit' ? 1 : 0;
  return place(a) - place(b) || a.rank - b.rank;
}

/**
 * Whether a stop-loss lies at or beyond the liquidation price, so that it would never be reached: a warning, not
 * a refusal.
 */
export function isBeyondLiquidation(
  side: PositionSide,
  stopLoss: Dec,
  liquidation: LiquidationPrice,
): boolean {
  if (liquidation.kind !== 'at') return liquidation.kind === 'due';
  return new D(stopLoss).comparedTo(liquidation.price) * signOfSide(side) <= 0;
}

/**
 * Price at which closing all brings a P/L, fees aside, on the tick: an order to buy rounds down, to sell up, so that
 * the P/L is reached. Undefined when no price above zero does. @param profit quote, signed.
 */
export function priceForProfit(
  { side, quantity, cost }: Pick<Position, 'side' | 'quantity' | 'cost'>,
  profit: Dec,
  tick: Dec,
): Dec | undefined {
  const exact = new D(profit).times(signOfSide(side)).plus(cost).div(quantity);
  const price = roundToStep(toText(D.max(0, exact)), tick, side === 'long' ? 'up' : 'down');
  return new D(price).isZero() || exact.lte(0) ? undefined : price;
}

/** The same for a yield, a signed fraction of the initial margin at entry. */
export function priceForRoe(
  position: Pick<Position, 'side' | 'quantity' | 'cost' | 'leverage'>,
  roe: Dec,
  tick: Dec,
): Dec | undefined {
  const profit = new D(roe).times(position.cost).div(position.leverage);
  return priceForProfit(position, toText(profit), tick);
}

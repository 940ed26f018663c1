import * as v from 'valibot';
import { orderSides, orderStatuses, orderTypes, timesInForce } from '../orders/orderCodes.ts';
import { Amount, AssetCode, Id, MarketId, Moment } from './fields.ts';

/** Number of a spot order, unique over all markets. */
export const OrderId = Id;
/** Side of an order, one of `orderSides`. */
export const SideName = /*#__PURE__*/ v.picklist(orderSides);

/** One order as the exchange holds it; a newer state has a higher version. */
export const OrderRow = /*#__PURE__*/ v.object({
  id: OrderId,
  market: MarketId,
  side: SideName,
  type: v.picklist(orderTypes),
  tif: v.picklist(timesInForce),
  /** When it ends by itself; null unless it is good till a date. */
  expiresAt: v.optional(v.nullable(Moment), null),
  postOnly: v.boolean(),
  /** Quote per base; null for market orders. */
  price: v.nullable(Amount),
  stopPrice: v.nullable(Amount),
  /** Base units; null for a market buy by total. */
  quantity: v.nullable(Amount),
  /** Quote units that a market buy may spend; null for all others. */
  total: v.nullable(Amount),
  /** Base units traded so far. */
  filled: Amount,
  /** Σ price × quantity of it, quote. */
  filledTotal: Amount,
  /** In `feeAsset`, the asset received. */
  fee: Amount,
  feeAsset: AssetCode,
  /** Of its last trade; null before the first. */
  filledAt: v.optional(v.nullable(Moment), null),
  status: v.picklist(orderStatuses),
  /** The other order of its pair, of which one cancels the other; null for an order on its own. */
  partner: v.optional(v.nullable(OrderId), null),
  /** Of a scaled order: the number of its first order, which all of them have; null for an order on its own. */
  scaled: v.optional(v.nullable(OrderId), null),
  /** What is to guard what this order buys: prices of its exits, quote per base; null for none. */
  takeProfit: v.optional(v.nullable(Amount), null),
  stopLoss: v.optional(v.nullable(Amount), null),
  /** The first of the orders that guard it, once it has bought; the other is that one's partner. */
  exit: v.optional(v.nullable(OrderId), null),
  /** Of such an exit: the order that has bought what it sells; null for all else. */
  entry: v.optional(v.nullable(OrderId), null),
  /** Of a stop: when its price was reached; null before, and for all else. */
  triggeredAt: v.optional(v.nullable(Moment), null),
  /** Why it ended, where that is not plain from its status: a refusal's code. */
  reason: v.nullable(v.string()),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  createdAt: Moment,
  updatedAt: Moment,
});
export type OrderRow = v.InferOutput<typeof OrderRow>;

/** One trade of an order. */
export const FillRow = /*#__PURE__*/ v.object({
  id: Id,
  order: OrderId,
  market: MarketId,
  side: SideName,
  price: Amount,
  quantity: Amount,
  total: Amount,
  fee: Amount,
  feeAsset: AssetCode,
  role: v.picklist(['maker', 'taker']),
  at: Moment,
});
export type FillRow = v.InferOutput<typeof FillRow>;

import * as v from 'valibot';
import { orderSides, orderStatuses, orderTypes, timesInForce } from '../spot.ts';
import { defineCall } from './call.ts';
import { Amount, AssetCode, MarketId, Moment } from './fields.ts';

const OrderId = /*#__PURE__*/ v.pipe(v.number(), v.integer(), v.minValue(1));
const SideName = /*#__PURE__*/ v.picklist(orderSides);

/** One order as the exchange holds it; a newer state has a higher version. */
export const OrderRow = /*#__PURE__*/ v.object({
  id: OrderId,
  market: MarketId,
  side: SideName,
  type: v.picklist(orderTypes),
  tif: v.picklist(timesInForce),
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
  status: v.picklist(orderStatuses),
  /** Why it ended, where that is not plain from its status: a refusal's code. */
  reason: v.nullable(v.string()),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  createdAt: Moment,
  updatedAt: Moment,
});
export type OrderRow = v.InferOutput<typeof OrderRow>;

/** One trade of an order. */
export const FillRow = /*#__PURE__*/ v.object({
  id: v.pipe(v.number(), v.integer(), v.minValue(1)),
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

export const placeOrder = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/place',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    side: SideName,
    type: v.picklist(orderTypes),
    tif: v.optional(v.picklist(timesInForce), 'GTC'),
    postOnly: v.optional(v.boolean(), false),
    price: v.exactOptional(Amount),
    stopPrice: v.exactOptional(Amount),
    quantity: v.exactOptional(Amount),
    total: v.exactOptional(Amount),
  }),
  response: v.object({ order: OrderRow, fills: v.array(FillRow) }),
});

export const amendOrder = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/amend',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    id: OrderId,
    price: v.exactOptional(Amount),
    /** The whole quantity, what has traded included. */
    quantity: v.exactOptional(Amount),
  }),
  response: v.object({ order: OrderRow, fills: v.array(FillRow) }),
});

export const cancelOrder = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/cancel',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ id: OrderId }),
  response: v.object({ order: OrderRow }),
});

export const cancelOrders = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/cancel/all',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ market: v.exactOptional(MarketId) }),
  response: v.object({ cancelled: v.array(OrderId) }),
});

const Page = {
  before: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 50),
};

export const listOrders = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/list',
  access: 'user',
  request: v.strictObject({
    market: v.exactOptional(MarketId),
    side: v.exactOptional(SideName),
    status: v.exactOptional(v.picklist(orderStatuses)),
    /** Only those that may still trade, or only those that may not. */
    live: v.exactOptional(v.boolean()),
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    ...Page,
  }),
  response: v.object({ rows: v.array(OrderRow), next: v.nullable(v.number()) }),
});

export const orderDetail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/detail',
  access: 'user',
  request: v.strictObject({ id: OrderId }),
  response: v.object({ order: OrderRow, fills: v.array(FillRow) }),
});

export const listFills = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/fill/list',
  access: 'user',
  request: v.strictObject({ market: v.exactOptional(MarketId), ...Page }),
  response: v.object({ rows: v.array(FillRow), next: v.nullable(v.number()) }),
});

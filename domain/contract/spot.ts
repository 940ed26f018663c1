import * as v from 'valibot';
import { orderStatuses, orderTypes, scaledCounts, scaledShapes, timesInForce } from '../orders/orderCodes.ts';
import { defineCall } from './call.ts';
import { Amount, Count, Id, MarketId, Moment } from './fields.ts';
import { FillRow, OrderId, OrderRow, SideName } from './spotRows.ts';

const ClientId = /*#__PURE__*/ v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/**
 * Places a spot order: `quantity` in base units, or for a market buy `total` in quote units; trades at once
 * are in `fills`. Errors among others: `orderOptions`, `insufficientBalance`, `ordersTooMany`.
 */
export const placeOrder = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/place',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    side: SideName,
    type: v.picklist(orderTypes),
    /** GTC unless given; a market order has none of its own, and takes no price and no post-only either. */
    tif: v.exactOptional(v.picklist(timesInForce)),
    /** Of GTD, and of no other: when the order ends by itself, from `expiryAhead` on. */
    expiresAt: v.exactOptional(Moment),
    postOnly: v.optional(v.boolean(), false),
    price: v.exactOptional(Amount),
    stopPrice: v.exactOptional(Amount),
    /** Of a stop: whether it waits for the price to rise to it. Left out, the last price decides when the order is. */
    stopAbove: v.exactOptional(v.boolean()),
    quantity: v.exactOptional(Amount),
    total: v.exactOptional(Amount),
    /**
     * Of an order that buys: as far as it fills, a limit and a stop at market are placed of which one cancels the other,
     * or one of them. They go on when the order ends; it ends when one of them begins to trade.
     */
    takeProfit: v.exactOptional(Amount),
    stopLoss: v.exactOptional(Amount),
  }),
  response: v.object({ order: OrderRow, fills: v.array(FillRow) }),
});

/** A limit and a stop of which one cancels the other. */
export const placeOco = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/oco',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    side: SideName,
    /** Of each of the two. */
    quantity: Amount,
    /** Of the limit, which never takes. */
    price: Amount,
    stopPrice: Amount,
    /** At which the stop trades once it is triggered. */
    stopLimitPrice: Amount,
    /** Of the stop; GTC unless given. */
    stopTif: v.exactOptional(v.picklist(['GTC', 'IOC', 'FOK'])),
    /** What programs call the two. */
    clientIds: v.exactOptional(v.strictObject({ limit: ClientId, stop: ClientId })),
  }),
  response: v.object({ limit: OrderRow, stop: OrderRow }),
});

/** Limit orders over a range of prices, which never take: all of them are placed, or none. */
export const placeScaled = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/scaled',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    side: SideName,
    /** Of the first and of the last order; the others lie evenly between, to buy rounded down, to sell up. */
    from: Amount,
    to: Amount,
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(scaledCounts.least), v.maxValue(scaledCounts.most)),
    /** How their sizes change from the first to the last. */
    shape: v.optional(v.picklist(scaledShapes), 'flat'),
    /** Base units of all of them together; each is rounded down to the lot. */
    quantity: Amount,
  }),
  response: v.object({ orders: v.array(OrderRow) }),
});

/**
 * Changes an open order; only a lower quantity at the same price keeps its queue position. Errors:
 * `orderClosed`, `ocoAmend`, those of a new order.
 */
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

/** Cancels an open order and releases what it held. Error: `orderClosed`. */
export const cancelOrder = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/cancel',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ id: OrderId }),
  response: v.object({ order: OrderRow }),
});

/** Cancels all open spot orders of the user, or those of one market; returns their ids. */
export const cancelOrders = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/cancel/all',
  access: 'user',
  movesMoney: true,
  /** Those of one scaled order alone, by its number. */
  request: v.strictObject({ market: v.exactOptional(MarketId), scaled: v.exactOptional(OrderId) }),
  response: v.object({ cancelled: v.array(OrderId) }),
});

const Page = {
  before: v.exactOptional(Id),
  /** Only rows after this one, and the oldest of them first; 0 for the first of all. `next` is the last row's then. */
  after: v.exactOptional(Count),
  limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
};

/** Spot orders of the user, newest first, or after one of them the oldest first. */
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

/** One spot order of the user with its fills, at most 500. Error: `notFound`. */
export const orderDetail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/order/detail',
  access: 'user',
  request: v.strictObject({ id: OrderId }),
  response: v.object({ order: OrderRow, fills: v.array(FillRow) }),
});

/**
 * Trades of the user on spot, of one market or order where named: newest first, or after one of them the oldest first.
 */
export const listFills = /*#__PURE__*/ defineCall({
  path: '/xb/v1/spot/fill/list',
  access: 'user',
  request: v.strictObject({
    market: v.exactOptional(MarketId),
    order: v.exactOptional(OrderId),
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    ...Page,
  }),
  response: v.object({ rows: v.array(FillRow), next: v.nullable(v.number()) }),
});

import type { Dec, Market } from '../../../domain/index.ts';
import { compareDec, isMarketType, isStopType } from '../../../domain/index.ts';
import type { PlaceRequest } from './commandContext.ts';
import type { Order } from './order.ts';
import { assetsOf } from './order.ts';

/** An order's user and client ids. */
interface Owner {
  readonly userId: number;
  readonly key: string;
  /** The client's id of its pair. */
  readonly list?: string;
}

/** The market state in which an order is created. */
interface Making {
  readonly id: number;
  readonly partner?: number;
  /** Of an order of a scaled order: the id of the first. */
  readonly scaled?: number;
  /** Of an exit: the id of the order that has bought what it sells. */
  readonly entry?: number;
  readonly market: Market;
  /** ms UTC. */
  readonly at: number;
  /** The last price: a stop above it triggers when the price rises. */
  readonly last: Dec;
}

/** A new order before any matching. */
export function newOrder(
  { userId, key, list }: Owner,
  {
    market: id,
    side,
    type,
    tif = 'GTC',
    expiresAt,
    postOnly,
    price,
    stopPrice,
    stopAbove,
    quantity,
    total,
    takeProfit,
    stopLoss,
  }: PlaceRequest,
  { id: number, partner, scaled, entry, market, at, last }: Making,
): Order {
  const isStop = isStopType(type);
  return {
    id: number,
    rank: number,
    userId,
    clientId: key,
    market: id,
    side,
    type,
    tif: isMarketType(type) ? 'IOC' : tif,
    expiresAt: expiresAt ?? null,
    postOnly,
    price: isMarketType(type) ? null : (price ?? null),
    stopPrice: isStop ? (stopPrice ?? null) : null,
    // An exit sells below, even where the price has jumped below it before it is placed.
    stopAbove: isStop ? (stopAbove ?? (entry === undefined && compareDec(stopPrice ?? '0', last) > 0)) : null,
    quantity: quantity ?? null,
    total: total ?? null,
    filled: '0',
    filledTotal: '0',
    paid: '0',
    fee: '0',
    feeAsset: assetsOf({ side }, market).gets,
    filledAt: null,
    status: isStop ? 'waiting' : 'open',
    reason: null,
    version: 0,
    stored: 0,
    createdAt: at,
    updatedAt: at,
    partner: partner ?? null,
    scaled: scaled ?? null,
    isCovered: false,
    listClientId: list ?? null,
    triggeredAt: null,
    takeProfit: takeProfit ?? null,
    stopLoss: stopLoss ?? null,
    exit: null,
    entry: entry ?? null,
  };
}

import type { Dec, Market } from '../../../domain/index.ts';
import { compareDec } from '../../../domain/index.ts';
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
    quantity,
    total,
  }: PlaceRequest,
  { id: number, partner, scaled, market, at, last }: Making,
): Order {
  const isStop = type === 'stopLimit';
  return {
    id: number,
    rank: number,
    userId,
    clientId: key,
    market: id,
    side,
    type,
    tif: type === 'market' ? 'IOC' : tif,
    expiresAt: expiresAt ?? null,
    postOnly,
    price: type === 'market' ? null : (price ?? null),
    stopPrice: isStop ? (stopPrice ?? null) : null,
    stopAbove: isStop ? compareDec(stopPrice ?? '0', last) > 0 : null,
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
  };
}

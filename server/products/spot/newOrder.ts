import type { Dec, Market } from '../../../domain/index.ts';
import { compareDec } from '../../../domain/index.ts';
import type { PlaceRequest } from './commandContext.ts';
import type { Order } from './order.ts';
import { assetsOf } from './order.ts';

/** Whose order it is, and what programs call it. */
interface Owner {
  readonly userId: number;
  readonly key: string;
  /** What they call the pair that it is of. */
  readonly list?: string;
}

/** Where and when an order is made. */
interface Making {
  readonly id: number;
  readonly partner?: number;
  /** Of one of a scaled order: the number of the first. */
  readonly scaled?: number;
  readonly market: Market;
  /** ms UTC. */
  readonly at: number;
  /** The last price: a stop beyond it waits for it to rise. */
  readonly last: Dec;
}

/** An order that nothing has happened to yet. */
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

import type { FuturesOrderRow } from '../../../../domain/contract/index.ts';
import type { Dec, OrderSide } from '../../../../domain/index.ts';
import {
  D,
  filterBreach,
  isAmountText,
  isGuardOrder,
  MOST_FUTURES_ORDERS,
  marketBounds,
  RuleError,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { ordersOfUser } from '../batch/orderEnd.ts';

/** Who requests an order, and under which key. */
export interface Requester {
  readonly userId: number;
  readonly key: string;
}

/** The fields of a new order; absent ones have their defaults. */
export interface OrderWords
  extends Partial<
    Pick<
      FuturesOrderRow,
      | 'type'
      | 'tif'
      | 'expiresAt'
      | 'scaled'
      | 'postOnly'
      | 'reduceOnly'
      | 'price'
      | 'trigger'
      | 'trail'
      | 'chase'
      | 'group'
      | 'takeProfit'
      | 'stopLoss'
      | 'guardSource'
      | 'origin'
      | 'status'
    >
  > {
  readonly market: string;
  readonly side: OrderSide;
  readonly quantity: Dec | null;
}

/** A new order before any matching. */
export function newOrder(batch: PerpetualBatch, { userId, key }: Requester, words: OrderWords): FuturesOrder {
  const id = batch.newId();
  const { mode, leverage } = batch.position(userId, words.market) ?? batch.terms(userId, words.market);
  const type = words.type ?? 'market';
  return {
    id,
    userId,
    clientId: key,
    rank: id,
    market: words.market,
    side: words.side,
    type,
    tif: words.tif ?? (type === 'market' ? 'IOC' : 'GTC'),
    expiresAt: words.expiresAt ?? null,
    scaled: words.scaled ?? null,
    postOnly: words.postOnly ?? false,
    reduceOnly: words.reduceOnly ?? false,
    price: words.price ?? null,
    trigger: words.trigger ?? null,
    trail: words.trail ?? null,
    chase: words.chase ?? null,
    group: words.group ?? null,
    quantity: words.quantity,
    takeProfit: words.takeProfit ?? '0',
    stopLoss: words.stopLoss ?? '0',
    guardSource: words.guardSource ?? 'last',
    origin: words.origin ?? 'ticket',
    status: words.status ?? 'open',
    reason: null,
    held: '0',
    filled: '0',
    filledTotal: '0',
    fee: '0',
    profit: '0',
    filledAt: null,
    mode,
    leverage,
    version: 0,
    stored: 0,
    createdAt: batch.at,
    updatedAt: batch.at,
  };
}

/** @throws {RuleError} `ordersTooMany` when a user's live orders in a market, guards not counted, leave no room for more. */
export function mustHaveRoom(batch: PerpetualBatch, userId: number, market: string, more = 1): void {
  const own = ordersOfUser(batch, userId, market).filter((order) => !isGuardOrder(order));
  if (own.length + more > MOST_FUTURES_ORDERS) throw new RuleError('ordersTooMany');
}

/** @throws {RuleError} `priceInvalid`, `orderTick` for a price that the market does not accept. */
export function mustBePrice(batch: PerpetualBatch, id: string, price: Dec): void {
  if (!isAmountText(price) || new D(price).isZero()) throw new RuleError('priceInvalid');
  const { market } = batch.orderBook(id);
  const only = { ...market, lot: '0', minQuantity: '0', minTotal: '0' };
  if (filterBreach(only, price, '1'))
    throw new RuleError('orderTick', { bound: marketBounds(market).orderTick });
}

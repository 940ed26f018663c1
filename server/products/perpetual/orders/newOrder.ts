import type { FuturesOrderRow } from '../../../../domain/contract/index.ts';
import type { Dec, OrderSide } from '../../../../domain/index.ts';
import { D, filterBreach, isAmountText, RuleError } from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';

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

/** @throws {RuleError} `priceInvalid`, `orderTick` for a price that the market does not accept. */
export function mustBePrice(batch: PerpetualBatch, id: string, price: Dec): void {
  if (!isAmountText(price) || new D(price).isZero()) throw new RuleError('priceInvalid');
  const { market } = batch.orderBook(id);
  const only = { ...market, lot: '0', minQuantity: '0', minTotal: '0' };
  if (filterBreach(only, price, '1')) throw new RuleError('orderTick');
}

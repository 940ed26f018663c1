import type { FuturesOrderRow } from '../../domain/contract/index.ts';
import type { Dec, OrderSide } from '../../domain/index.ts';
import { D, filterBreach, isAmountText, RuleError } from '../../domain/index.ts';
import type { FuturesOrder } from './order.ts';
import type { Turn } from './turn.ts';

/** Who asks for an order, and under which key. */
export interface Asker {
  readonly userId: number;
  readonly key: string;
}

/** What an order says; what is left out is as an order has it that says nothing more. */
export interface OrderWords extends Partial<Omit<FuturesOrderRow, 'id' | 'market' | 'side' | 'quantity'>> {
  readonly market: string;
  readonly side: OrderSide;
  readonly quantity: Dec | null;
}

/** An order that nobody has placed yet. */
export function newOrder(turn: Turn, { userId, key }: Asker, words: OrderWords): FuturesOrder {
  const id = turn.newId();
  const terms = turn.position(userId, words.market) ?? turn.terms(userId, words.market);
  const type = words.type ?? 'market';
  return {
    tif: type === 'market' ? 'IOC' : 'GTC',
    postOnly: false,
    reduceOnly: false,
    price: null,
    trigger: null,
    group: null,
    takeProfit: '0',
    stopLoss: '0',
    guardSource: 'last',
    origin: 'ticket',
    status: 'open',
    reason: null,
    ...words,
    type,
    id,
    userId,
    clientId: key,
    rank: id,
    held: '0',
    filled: '0',
    filledTotal: '0',
    fee: '0',
    profit: '0',
    mode: terms.mode,
    leverage: terms.leverage,
    version: 0,
    createdAt: turn.at,
    updatedAt: turn.at,
  };
}

/** @throws {RuleError} `priceInvalid`, `orderTick` for what is no price of the market. */
export function mustBePrice(turn: Turn, id: string, price: Dec): void {
  if (!isAmountText(price) || new D(price).isZero()) throw new RuleError('priceInvalid');
  const { market } = turn.desk(id);
  const only = { ...market, lot: '0', minQuantity: '0', minTotal: '0' };
  if (filterBreach(only, price, '1')) throw new RuleError('orderTick');
}

import type { Calls, RequestOf } from '../../../../domain/contract/index.ts';
import type { Market } from '../../../../domain/index.ts';
import { compareDec, RuleError, ticketRefusal } from '../../../../domain/index.ts';
import { ApiError, missing, notRequired } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';
import { spotTimes } from './orderRows.ts';

type Place = RequestOf<Calls['spot.place']>;

const TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
type OrderType = (typeof TYPES)[number];

/** What this exchange's spot does not support, by request parameter. */
const NOT_HERE: Readonly<Record<string, string>> = {
  icebergQty: 'Iceberg orders are not supported for this symbol.',
  trailingDelta: 'Trailing stop orders are not supported for this symbol.',
  pegPriceType: 'Pegged orders are not supported for this symbol.',
};

/** @throws {ApiError} -1102, -1117 */
export function sideOf(params: Params): 'buy' | 'sell' {
  const side = params.word('side', ['BUY', 'SELL'], -1117, 'Invalid side.');
  if (!side) throw missing('side');
  return side === 'BUY' ? 'buy' : 'sell';
}

function typeOf(params: Params): OrderType {
  const type = params.word('type', TYPES, -1116, 'Invalid orderType.');
  if (!type) throw missing('type');
  for (const [name, message] of Object.entries(NOT_HERE))
    if (params.has(name)) throw new ApiError(-1013, message);
  if (type === 'STOP_LOSS') throw new ApiError(-1013, 'Stop loss orders are not supported for this symbol.');
  if (type === 'TAKE_PROFIT')
    throw new ApiError(-1013, 'Take profit orders are not supported for this symbol.');
  const stp = params.text('selfTradePreventionMode');
  if (stp !== undefined && stp !== 'EXPIRE_MAKER')
    throw new ApiError(-1013, 'This symbol does not allow the specified self-trade prevention mode.');
  return type;
}

/** A market order says what it takes or what it spends; a sale only what it takes. */
function marketOrder(params: Params, side: 'buy' | 'sell'): Pick<Place, 'quantity' | 'total'> {
  for (const name of ['price', 'timeInForce', 'stopPrice']) if (params.has(name)) throw notRequired(name);
  const quantity = params.decimal('quantity');
  const total = params.decimal('quoteOrderQty');
  if (quantity !== undefined && total !== undefined) throw notRequired('quoteOrderQty');
  if (quantity !== undefined) return { quantity };
  if (total === undefined) throw missing('quantity');
  if (side === 'sell')
    throw new ApiError(-1013, 'Quote order qty market orders are not support for this symbol.');
  return { total };
}

function limitOrder(params: Params, type: OrderType): Omit<Place, 'market' | 'side' | 'type'> {
  const isMaker = type === 'LIMIT_MAKER';
  if (isMaker && params.has('timeInForce'))
    throw new ApiError(-1106, "Parameter 'timeInForce' sent when not required.");
  if (params.has('quoteOrderQty')) throw notRequired('quoteOrderQty');
  const tif = params.word('timeInForce', spotTimes, -1115, 'Invalid timeInForce.');
  if (!isMaker && !tif) throw missing('timeInForce');
  return {
    quantity: params.needDecimal('quantity'),
    price: params.needDecimal('price'),
    ...(isMaker ? { postOnly: true } : {}),
    ...(tif ? { tif } : {}),
  };
}

/**
 * The order in a request. @param last the market's price: a stop that it has passed is refused.
 * @throws {ApiError} what is missing, not supported here or would trigger at once.
 */
export function newSpotOrder(params: Params, market: Market, last: string | undefined): Place {
  const side = sideOf(params);
  const type = typeOf(params);
  if (type === 'MARKET') return { market: market.id, side, type: 'market', ...marketOrder(params, side) };
  const limit = limitOrder(params, type);
  if (type === 'LIMIT' || type === 'LIMIT_MAKER') {
    if (params.has('stopPrice')) throw notRequired('stopPrice');
    return { market: market.id, side, type: 'limit', ...limit };
  }
  const stopPrice = params.needDecimal('stopPrice');
  const isAbove = (side === 'buy') === (type === 'STOP_LOSS_LIMIT');
  const difference = compareDec(stopPrice, last ?? stopPrice);
  if (last !== undefined && (isAbove ? difference <= 0 : difference >= 0))
    throw new RuleError('orderTriggered');
  return { market: market.id, side, type: 'stopLimit', stopPrice, stopAbove: isAbove, ...limit };
}

/** Looks at an order as a test order does: by the rules that need no book. @throws {RuleError} */
export function requireValid(order: Place, market: Market, last: string | undefined): void {
  const refusal = ticketRefusal(order, market, last ?? order.price ?? '0');
  if (refusal) throw new RuleError(refusal);
}

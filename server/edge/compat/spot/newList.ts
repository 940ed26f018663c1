import type { Calls, RequestOf } from '../../../../domain/contract/index.ts';
import { ApiError, missing } from '../protocol/apiError.ts';
import type { Params } from '../protocol/params.ts';
import { sideOf } from './newOrder.ts';
import { spotTimes } from './orderRows.ts';

type Oco = RequestOf<Calls['spot.placeOco']>;

/** A pair of orders as requested: the pair, and the client's ids of the two. */
export interface ListRequest {
  readonly pair: Omit<Oco, 'market' | 'clientIds'>;
  readonly limitName: string | undefined;
  readonly stopName: string | undefined;
}

const TYPES = ['LIMIT_MAKER', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'] as const;

function lifeOf(params: Params, name: string): Pick<Oco, 'stopTif'> {
  const stopTif = params.word(name, spotTimes, -1115, 'Invalid timeInForce.');
  return stopTif === undefined ? {} : { stopTif };
}

/** What no pair here has: parts that are hidden or follow the price. */
function refuseStrange(params: Params, names: readonly string[]): void {
  for (const name of names)
    if (params.has(name)) throw new ApiError(-1013, `'${name}' is not supported for this symbol.`);
  const stp = params.text('selfTradePreventionMode');
  if (stp !== undefined && stp !== 'EXPIRE_MAKER')
    throw new ApiError(-1013, 'This symbol does not allow the specified self-trade prevention mode.');
}

/** An order of a pair on the side of the other. */
function misplaced(side: 'buy' | 'sell', type: 'LIMIT_MAKER' | 'STOP_LOSS_LIMIT'): ApiError {
  const isSale = side === 'sell';
  const where = (type === 'LIMIT_MAKER') === isSale ? 'above' : 'below';
  const words = `order in a ${side} OCO must be ${where}.`;
  if (type === 'LIMIT_MAKER') return new ApiError(isSale ? -1166 : -1165, `A limit ${words}`);
  return new ApiError(isSale ? -1197 : -1196, `A stop loss ${words}`);
}

/** The pair of `orderList/oco`, which names its orders by where they stand: a limit, and a stop-limit on the other side. */
export function listByPlace(params: Params): ListRequest {
  const side = sideOf(params);
  const [limit, stop] = side === 'sell' ? (['above', 'below'] as const) : (['below', 'above'] as const);
  for (const place of [limit, stop] as const) {
    const type = params.word(`${place}Type`, TYPES, -1116, 'Invalid orderType.');
    if (!type) throw missing(`${place}Type`);
    if (type !== 'LIMIT_MAKER' && type !== 'STOP_LOSS_LIMIT')
      throw new ApiError(-1158, 'Order type not supported in OCO.');
    if (type !== (place === limit ? 'LIMIT_MAKER' : 'STOP_LOSS_LIMIT')) throw misplaced(side, type);
  }
  refuseStrange(
    params,
    ['IcebergQty', 'TrailingDelta', 'PegPriceType'].flatMap((each) => [`above${each}`, `below${each}`]),
  );
  return {
    pair: {
      side,
      quantity: params.needDecimal('quantity'),
      price: params.needDecimal(`${limit}Price`),
      stopPrice: params.needDecimal(`${stop}StopPrice`),
      stopLimitPrice: params.needDecimal(`${stop}Price`),
      ...lifeOf(params, `${stop}TimeInForce`),
    },
    limitName: params.clientId(`${limit}ClientOrderId`),
    stopName: params.clientId(`${stop}ClientOrderId`),
  };
}

/** The pair of `order/oco`, the older call. */
export function listByKind(params: Params): ListRequest {
  const side = sideOf(params);
  refuseStrange(params, ['limitIcebergQty', 'stopIcebergQty', 'trailingDelta']);
  if (!params.has('stopLimitPrice'))
    throw new ApiError(-1013, 'Stop loss orders are not supported for this symbol.');
  return {
    pair: {
      side,
      quantity: params.needDecimal('quantity'),
      price: params.needDecimal('price'),
      stopPrice: params.needDecimal('stopPrice'),
      stopLimitPrice: params.needDecimal('stopLimitPrice'),
      ...lifeOf(params, 'stopLimitTimeInForce'),
    },
    limitName: params.clientId('limitClientOrderId'),
    stopName: params.clientId('stopClientOrderId'),
  };
}

import type { FuturesFillRow, FuturesOrderRow } from '../../../../domain/contract/index.ts';
import { D, isZeroDec, roundToDecimals, SETTLEMENT_ASSET, toText } from '../../../../domain/index.ts';
import type { OrderName } from '../../../matching/orderNames.ts';
import type { Instruments } from '../market/instruments.ts';
import { orderStates } from '../spot/orderRows.ts';

/** Decimal places of a mean price, which is not booked. */
const PLACES = 8;

export const meanOf = (total: string, quantity: string): string =>
  isZeroDec(quantity) ? '0' : roundToDecimals(toText(new D(total).div(quantity)), PLACES, 'nearest');

/** A conditional order is called by what it waits for. */
export function futuresTypeOf({ type, trigger }: Pick<FuturesOrderRow, 'type' | 'trigger'>): string {
  if (!trigger) return type.toUpperCase();
  if (trigger.kind === 'trail') return 'TRAILING_STOP_MARKET';
  const name = trigger.kind === 'stop' ? 'STOP' : 'TAKE_PROFIT';
  return type === 'limit' ? name : `${name}_MARKET`;
}

/** One that never takes is called by that, unless it has an end. */
export const futuresTimeOf = ({ postOnly, tif }: Pick<FuturesOrderRow, 'postOnly' | 'tif'>): string =>
  postOnly && tif === 'GTC' ? 'GTX' : tif;

/** Fields of a trailing stop in queries; the rate is in per cent. */
function trailRow({ trail }: FuturesOrderRow) {
  if (!trail) return {};
  return {
    ...(trail.activation === null ? {} : { activatePrice: trail.activation }),
    ...(trail.by === 'rate' ? { priceRate: toText(new D(trail.value).times(100)) } : {}),
  };
}

/** A perpetual's order in the form of queries. */
export function futuresOrderRow(instruments: Instruments, order: FuturesOrderRow, name: OrderName) {
  const type = futuresTypeOf(order);
  return {
    orderId: order.id,
    symbol: instruments.symbolOf(order.market) ?? order.market,
    status: orderStates[order.status],
    clientOrderId: name.clientId,
    price: order.price ?? '0',
    avgPrice: meanOf(order.filledTotal, order.filled),
    origQty: order.quantity ?? '0',
    executedQty: order.filled,
    cumQty: order.filled,
    cumQuote: order.filledTotal,
    timeInForce: futuresTimeOf(order),
    type,
    reduceOnly: order.reduceOnly,
    closePosition: order.quantity === null,
    side: order.side.toUpperCase(),
    positionSide: 'BOTH',
    stopPrice: order.trigger?.price ?? '0',
    workingType: order.trigger?.source === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: order.expiresAt ?? 0,
    priceProtect: false,
    origType: type,
    ...trailRow(order),
    time: order.createdAt,
    updateTime: order.updatedAt,
  };
}

const ALGO_STATES: Readonly<Record<FuturesOrderRow['status'], string>> = {
  waiting: 'NEW',
  open: 'TRIGGERED',
  partial: 'TRIGGERED',
  filled: 'FINISHED',
  cancelled: 'CANCELED',
  expired: 'EXPIRED',
};

/** The same as a conditional order, which clients name apart. */
export function algoOrderRow(instruments: Instruments, order: FuturesOrderRow, name: OrderName) {
  const row = futuresOrderRow(instruments, order, name);
  return {
    algoId: order.id,
    clientAlgoId: row.clientOrderId,
    algoType: 'CONDITIONAL',
    orderType: row.type,
    symbol: row.symbol,
    side: row.side,
    positionSide: row.positionSide,
    timeInForce: row.timeInForce,
    quantity: row.origQty,
    algoStatus: ALGO_STATES[order.status],
    actualOrderId: order.status === 'waiting' ? '' : `${order.id}`,
    actualPrice: row.avgPrice,
    triggerPrice: row.stopPrice,
    price: row.price,
    icebergQuantity: null,
    selfTradePreventionMode: row.selfTradePreventionMode,
    workingType: row.workingType,
    priceMatch: row.priceMatch,
    closePosition: row.closePosition,
    priceProtect: row.priceProtect,
    reduceOnly: row.reduceOnly,
    createTime: row.time,
    updateTime: row.updateTime,
    triggerTime: 0,
    goodTillDate: row.goodTillDate,
  };
}

/** A trade of a position. */
export function userTradeRow(instruments: Instruments, fill: FuturesFillRow) {
  return {
    symbol: instruments.symbolOf(fill.market) ?? fill.market,
    id: fill.id,
    orderId: fill.order ?? 0,
    side: fill.side.toUpperCase(),
    price: fill.price,
    qty: fill.quantity,
    realizedPnl: fill.profit,
    marginAsset: SETTLEMENT_ASSET,
    quoteQty: toText(new D(fill.price).times(fill.quantity)),
    commission: fill.fee,
    commissionAsset: SETTLEMENT_ASSET,
    time: fill.at,
    positionSide: 'BOTH',
    buyer: fill.side === 'buy',
    maker: fill.role === 'maker',
  };
}

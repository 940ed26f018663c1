import type { FillRow, OrderRow } from '../../../../domain/contract/index.ts';
import type { OrderStatus, TimeInForce } from '../../../../domain/index.ts';
import type { OrderName } from '../../../matching/orderNames.ts';
import type { Instruments } from '../market/instruments.ts';

/** Spot has no good-till-date there: an order that has an end is read as one that stands until then. */
export const spotTimes = ['GTC', 'IOC', 'FOK'] as const;
export const spotTimeOf = (tif: TimeInForce): string => (tif === 'GTD' ? 'GTC' : tif);

/** How the compatible API calls the states of an order. */
export const orderStates: Readonly<Record<OrderStatus, string>> = {
  waiting: 'NEW',
  open: 'NEW',
  partial: 'PARTIALLY_FILLED',
  filled: 'FILLED',
  cancelled: 'CANCELED',
  expired: 'EXPIRED',
};

/** A stop that waits for the price to go on in its own direction is a loss's, one that waits for it to turn a gain's. */
export function spotTypeOf({ type, postOnly, side }: OrderRow, { stopAbove }: OrderName): string {
  if (type === 'market') return 'MARKET';
  if (type === 'limit') return postOnly ? 'LIMIT_MAKER' : 'LIMIT';
  const kind = (side === 'buy') === (stopAbove ?? true) ? 'STOP_LOSS' : 'TAKE_PROFIT';
  return type === 'stopMarket' ? kind : `${kind}_LIMIT`;
}

/** The number of a pair: the lower of its orders', which is the limit's; -1 for an order on its own. */
export const listIdOf = ({ id, partner }: Pick<OrderRow, 'id' | 'partner'>): number =>
  partner === null ? -1 : Math.min(id, partner);

/** Since when an order has been on the book, ms UTC; undefined for a stop whose price was not reached. */
export const workingAtOf = ({ stopPrice, triggeredAt, createdAt }: OrderRow): number | undefined =>
  stopPrice === null ? createdAt : (triggeredAt ?? undefined);

/** An order in the form of queries. */
export function orderRow(instruments: Instruments, order: OrderRow, name: OrderName) {
  return {
    symbol: instruments.symbolOf(order.market) ?? order.market,
    orderId: order.id,
    orderListId: listIdOf(order),
    clientOrderId: name.clientId,
    price: order.price ?? '0',
    origQty: order.quantity ?? order.filled,
    executedQty: order.filled,
    origQuoteOrderQty: order.total ?? '0',
    cummulativeQuoteQty: order.filledTotal,
    status: orderStates[order.status],
    timeInForce: spotTimeOf(order.tif),
    type: spotTypeOf(order, name),
    side: order.side.toUpperCase(),
    ...(order.stopPrice === null ? {} : { stopPrice: order.stopPrice }),
    icebergQty: '0',
    time: order.createdAt,
    updateTime: order.updatedAt,
    isWorking: order.status !== 'waiting',
    workingTime: workingAtOf(order) ?? -1,
    selfTradePreventionMode: 'EXPIRE_MAKER',
  };
}

/** The response to a new order, in the requested detail. */
export function placedRow(
  instruments: Instruments,
  { order, fills, name }: { order: OrderRow; fills: readonly FillRow[]; name: OrderName },
  kind: 'ACK' | 'RESULT' | 'FULL',
) {
  const { time, updateTime: _u, isWorking: _w, icebergQty: _i, ...row } = orderRow(instruments, order, name);
  const { symbol, orderId, orderListId, clientOrderId } = row;
  if (kind === 'ACK') return { symbol, orderId, orderListId, clientOrderId, transactTime: time };
  const result = { ...row, transactTime: time };
  return kind === 'RESULT' ? result : { ...result, fills: fills.map(fillOfOrder) };
}

const fillOfOrder = ({ id, price, quantity, fee, feeAsset }: FillRow) => ({
  price,
  qty: quantity,
  commission: fee,
  commissionAsset: feeAsset,
  tradeId: id,
});

/** A trade of the user. */
export function ownTradeRow(instruments: Instruments, fill: FillRow) {
  return {
    symbol: instruments.symbolOf(fill.market) ?? fill.market,
    id: fill.id,
    orderId: fill.order,
    orderListId: -1,
    price: fill.price,
    qty: fill.quantity,
    quoteQty: fill.total,
    commission: fill.fee,
    commissionAsset: fill.feeAsset,
    time: fill.at,
    isBuyer: fill.side === 'buy',
    isMaker: fill.role === 'maker',
    isBestMatch: true,
  };
}

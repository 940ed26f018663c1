import type { FillRow, OrderRow } from '../../domain/contract/index.ts';
import type { Dec } from '../../domain/index.ts';
import {
  amountText,
  changePercent,
  D,
  isLiveStatus,
  isPaired,
  NO_FIGURE,
  percentText,
  quoteOf,
  toText,
  tradePriceText,
} from '../../domain/index.ts';
import type { FillLine, OrderLine } from '../protocol.ts';
import type { Words } from '../session/words.ts';
import { timed } from '../session/words.ts';
import type { MarketRow } from '../streams/marketRows.ts';

/** An order as users read it. @param row its market, where that is listed. */
export function orderLine(order: OrderRow, row: MarketRow | undefined, words: Words): OrderLine {
  const { style } = words;
  const price = (value: Dec | null): string =>
    value === null ? NO_FIGURE : tradePriceText(value, row?.market, style);
  const filled = new D(order.filled);
  const quantity = order.quantity ?? order.filled;
  // As its ticket said it, and as it is put aside: what is paid rounds up.
  const worth = order.total ?? quoteOf(order.price ?? '0', quantity, order.side === 'buy' ? 'up' : 'down');
  const average = filled.isZero() ? null : toText(new D(order.filledTotal).div(filled));
  return {
    id: order.id,
    market: order.market,
    name: row?.market.name ?? order.market,
    side: order.side,
    type: order.type,
    tif: order.tif,
    ...(order.scaled === null ? {} : { scaled: order.scaled }),
    expiresTime: order.expiresAt === null ? '' : words.moment(order.expiresAt),
    postOnly: order.postOnly,
    status: order.status,
    price: price(order.price),
    stopPrice: price(order.stopPrice),
    quantity: order.quantity === null ? NO_FIGURE : amountText(quantity, style),
    filled: amountText(order.filled, style),
    untraded: order.quantity === null ? NO_FIGURE : amountText(toText(new D(quantity).minus(filled)), style),
    total: amountText(order.price === null && order.total === null ? order.filledTotal : worth, style),
    average: average === null ? NO_FIGURE : price(average),
    fee: amountText(order.fee, style),
    feeAsset: order.feeAsset,
    percent: shareOf(order),
    ...timed(order.createdAt, words),
    filledTime: order.filledAt === null ? '' : words.stamp(order.filledAt),
    triggeredTime: order.triggeredAt === null ? '' : words.stamp(order.triggeredAt),
    ...(order.partner === null ? {} : { partner: order.partner }),
    ...(order.takeProfit === null ? {} : { takeProfit: price(order.takeProfit) }),
    ...(order.stopLoss === null ? {} : { stopLoss: price(order.stopLoss) }),
    ...(order.exit === null ? {} : { exit: order.exit }),
    ...(order.entry === null ? {} : { entry: order.entry }),
    isPaired: isPaired(order),
    reason: order.reason ?? '',
    distance: distanceText(order, row, words),
    raw: {
      price: order.price ?? '',
      stopPrice: order.stopPrice ?? '',
      quantity: order.quantity ?? '',
      total: order.total ?? '',
    },
  };
}

/** Share that has traded, whole per cent, rounded down: an order that is not done never says 100. */
function shareOf({ filled, quantity, status }: OrderRow): number {
  if (status === 'filled') return 100;
  if (quantity === null) return 0;
  const share = new D(filled).div(quantity).times(100).toDecimalPlaces(0, D.ROUND_DOWN);
  return share.toNumber();
}

function distanceText(order: OrderRow, row: MarketRow | undefined, { style }: Words): string {
  const last = row?.ticker?.last;
  const to = order.status === 'waiting' ? order.stopPrice : order.price;
  if (last === undefined || to === null || !isLiveStatus(order.status)) return NO_FIGURE;
  return percentText(changePercent(last, to), style);
}

export function fillLine(fill: FillRow, row: MarketRow | undefined, words: Words): FillLine {
  const { style } = words;
  return {
    id: fill.id,
    price: tradePriceText(fill.price, row?.market, style),
    quantity: amountText(fill.quantity, style),
    total: amountText(fill.total, style),
    fee: amountText(fill.fee, style),
    feeAsset: fill.feeAsset,
    role: fill.role,
    time: words.stamp(fill.at),
  };
}

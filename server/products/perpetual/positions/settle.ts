import type { FuturesFillRow } from '../../../../domain/contract/index.ts';
import type { Dec, FillKind, OrderSide, PositionEnd } from '../../../../domain/index.ts';
import { applyFill, bookedCost, bookedProfit, D, feeOf, toText } from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import type { HeldPosition } from '../batch/position.ts';

/** A user's trade. Price in quote per base, quantity in base units. */
export interface Trade {
  readonly userId: number;
  readonly market: string;
  readonly side: OrderSide;
  readonly quantity: Dec;
  readonly price: Dec;
  readonly role: 'maker' | 'taker';
  /** A fraction of the value. */
  readonly feeRate: Dec;
  readonly kind: FillKind;
  readonly order?: FuturesOrder | undefined;
  /** The end of a position that this trade closes; `closed` by default, for the user's own order. */
  readonly end?: PositionEnd | undefined;
}

/** The result of a trade. Money in quote, as booked. */
export interface SettledTrade {
  /** The position after the trade, also when it is closed; undefined when nothing was closed. */
  readonly closed: HeldPosition | undefined;
  readonly profit: Dec;
  readonly fee: Dec;
  /** Released isolated margin. */
  readonly margin: Dec;
  readonly fills: readonly FuturesFillRow[];
}

const sum = (a: Dec, b: Dec): Dec => toText(new D(a).plus(b));
const less = (a: Dec, b: Dec): Dec => toText(new D(a).minus(b));

/** Books a user's trade: P/L, fee, and the position after it. The house is the counterparty of all of it. */
export function settle(batch: PerpetualBatch, trade: Trade): SettledTrade {
  const { userId, market, side, quantity, price, role, kind, order } = trade;
  const before = batch.position(userId, market);
  const fee = bookedCost(feeOf(quantity, price, trade.feeRate));
  const { position, closed, opened } = applyFill(
    before,
    { side, quantity, price, fee },
    batch.terms(userId, market),
  );
  const fills: FuturesFillRow[] = [];
  const row = (id: number, part: Dec, partFee: Dec, profit: Dec): FuturesFillRow => {
    const made = {
      id: batch.newId(),
      order: order?.id ?? null,
      position: id,
      market,
      side,
      price,
      role,
      kind,
    };
    return { ...made, quantity: part, fee: partFee, profit, at: batch.at };
  };
  let shut: HeldPosition | undefined;
  const profit = bookedProfit(before, closed);
  if (before && closed) {
    const isEnd = closed.ended !== undefined;
    const rest = isEnd || !position ? '0' : position.cost;
    shut = batch.setPosition({
      ...before,
      quantity: isEnd || !position ? '0' : position.quantity,
      cost: rest,
      margin: isEnd || !position ? '0' : position.margin,
      realised: closed.ended ?? position?.realised ?? before.realised,
      closedQuantity: sum(before.closedQuantity, closed.quantity),
      closedCost: sum(before.closedCost, less(before.cost, rest)),
      closedValue: sum(before.closedValue, toText(new D(closed.quantity).times(price))),
      closedAt: isEnd ? batch.at : null,
      end: isEnd ? (trade.end ?? (opened ? 'turned' : 'closed')) : null,
    });
    fills.push(row(before.id, closed.quantity, closed.fee, profit));
  }
  if (position && opened) {
    const now = batch.setPosition(
      before && !closed ? { ...before, ...position } : opening(batch, userId, market, position),
    );
    fills.push(row(now.id, opened.quantity, opened.fee, '0'));
  }
  for (const fill of fills) {
    batch.funds.move('realizedPl', String(fill.id), userId, fill.profit, 'house_perpetual');
    batch.funds.move('fee', String(fill.id), userId, less('0', fill.fee), 'house_fee');
    batch.booking.fill(userId, fill);
  }
  if (order) progress(batch, order, trade, fee, profit);
  return { closed: shut, profit, fee, margin: closed?.margin ?? '0', fills };
}

type Opened = Pick<HeldPosition, 'side' | 'mode' | 'leverage' | 'quantity' | 'cost' | 'margin' | 'realised'>;

function opening(batch: PerpetualBatch, userId: number, market: string, position: Opened): HeldPosition {
  return {
    ...position,
    id: batch.newId(),
    userId,
    market,
    closedQuantity: '0',
    closedCost: '0',
    closedValue: '0',
    takeProfit: '0',
    stopLoss: '0',
    openedAt: batch.at,
    updatedAt: batch.at,
    closedAt: null,
    end: null,
    version: 0,
    marginRef: 0,
  };
}

function progress(
  batch: PerpetualBatch,
  order: FuturesOrder,
  { quantity, price }: Trade,
  fee: Dec,
  profit: Dec,
): void {
  order.filled = sum(order.filled, quantity);
  order.filledTotal = sum(order.filledTotal, toText(new D(quantity).times(price)));
  order.fee = sum(order.fee, fee);
  order.profit = sum(order.profit, profit);
  order.filledAt = batch.at;
  const isDone = order.quantity !== null && new D(order.filled).gte(order.quantity);
  order.status = isDone ? 'filled' : 'partial';
  if (isDone) batch.funds.keep(order, '0');
  batch.touch(order);
}

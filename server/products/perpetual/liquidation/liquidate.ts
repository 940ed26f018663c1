import type { Dec } from '../../../../domain/index.ts';
import {
  bankruptcyPrice,
  closingSide,
  compareDec,
  D,
  isGuardOrder,
  maintenanceMargin,
  positionValue,
  profitOf,
  tierReduction,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { Decision } from '../batch/decisions.ts';
import { end, follow, ordersOfUser } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import { newOrder } from '../orders/newOrder.ts';
import type { TakeResult } from '../orders/trade.ts';
import { backingOf, boundOf, take } from '../orders/trade.ts';
import { liquidationValues } from '../positions/due.ts';
import { settle } from '../positions/settle.ts';
import { deleverage } from './deleverage.ts';
import type { Case } from './record.ts';
import { record } from './record.ts';

const LIQUIDATION = { kind: 'liquidation', end: 'liquidated' } as const;
/** Decimal places of a takeover's price. */
const PRICE_PLACES = 18;

/**
 * One step of a liquidation: first orders are cancelled; then a part is closed, down to a lower tier; then
 * all. Each step checks the state again, so that an interruption does no harm.
 * @param marks on which it was decided, for the first step; without them the present marks count.
 * @returns whether something was done, and another step may be due.
 * @see trading rules §1 "Liquidation"
 */
export function liquidate(
  batch: PerpetualBatch,
  { userId, market, mode }: Pick<Decision, 'userId' | 'market' | 'mode'>,
  marks?: Decision['marks'],
): boolean {
  const own =
    mode === 'cross'
      ? batch.positionsOf(userId).find((each) => each.mode === 'cross')
      : batch.position(userId, market);
  if (!own || own.mode !== mode || (mode === 'isolated' && batch.mark(market).state !== 'live')) return false;
  const why = liquidationValues(batch, own, marks);
  const position = mode === 'isolated' ? own : worst(batch, userId);
  if (!why.isDue || !position) return false;
  const mark = marks?.get(position.market) ?? batch.mark(position.market).mark;
  const at: Case = { batch, position, why, mark };
  if (!cancelOrders(at) && !reduce(at)) closeAll(at);
  return isOpen(batch, position);
}

/** Whether another step could close anything. */
function isOpen(batch: PerpetualBatch, { userId, market, mode, id }: HeldPosition): boolean {
  if (mode === 'isolated') return batch.position(userId, market)?.id === id;
  return batch.positionsOf(userId).some((each) => each.mode === 'cross');
}

/** Cancels the market's orders, of a cross account those of all markets: they can only increase the risk. */
function cancelOrders(at: Case): boolean {
  const { batch, position } = at;
  const { userId, mode, market } = position;
  const markets = mode === 'isolated' ? [market] : batch.marketsOf(userId);
  const orders = markets
    .flatMap((each) => ordersOfUser(batch, userId, each))
    .filter((order) => !isGuardOrder(order));
  if (orders.length === 0) return false;
  for (const order of orders) end(batch, order, 'cancelled', 'endedByLiquidation');
  record(at, 'cancel');
  return true;
}

/**
 * The position of a cross account to close next: of those whose loss the account can book, the one with the
 * largest requirement; without any, the one with the largest gain; last the one with the largest requirement.
 */
function worst(batch: PerpetualBatch, userId: number): HeldPosition | undefined {
  const seen = batch
    .positionsOf(userId)
    .filter(({ mode, market }) => mode === 'cross' && batch.mark(market).state === 'live')
    .map((position) => {
      const { market, quantity, side, cost } = position;
      const value = positionValue(quantity, batch.mark(market).mark);
      const table = tiersOfMarket(batch.orderBook(market).market);
      const profit = new D(profitOf(side, value, cost));
      return { position, profit, needs: new D(maintenanceMargin(value, table)) };
    })
    .sort((a, b) => b.needs.comparedTo(a.needs) || a.position.id - b.position.id);
  const free = batch.funds.free(userId);
  const covered = seen.find(({ profit }) => free.plus(profit).gte(0));
  const best = [...seen].sort((a, b) => b.profit.comparedTo(a.profit))[0];
  return (covered ?? (best?.profit.gt(0) ? best : seen[0]))?.position;
}

/** Closes enough to bring the position into a lower tier. @returns whether anything was closed. */
function reduce(at: Case): boolean {
  const { batch, position } = at;
  const { quantity, market } = position;
  const { lot } = batch.orderBook(market).market;
  const table = tiersOfMarket(batch.orderBook(market).market);
  const part = tierReduction(quantity, batch.mark(market).mark, lot, table);
  if (part === undefined || compareDec(part, quantity) >= 0) return false;
  return shut(at, 'reduce', part);
}

/** Closes everything: the house takes what the market does not within the bankruptcy price. */
function closeAll(at: Case): void {
  const { batch, position } = at;
  shut(at, 'close', position.quantity);
  const left = batch.position(position.userId, position.market);
  if (left?.id === position.id) takeOver({ ...at, position: left });
}

/** Closes a quantity at market. Remaining margin stays with the position, or goes to the fund at its end. */
function shut(at: Case, step: 'reduce' | 'close', quantity: Dec): boolean {
  const { batch, position } = at;
  const { userId, market, side } = position;
  const order = newOrder(
    batch,
    { userId, key: `liquidation-${batch.newId()}` },
    { market, side: closingSide(side), quantity, reduceOnly: true, origin: 'liquidation' },
  );
  const bound = boundOf(batch, order);
  if (bound === undefined) return false;
  if (batch.orderBook(market).reach(order, quantity, bound, batch.houseLimit(market)) === '0') return false;
  const taken = take(batch, order, quantity, bound, LIQUIDATION);
  if (order.status !== 'filled') end(batch, order, 'expired');
  // The makers that the book showed could not afford the trade.
  if (order.filled === '0') return false;
  const sums = sumsOf(taken);
  const price = toText(new D(order.filledTotal).div(order.filled));
  record(at, step, { quantity: order.filled, price, profit: sums.profit, fee: sums.fee });
  const surplus = new D(sums.margin).plus(sums.profit).minus(sums.fee);
  const left = batch.position(userId, market);
  if (position.mode === 'cross') {
    if (left?.id !== position.id)
      creditSurplus(at, crossSurplus(at, order.filledTotal), String(order.id), taken);
  } else if (left?.id === position.id) {
    batch.setPosition({ ...left, margin: toText(surplus.plus(left.margin)) });
  } else creditSurplus(at, surplus, String(order.id), taken);
  return true;
}

function sumsOf({ settled }: TakeResult): { profit: Dec; fee: Dec; margin: Dec } {
  const sum = (of: 'profit' | 'fee' | 'margin'): Dec =>
    toText(settled.reduce((all, each) => all.plus(each[of]), new D(0)));
  return { profit: sum('profit'), fee: sum('fee'), margin: sum('margin') };
}

/**
 * For a cross account the fund receives the maintenance margin of the position closed last, as far as there
 * is any: while other positions are open, all remaining money stays behind them.
 */
function crossSurplus({ batch, position }: Case, value: Dec): D {
  if (batch.positionsOf(position.userId).some(({ mode }) => mode === 'cross')) return new D(0);
  const table = tiersOfMarket(batch.orderBook(position.market).market);
  const needed = new D(maintenanceMargin(value, table)).toDecimalPlaces(8, D.ROUND_DOWN);
  return D.max(0, D.min(needed, batch.funds.free(position.userId)));
}

/** Remaining margin of a liquidated position goes to the insurance fund, as the last of its fees. */
function creditSurplus(at: Case, surplus: D, refId: string, { settled }: TakeResult): void {
  if (surplus.lte(0)) return;
  const amount = toText(surplus);
  at.batch.funds.move(
    'liquidation',
    `surplus.${refId}`,
    at.position.userId,
    toText(surplus.negated()),
    'insurance',
  );
  const ended = settled.findLast(({ closed }) => closed)?.closed;
  if (ended) {
    const { realised, version } = ended;
    const fees = toText(new D(realised.fees).minus(amount));
    at.batch.booking.position(undefined, { ...ended, version: version + 1, realised: { ...realised, fees } });
  }
  record(at, 'insurance', { insurance: amount });
}

/** The house takes over the unmatched rest at the bankruptcy price; the fund settles against the mark. */
function takeOver(at: Case): void {
  const { batch, position } = at;
  const { userId, market, side, quantity, cost } = position;
  const exact = bankruptcyPrice(side, quantity, cost, backingOf(batch, position));
  // Rounded so that the loss does not exceed the money behind it.
  const rounding = side === 'long' ? D.ROUND_UP : D.ROUND_DOWN;
  const least = new D(10).pow(-PRICE_PLACES);
  const price = toText(D.max(least, new D(exact).toDecimalPlaces(PRICE_PLACES, rounding)));
  const covered = deleverage(at, price);
  const { profit, fills } = settle(batch, {
    userId,
    market,
    side: closingSide(side),
    quantity,
    price,
    role: 'taker',
    feeRate: '0',
    kind: 'takeover',
    end: 'liquidated',
  });
  record(at, 'takeover', { quantity, price, profit });
  follow(batch, userId, market, position.id, 'endedByLiquidation');
  settleFund(at, price, covered, String(fills[0]?.id ?? batch.newId()));
}

/**
 * Settles the difference between takeover price and mark between fund and house.
 * @param covered base units of the takeover that were not deleveraged: the house's open exposure.
 */
function settleFund(at: Case, price: Dec, covered: { fund: D; house: D }, refId: string): void {
  const { batch, position } = at;
  const sign = position.side === 'long' ? 1 : -1;
  const each = new D(batch.mark(position.market).mark).minus(price).times(sign);
  const amount = each.times(covered.fund);
  // Amounts too small to be booked are to the fund's disadvantage, never beyond its balance.
  const booked = D.max(batch.funds.insurance.negated(), amount.toDecimalPlaces(8, D.ROUND_FLOOR));
  if (!booked.isZero()) {
    batch.funds.moveHouse(`fund.${refId}`, ['house_perpetual', 'insurance'], booked);
    record(at, 'insurance', { quantity: toText(covered.fund), price, insurance: toText(booked) });
  }
  if (covered.house.gt(0)) record(at, 'house', { quantity: toText(covered.house), price });
}

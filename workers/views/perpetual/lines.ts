import type { FuturesOrderRow, PositionRow } from '../../../domain/contract/index.ts';
import type { Dec, Direction, Market } from '../../../domain/index.ts';
import {
  amountText,
  averageEntryOf,
  bookedCost,
  breakEvenPrice,
  changePercent,
  countdownText,
  D,
  fundingPayment,
  isBeyondLiquidation,
  isFundingSoon,
  isLiveStatus,
  liquidationDistance,
  liquidationRanges,
  maintenanceMargin,
  NO_FIGURE,
  netRealised,
  percentText,
  perpetualFees,
  positionMargin,
  positionValue,
  profitOf,
  roeOf,
  toText,
} from '../../../domain/index.ts';
import type { FuturesOrderLine, GuardLine, PositionLine } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import { timed } from '../../session/words.ts';
import type { MarketRow } from '../../streams/marketRows.ts';
import type { Joined } from '../../streams/positions/joined.ts';
import { chaseLine } from './chaseLine.ts';
import type { Texts } from './texts.ts';
import { gainDirection, moneyDirection, permilleOf, ratioText, textsOf } from './texts.ts';
import { trailLine } from './trailing.ts';

/** A position as users read it. @param guards of it, the newest first. */
export function positionLine(
  row: PositionRow,
  joined: Joined | undefined,
  market: Market | undefined,
  guards: readonly FuturesOrderRow[],
  words: Words,
  soon: Soon = {},
): PositionLine {
  const texts = textsOf(market, words.style);
  const lines = guards.map((guard) => guardLine(guard, row, joined, market, words));
  const whole = (kind: GuardLine['kind']): string =>
    lines.find((each) => each.kind === kind && each.quantity === '')?.trigger ?? NO_FIGURE;
  const roe = joined && roeOf(joined.profit, row.cost, row.leverage);
  const net = joined && netIfClosed(row, joined.profit, joined.value);
  const shown = joined && texts.liquidation(joined.shown, row.side);
  return {
    id: row.id,
    market: row.market,
    name: market?.name ?? row.market,
    base: market?.base ?? '',
    iconId: market?.iconId ?? null,
    side: row.side,
    mode: row.mode,
    leverage: row.leverage,
    quantity: texts.quantity(row.quantity),
    entry: texts.price(averageEntryOf(row)),
    mark: texts.price(joined?.mark[1]),
    ...(joined ? { markState: joined.mark[5] } : {}),
    margin: texts.owes(positionMargin(row)),
    liquidation: shown?.text ?? NO_FIGURE,
    liquidationKind: shown?.kind,
    toLiquidation: joined ? distanceTo(liquidationDistance(joined.shown, joined.mark[1]), words) : NO_FIGURE,
    rangesToLiquidation: joined ? rangesText(joined, soon.range, words) : NO_FIGURE,
    ...(joined && soon.now !== undefined ? fundingDueOf(row, joined, soon.now, texts) : {}),
    profit: texts.signed(joined?.profit),
    direction: honestDirection(joined?.profit, net),
    roe: texts.percent(roe),
    net: texts.gain(net),
    netDirection: gainDirection(net),
    value: texts.money(joined?.value),
    fee: texts.signed(row.realised.fees),
    interest: texts.signed(row.realised.funding),
    realised: texts.gain(netRealised(row.realised)),
    breakEven: texts.price(breakEvenPrice(row, perpetualFees.taker)),
    maintenance: texts.owes(joined && maintenanceMargin(joined.value, joined.table)),
    ratio: joined ? ratioText(joined.ratio, words.style) : NO_FIGURE,
    ratioPermille: joined ? permilleOf(joined.ratio) : 0,
    takeProfit: whole('profit'),
    stopLoss: whole('stop'),
    guards: lines,
    openedAt: words.stamp(row.openedAt),
  };
}

/** What a position's danger is measured with besides its own figures. */
export interface Soon {
  /** Average range of a day, quote per base; undefined while it is not known. */
  readonly range?: Dec | undefined;
  /** The exchange's clock, ms UTC. */
  readonly now?: number | undefined;
}

function rangesText({ shown, mark }: Joined, range: Dec | undefined, { style }: Words): string {
  const ranges = range === undefined ? undefined : liquidationRanges(shown, mark[1], range);
  return ranges === undefined
    ? NO_FIGURE
    : amountText(toText(new D(ranges).toDecimalPlaces(1, D.ROUND_DOWN)), style);
}

/** What the next settlement of funding is expected to do, shortly before it. */
function fundingDueOf(
  { side, quantity }: PositionRow,
  { mark: [, price, , rate, at] }: Joined,
  now: number,
  texts: Texts,
): Pick<PositionLine, 'fundingDue'> {
  if (!isFundingSoon(at, now)) return {};
  const payment = fundingPayment(side, quantity, price, rate);
  const direction = moneyDirection(payment);
  return { fundingDue: { in: countdownText(at - now), amount: texts.signed(payment), direction } };
}

/** Rounded down: it never looks farther than it is. */
const distanceTo = (share: Dec | undefined, { style }: Words): string =>
  share === undefined ? NO_FIGURE : ratioText(toText(new D(share).toDecimalPlaces(4, D.ROUND_DOWN)), style);

function guardLine(
  guard: FuturesOrderRow,
  row: PositionRow,
  joined: Joined | undefined,
  market: Market | undefined,
  words: Words,
): GuardLine {
  const texts = textsOf(market, words.style);
  const { id, quantity, price, reason } = guard;
  const { kind, price: trigger, source } = guard.trigger ?? { kind: 'stop', price: '0', source: 'last' };
  const part = quantity ?? row.quantity;
  const profit = profitAt(row, part, trigger);
  const net = netIfClosed(row, profit, positionValue(part, trigger));
  return {
    id,
    kind,
    trigger: texts.price(trigger),
    source,
    ...(guard.trail ? { trail: trailLine(guard.trail, texts, words.style) } : {}),
    limit: texts.price(price),
    quantity: quantity === null ? '' : texts.quantity(quantity),
    profit: texts.signed(profit),
    direction: honestDirection(profit, net),
    reason,
    isBeyond:
      kind !== 'profit' && joined !== undefined && isBeyondLiquidation(row.side, trigger, joined.liquidation),
    raw: { trigger, quantity: quantity ?? '', limit: price ?? '' },
  };
}

/** P/L of closing a part at a price, fees aside; the part's cost is its share of the whole. */
export function profitAt(row: Pick<PositionRow, 'side' | 'quantity' | 'cost'>, part: Dec, price: Dec): Dec {
  const cost = toText(new D(row.cost).times(part).div(row.quantity));
  return profitOf(row.side, toText(new D(part).times(price)), cost);
}

/**
 * Net P/L of a position once a part of it closes by taking: what it has brought so far, the part's price P/L, and the
 * closing fee, rounded up as it is booked. Quote.
 */
export function netIfClosed(row: Pick<PositionRow, 'realised'>, profit: Dec, value: Dec): Dec {
  const fee = bookedCost(toText(new D(value).times(perpetualFees.taker)));
  return toText(new D(netRealised(row.realised)).plus(profit).minus(fee));
}

/** A gain that fees and interest take away reads neither up nor down; a loss is one. */
export function honestDirection(profit: Dec | undefined, net: Dec | undefined): Direction {
  const direction = moneyDirection(profit);
  return direction > 0 && gainDirection(net) < 0 ? 0 : direction;
}

/** An order as users read it. @param row its market, where that is listed. */
export function futuresOrderLine(
  order: FuturesOrderRow,
  row: MarketRow | undefined,
  words: Words,
): FuturesOrderLine {
  const texts = textsOf(row?.market, words.style);
  const filled = new D(order.filled);
  const average = filled.isZero() ? null : toText(new D(order.filledTotal).div(filled));
  return {
    id: order.id,
    market: order.market,
    name: row?.market.name ?? order.market,
    base: row?.market.base ?? '',
    side: order.side,
    type: order.type,
    tif: order.tif,
    ...(order.scaled === null ? {} : { scaled: order.scaled }),
    expiresTime: order.expiresAt === null ? '' : words.moment(order.expiresAt),
    postOnly: order.postOnly,
    reduceOnly: order.reduceOnly,
    isGuard: order.group !== null,
    ...(order.trail ? { trail: trailLine(order.trail, texts, words.style) } : {}),
    ...(order.chase ? { chase: chaseLine(order.side, order.chase, row, words) } : {}),
    origin: order.origin,
    status: order.status,
    mode: order.mode,
    leverage: order.leverage,
    price: texts.price(order.price),
    trigger: texts.price(order.trigger?.price),
    triggerKind: order.trigger?.kind ?? null,
    triggerSource: order.trigger?.source ?? null,
    quantity: order.quantity === null ? '' : texts.quantity(order.quantity),
    filled: texts.quantity(order.filled),
    untraded:
      order.quantity === null ? NO_FIGURE : texts.quantity(toText(new D(order.quantity).minus(filled))),
    average: texts.price(average),
    takeProfit: texts.price(order.takeProfit),
    stopLoss: texts.price(order.stopLoss),
    fee: texts.owes(order.fee),
    profit: filled.isZero() ? NO_FIGURE : texts.signed(order.profit),
    direction: moneyDirection(order.profit),
    percent: shareOf(order),
    distance: distanceText(order, row, words),
    reason: order.reason,
    ...timed(order.createdAt, words),
    filledTime: order.filledAt === null ? '' : words.stamp(order.filledAt),
    raw: {
      // A chase has its own price.
      price: order.chase ? '' : (order.price ?? ''),
      // One that follows is not moved by hand.
      trigger: order.trail ? '' : (order.trigger?.price ?? ''),
      quantity: order.quantity ?? '',
    },
  };
}

/** Share that has traded, whole per cent, rounded down: an order that is not done never says 100. */
function shareOf({ filled, quantity, status }: FuturesOrderRow): number {
  if (status === 'filled') return 100;
  if (quantity === null) return 0;
  return new D(filled).div(quantity).times(100).toDecimalPlaces(0, D.ROUND_DOWN).toNumber();
}

function distanceText(order: FuturesOrderRow, row: MarketRow | undefined, { style }: Words): string {
  const last = row?.ticker?.last;
  const to = order.status === 'waiting' ? order.trigger?.price : order.price;
  if (last === undefined || !to || !isLiveStatus(order.status)) return NO_FIGURE;
  return percentText(changePercent(last, to), style);
}

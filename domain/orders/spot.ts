import type { Book, Level } from '../book/book.ts';
import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { MarketFilter } from '../market/market.ts';
import { filterBreach } from '../market/market.ts';
import type { OrderLife } from './expiry.ts';
import { isStrayExpiry } from './expiry.ts';
import { spotFees } from './fees.ts';
import type { OrderSide, OrderType } from './orderCodes.ts';
import { isMarketType, isStopType } from './orderCodes.ts';

/** Prices of orders stay within these multiples of the last price. */
export const PRICE_BAND = { least: '0.2', most: '5' } as const;
/** A market order takes nothing that is worse than the best price by more than this fraction. */
export const MARKET_PROTECTION: Dec = '0.05';
/** Decimal places in which money is booked. */
const BOOKED = 8;
const DOWN = 1;
const UP = 0;

/** What an order says, as typed. Prices quote per base; quantity base, total quote. */
export interface OrderTicket {
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly price?: Dec | undefined;
  readonly stopPrice?: Dec | undefined;
  readonly quantity?: Dec | undefined;
  /** What a market buy may spend, in place of a quantity. */
  readonly total?: Dec | undefined;
}

/** What an order says of how it trades, as far as it says it. */
export interface OrderOptions extends OrderLife {
  readonly type: OrderType;
  readonly price?: Dec | undefined;
  readonly stopPrice?: Dec | undefined;
  readonly postOnly?: boolean | undefined;
}

/**
 * `orderOptions` for what an order of this type does not have, which would be dropped in silence: a price, post-only or
 * a time in force other than IOC at the market, and a trigger of what is no stop; and for an end without GTD, or GTD
 * without an end.
 */
export function optionsRefusal({
  type,
  price,
  stopPrice,
  tif,
  expiresAt,
  postOnly,
}: OrderOptions): RefusalCode | undefined {
  const isPriced = price !== undefined || postOnly === true || (tif !== undefined && tif !== 'IOC');
  const isStray = (isMarketType(type) && isPriced) || (!isStopType(type) && stopPrice !== undefined);
  return isStray || isStrayExpiry({ tif, expiresAt }) ? 'orderOptions' : undefined;
}

/**
 * The first rule that a ticket breaks, or undefined. @param reference the last price.
 * @see specification §5 "Spot quantity must be greater than zero", trading rules §2 "Filters"
 */
export function ticketRefusal(
  ticket: OrderTicket,
  filter: MarketFilter,
  reference: Dec,
): RefusalCode | undefined {
  const { type, side, price, stopPrice, quantity, total } = ticket;
  const amount = quantity ?? total;
  if (amount === undefined || amountSign(amount) === undefined) return 'amountInvalid';
  if (amountSign(amount) === 0) return 'amountZero';
  if (total !== undefined && (type !== 'market' || side !== 'buy' || quantity !== undefined))
    return 'amountInvalid';
  if (!isMarketType(type) && amountSign(price) !== 1) return 'priceInvalid';
  if (isStopType(type) && amountSign(stopPrice) !== 1) return 'priceInvalid';
  const at = (type === 'stopMarket' ? stopPrice : price) ?? reference;
  if (total !== undefined) return compareDec(total, filter.minTotal) < 0 ? 'orderTotal' : undefined;
  const breach = filterBreach(isMarketType(type) ? { ...filter, tick: '0' } : filter, at, amount);
  if (breach) return breachCodes[breach];
  if (stopPrice !== undefined && !isOnTick(stopPrice, filter)) return 'orderTick';
  return [price, stopPrice].some((each) => each !== undefined && isOutOfBand(each, reference))
    ? 'orderBand'
    : undefined;
}

const breachCodes = {
  tick: 'orderTick',
  lot: 'orderLot',
  minQuantity: 'orderMinimum',
  minTotal: 'orderTotal',
} as const;

const isOnTick = (price: Dec, filter: MarketFilter): boolean =>
  !filterBreach({ ...filter, lot: '0', minQuantity: '0', minTotal: '0' }, price, '1');

/**
 * Whether an order may name a price: a multiple of the tick, and within the band around the last price.
 * @param price quote per base, above 0. @param reference the last price, 0 where there is none yet: no band then.
 */
export const isOrderPrice = (price: Dec, filter: MarketFilter, reference: Dec): boolean =>
  isOnTick(price, filter) && !isOutOfBand(price, reference);

function isOutOfBand(price: Dec, reference: Dec): boolean {
  const from = new D(reference);
  if (from.isZero()) return false;
  return new D(price).lt(from.times(PRICE_BAND.least)) || new D(price).gt(from.times(PRICE_BAND.most));
}

/** What is put aside for a limit order: quote for a buy, rounded up; base for a sell. */
export function holdOf(side: OrderSide, price: Dec, quantity: Dec): Dec {
  return side === 'sell' ? quantity : quoteOf(price, quantity, 'up');
}

/** The most that a stop at market pays, quote per base: the market's protection above its trigger. Not rounded. */
export const stopMarketPrice = (stopPrice: Dec): Dec =>
  toText(new D(1).plus(MARKET_PROTECTION).times(stopPrice));

/**
 * The worst price that a stop at market takes now, on the tick: that of a market order, and to buy none above what was
 * put aside for it.
 */
export function stopMarketBound(side: OrderSide, best: Dec, stopPrice: Dec, tick: Dec): Dec {
  const bound = marketBound(side, best, tick);
  if (side === 'sell') return bound;
  const most = new D(stopMarketPrice(stopPrice)).div(tick).floor().times(tick);
  return toText(D.min(bound, most));
}

/** Price × quantity as it is booked. What is paid rounds up, what is received down. */
export function quoteOf(price: Dec, quantity: Dec, rounding: 'up' | 'down'): Dec {
  return toText(new D(price).times(quantity).toDecimalPlaces(BOOKED, rounding === 'up' ? UP : DOWN));
}

/** What is left of a gain after the fee, rounded down, and the fee itself; together they are the gain. */
export function netOf(gain: Dec, role: keyof typeof spotFees): { readonly net: Dec; readonly fee: Dec } {
  return netAfter(gain, spotFees[role]);
}

/** The same at any rate. @param rate a fraction of the gain; negative for a rebate. */
export function netAfter(gain: Dec, rate: Dec): { readonly net: Dec; readonly fee: Dec } {
  const net = new D(1).minus(rate).times(gain).toDecimalPlaces(BOOKED, DOWN);
  return { net: toText(net), fee: toText(new D(gain).minus(net)) };
}

/** The worst price that a market order takes, on the tick; buy rounds up, sell down. */
export function marketBound(side: OrderSide, best: Dec, tick: Dec): Dec {
  const share = new D(1)[side === 'buy' ? 'plus' : 'minus'](MARKET_PROTECTION);
  const steps = new D(best)
    .times(share)
    .div(tick)
    .toDecimalPlaces(0, side === 'buy' ? UP : DOWN);
  return toText(D.max(steps, 1).times(tick));
}

/** The tighter of two bounds: a buyer takes nothing above the lower, a seller nothing below the higher. */
export function tighterBound(side: OrderSide, a: Dec, b: Dec | undefined): Dec {
  if (b === undefined) return a;
  return (side === 'buy') === compareDec(a, b) < 0 ? a : b;
}

/** The quantity that an amount of quote buys at a price, down to the lot. */
export function quantityFor(total: Dec, price: Dec, lot: Dec): Dec {
  const size = new D(lot).isZero() ? new D(1).div(10 ** BOOKED) : new D(lot);
  return toText(new D(total).div(price).div(size).toDecimalPlaces(0, DOWN).times(size));
}

/** A part of an order that is not traded at once. Price quote per base, quantity base units, > 0. */
export interface WaitingPart {
  readonly price: Dec;
  readonly quantity: Dec;
  /** Whose fee it is expected to pay when it fills. */
  readonly role: keyof typeof spotFees;
}

/**
 * Fee of an order in the asset received, ≥ 0: the taker's for each of its trades, as it is booked, and for what waits
 * that of its role.
 */
export function expectedFee(side: OrderSide, trades: readonly Level[], waits?: WaitingPart): Dec {
  const gainOf = (price: Dec, quantity: Dec): Dec =>
    side === 'buy' ? quantity : quoteOf(price, quantity, 'down');
  const taken = trades.map(([price, quantity]) => netOf(gainOf(price, quantity), 'taker').fee);
  const due = waits ? [netOf(gainOf(waits.price, waits.quantity), waits.role).fee] : [];
  return toText([...taken, ...due].reduce((sum, fee) => sum.plus(fee), new D(0)));
}

/** What a ticket would do against the book as it is now. */
export interface TakePreview {
  /** What would trade, level by level. */
  readonly trades: readonly Level[];
  /** Base units that would trade at once. */
  readonly filled: Dec;
  /** Σ price × quantity of it. */
  readonly total: Dec;
  /** Undefined when nothing would trade. */
  readonly average: Dec | undefined;
  /** Of the average against the best price, a fraction ≥ 0; undefined when nothing would trade. */
  readonly slippage: Dec | undefined;
  /** In the asset received: base for a buy, quote for a sell. */
  readonly fee: Dec;
  /** Base units that would rest, or lapse for a market order. */
  readonly rest: Dec;
}

/** Walks the other side of the book. @param bound no price worse than this; undefined: the market's protection. */
export function previewTake(
  book: Book,
  side: OrderSide,
  request: { readonly quantity: Dec } | { readonly total: Dec },
  lot: Dec,
  tick: Dec,
  bound?: Dec,
): TakePreview {
  const levels = side === 'buy' ? book.asks : book.bids;
  const best = levels[0]?.[0];
  const worst = bound ?? (best === undefined ? undefined : marketBound(side, best, tick));
  const walked = walk(levels, side, request, lot, worst);
  const requested = 'quantity' in request ? new D(request.quantity) : walked.filled;
  const average = walked.filled.isZero() ? undefined : walked.total.div(walked.filled);
  const gain = side === 'buy' ? walked.filled : walked.total;
  const slip = average && best !== undefined ? average.div(best).minus(1).abs() : undefined;
  return {
    trades: walked.trades,
    filled: toText(walked.filled),
    total: toText(walked.total),
    average: average && toText(average),
    slippage: slip && toText(slip),
    fee: netOf(toText(gain), 'taker').fee,
    rest: toText(D.max(0, requested.minus(walked.filled))),
  };
}

function walk(
  levels: readonly Level[],
  side: OrderSide,
  request: { readonly quantity: Dec } | { readonly total: Dec },
  lot: Dec,
  worst: Dec | undefined,
): { filled: D; total: D; trades: readonly Level[] } {
  const trades: Level[] = [];
  let filled = new D(0);
  let total = new D(0);
  for (const [price, quantity] of levels) {
    if (worst !== undefined && compareDec(price, worst) * (side === 'buy' ? 1 : -1) > 0) break;
    const left =
      'quantity' in request
        ? new D(request.quantity).minus(filled)
        : new D(quantityFor(toText(new D(request.total).minus(total)), price, lot));
    const taken = D.min(left, quantity);
    if (taken.lte(0)) break;
    trades.push([price, toText(taken)]);
    filled = filled.plus(taken);
    total = total.plus(taken.times(price));
  }
  return { filled, total, trades };
}

/** The most that a balance allows, on the lot: what the exchange will accept. @param available quote for a buy. */
export function mostQuantity(side: OrderSide, available: Dec, price: Dec, lot: Dec): Dec {
  if (side === 'buy') return new D(price).isZero() ? '0' : quantityFor(available, price, lot);
  const size = new D(lot).isZero() ? new D(1).div(10 ** BOOKED) : new D(lot);
  return toText(new D(available).div(size).toDecimalPlaces(0, DOWN).times(size));
}

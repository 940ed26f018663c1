import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { MarketFilter } from '../market/market.ts';
import type { OrderSide, ScaledShape } from './orderCodes.ts';
import { scaledCounts } from './orderCodes.ts';
import { holdOf, ticketRefusal } from './spot.ts';

/** Limit orders over a range of prices, as typed. Prices quote per base; quantity base, of all of them together. */
export interface ScaledTicket {
  readonly side: OrderSide;
  /** Of the first order. */
  readonly from?: Dec | undefined;
  /** Of the last one; above or below the first. */
  readonly to?: Dec | undefined;
  /** How many, `scaledCounts`. */
  readonly count?: number | undefined;
  /** How their sizes change from the first to the last. */
  readonly shape: ScaledShape;
  readonly quantity?: Dec | undefined;
}

/** One that a market accepts. */
export type ValidScaled = { readonly [Field in keyof ScaledTicket]-?: NonNullable<ScaledTicket[Field]> };

/** One of its orders. Price quote per base, on the tick; quantity base, on the lot, ≥ 0. */
export interface ScaledLevel {
  readonly price: Dec;
  readonly quantity: Dec;
}

const DOWN = 1;
const UP = 0;
const onStep = (value: D, step: Dec, rounding: typeof UP | typeof DOWN): Dec =>
  compareDec(step, '0') === 0
    ? toText(value.toDecimalPlaces(8, rounding))
    : toText(value.div(step).toDecimalPlaces(0, rounding).times(step));

/** How large an order is beside the others: alike, or as its place from the small end. */
const weightOf = (shape: ScaledShape, place: number, count: number): number =>
  shape === 'flat' ? 1 : shape === 'rising' ? place + 1 : count - place;

/**
 * Its orders, the first price first. Prices lie evenly, to buy rounded down to the tick and to sell up, so that none is
 * worse than requested; quantities are rounded down to the lot, so that they never sum to more than was given.
 */
export function scaledLevels(
  { side, from, to, count, shape, quantity }: ValidScaled,
  { tick, lot }: Pick<MarketFilter, 'tick' | 'lot'>,
): readonly ScaledLevel[] {
  const weights = Array.from({ length: count }, (_, place) => weightOf(shape, place, count));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const way = new D(to).minus(from);
  return weights.map((weight, place) => ({
    price: onStep(new D(from).plus(way.times(place).div(count - 1)), tick, side === 'buy' ? DOWN : UP),
    quantity: onStep(new D(quantity).times(weight).div(sum), lot, DOWN),
  }));
}

/** A rule that it breaks, and the field of it that breaks it. */
export interface ScaledBreach {
  readonly code: RefusalCode;
  readonly field: 'from' | 'to' | 'count' | 'amount';
}

/** Whether everything is typed that it needs. */
export const isValidScaled = (ticket: ScaledTicket): ticket is ValidScaled =>
  scaledFlaw(ticket) === undefined;

function scaledFlaw({ from, to, count, quantity }: ScaledTicket): ScaledBreach | undefined {
  if (amountSign(from) !== 1) return { code: 'priceInvalid', field: 'from' };
  if (amountSign(to) !== 1) return { code: 'priceInvalid', field: 'to' };
  const { least, most } = scaledCounts;
  if (count === undefined || !Number.isInteger(count) || count < least || count > most)
    return { code: 'scaledCount', field: 'count' };
  if (quantity === undefined || amountSign(quantity) === undefined)
    return { code: 'amountInvalid', field: 'amount' };
  return amountSign(quantity) === 0 ? { code: 'amountZero', field: 'amount' } : undefined;
}

/**
 * The first rule that it breaks, or undefined: each of its orders is one that the market takes, at a price of its own.
 * @param last the last price, quote per base; zero while none is known.
 */
export function scaledBreach(
  ticket: ScaledTicket,
  filter: MarketFilter,
  last: Dec,
): ScaledBreach | undefined {
  const flaw = scaledFlaw(ticket);
  if (flaw || !isValidScaled(ticket)) return flaw;
  const levels = scaledLevels(ticket, filter);
  const ends = [
    [ticket.from, 'from'],
    [ticket.to, 'to'],
  ] as const;
  for (const [price, field] of ends) {
    const code = ticketRefusal(
      { side: ticket.side, type: 'limit', price, quantity: '1' },
      priceOf(filter),
      last,
    );
    if (code) return { code, field };
  }
  if (new Set(levels.map(({ price }) => price)).size < levels.length)
    return { code: 'scaledRange', field: 'to' };
  for (const { price, quantity } of levels) {
    if (quantity === '0') return { code: 'orderMinimum', field: 'amount' };
    const code = ticketRefusal({ side: ticket.side, type: 'limit', price, quantity }, filter, last);
    if (code) return { code, field: 'amount' };
  }
  return undefined;
}

/** What a market says of prices alone. */
const priceOf = (filter: MarketFilter): MarketFilter => ({
  ...filter,
  lot: '0',
  minQuantity: '0',
  minTotal: '0',
});

/** What all of them together come to. */
export interface ScaledSums {
  /** Base units. */
  readonly quantity: Dec;
  /** Σ price × quantity, quote. */
  readonly total: Dec;
  /** Quote per base; undefined for nothing. */
  readonly average: Dec | undefined;
}

/** Sums over the orders of a scaled order, unrounded; the average weighs prices by quantity. */
export function scaledSums(levels: readonly ScaledLevel[]): ScaledSums {
  const quantity = levels.reduce((sum, level) => sum.plus(level.quantity), new D(0));
  const total = levels.reduce((sum, level) => sum.plus(new D(level.price).times(level.quantity)), new D(0));
  return {
    quantity: toText(quantity),
    total: toText(total),
    average: quantity.isZero() ? undefined : toText(total.div(quantity)),
  };
}

/** What is put aside for all of them on spot: quote for a buy, each rounded up; base for a sell. */
export const scaledHold = (side: OrderSide, levels: readonly ScaledLevel[]): Dec =>
  toText(levels.reduce((sum, { price, quantity }) => sum.plus(holdOf(side, price, quantity)), new D(0)));

import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import { MINUTE_MS } from '../interval.ts';
import type { IndexTick } from './chain.ts';
import type { Cycle, CycleDirection } from './codes.ts';
import { ENTRY_WITHIN_MS, INDEX_STEP_MS, windowMs } from './cycles.ts';
import { normal } from './normal.ts';
import { BOOKED_PLACES } from './settlement.ts';

/** What the house keeps of a running contract's value when it takes it back, a fraction. The numbers of this file are ours. */
export const SALE_MARGIN: Dec = '0.025';
/** How far below the price that a user sees the least may lie that they state, a fraction of it. @see decision 0089 */
export const SALE_TOLERANCE: Dec = '0.1';
/** A contract counts as won with no higher chance than `most`, and below `least` it has no price; fractions. */
export const SALE_CHANCES = { least: '0.02', most: '0.98' } as const;
/** How long before its settlement window a contract is no longer bought back, ms: its index tick comes before the window. */
export const SALE_CLOSES_MS = 10_000;

const CHANCE_PLACES = 12;

/** What of a running contract its value follows from. */
export interface SaleTerms {
  readonly direction: CycleDirection;
  readonly cycle: Cycle;
  /** USDT, > 0. */
  readonly stake: Dec;
  /** Return of a win, a fraction of the stake. */
  readonly rate: Dec;
  /** ms UTC. */
  readonly endsAt: number;
  /** The entry price, signed; undefined before it has come. */
  readonly entry: Dec | undefined;
}

/** How a contract was sold back. Moments in ms UTC. */
export interface CycleSale {
  readonly acceptedAt: number;
  /** The first index tick after that. */
  readonly tick: IndexTick;
  /** As it stood when the sale was accepted, a fraction a square root of a minute. */
  readonly volatility: Dec;
  /** That the contract would have won, a fraction. */
  readonly chance: Dec;
  readonly margin: Dec;
  /** What the user stated as the least, USDT; nothing is sold below it. */
  readonly least: Dec;
}

/** Why a contract cannot be sold at a moment, whatever its value; undefined when it can. @param at ms UTC, when it is accepted. */
export function saleRefusal(
  { entry, endsAt, cycle }: Pick<SaleTerms, 'entry' | 'endsAt' | 'cycle'>,
  at: number,
): RefusalCode | undefined {
  if (at > endsAt - windowMs(cycle) - SALE_CLOSES_MS) return 'saleTooLate';
  return entry === undefined ? 'saleNotYet' : undefined;
}

/** The seconds whose first index tick is a sale's, ms UTC, from `from` on and before `to`: none of it is known when it is accepted. */
export function saleTickBounds(acceptedAt: number): { readonly from: number; readonly to: number } {
  const from = (Math.floor(acceptedAt / INDEX_STEP_MS) + 1) * INDEX_STEP_MS;
  return { from, to: from + ENTRY_WITHIN_MS };
}

/**
 * Chance that a running contract wins, a fraction of 12 places; both directions add up to 1. The model is that of
 * `winChance`: what has been gained or lost since the entry, against how far the index still spreads until the end.
 * @param tick the index, > 0, at a moment before the settlement window, ms UTC. @param entry > 0.
 * @param volatility a fraction a square root of a minute, > 0.
 */
export function runningChance(
  { direction, cycle, endsAt }: Pick<SaleTerms, 'direction' | 'cycle' | 'endsAt'>,
  entry: Dec,
  tick: Pick<IndexTick, 'at' | 'price'>,
  volatility: Dec,
): Dec {
  const left = new D(endsAt - tick.at).minus(new D(windowMs(cycle)).times(2).div(3));
  const spread = new D(volatility).times(left.div(MINUTE_MS).sqrt());
  const moved = new D(tick.price).div(entry).ln();
  const up = normal(moved.div(spread).minus(spread.div(2))).toDecimalPlaces(CHANCE_PLACES, D.ROUND_HALF_UP);
  return toText(direction === 'up' ? up : new D(1).minus(up));
}

/** What a contract is bought back for, USDT, and the chance that it follows from; no `price` where it has none. */
export interface SaleValue {
  readonly chance: Dec;
  readonly price: Dec;
}

/**
 * Value of a running contract at an index tick, less the margin, rounded down to 8 places: what it pays if it wins,
 * times the chance of that. Always above 0 and below what a win pays.
 * @returns undefined where it has no price: no entry, an index at or below 0, a chance below the least, or too little time.
 */
export function saleValue(
  terms: SaleTerms,
  tick: Pick<IndexTick, 'at' | 'price'>,
  volatility: Dec,
): SaleValue | undefined {
  const { entry, endsAt, cycle, stake, rate } = terms;
  const isTooLate = tick.at >= endsAt - windowMs(cycle);
  if (entry === undefined || isTooLate || new D(entry).lte(0) || new D(tick.price).lte(0)) return undefined;
  const exact = runningChance(terms, entry, tick, volatility);
  if (new D(exact).lt(SALE_CHANCES.least)) return undefined;
  const chance = toText(D.min(exact, SALE_CHANCES.most));
  const value = new D(rate).plus(1).times(stake).times(chance);
  const price = value.times(new D(1).minus(SALE_MARGIN)).toDecimalPlaces(BOOKED_PLACES, D.ROUND_DOWN);
  return price.gt(0) ? { chance, price: toText(price) } : undefined;
}

/** What is paid and what is gained when a contract is sold back, USDT; profit is signed. */
export const saleResult = (price: Dec, stake: Dec): { readonly payout: Dec; readonly profit: Dec } => ({
  payout: price,
  profit: toText(new D(price).minus(stake)),
});

/** The least that a page states for a price which it shows, USDT, rounded down to 8 places. */
export function leastOf(price: Dec): Dec {
  const least = new D(price).times(new D(1).minus(SALE_TOLERANCE));
  return toText(least.toDecimalPlaces(BOOKED_PLACES, D.ROUND_DOWN));
}

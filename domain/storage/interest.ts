import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { DAY_MS } from '../interval.ts';

/** Places to which interest is booked. */
const PLACES = 8;
/** How long after its opening an order is given back in full, ms; the last instant counts. @see product decisions */
export const REVOKE_MS = 600_000;

/** What an order earns and what leaving it early takes. */
export interface StorageTerms {
  /** Interest a day, a fraction of the amount, > 0. */
  readonly rate: Dec;
  /** Length of the cycle, whole days ≥ 1. */
  readonly days: number;
  /** What early redemption takes, a fraction of the interest paid so far, 0 to 1. */
  readonly share: Dec;
}

/** When things happen to an order, ms UTC. */
export interface StorageTerm {
  /** The first full UTC day begins: the first midnight at or after the opening. */
  readonly startsAt: number;
  /** That day's interest is paid. */
  readonly firstPayoutAt: number;
  /** The last day's interest is paid and the principal comes back. */
  readonly endsAt: number;
  /** Until here, this instant included, it can be revoked. */
  readonly revocableUntil: number;
}

/** @param openedAt ms UTC. @param days of the cycle. @see trading rules §4: interest is for full UTC days [ours] */
export function storageTerm(openedAt: number, days: number): StorageTerm {
  const startsAt = Math.ceil(openedAt / DAY_MS) * DAY_MS;
  return {
    startsAt,
    firstPayoutAt: payoutAt(startsAt, 1),
    endsAt: payoutAt(startsAt, days),
    revocableUntil: openedAt + REVOKE_MS,
  };
}

/** When a day's interest is paid: the midnight that ends it, ms UTC. @param day from 1. */
export function payoutAt(startsAt: number, day: number): number {
  return startsAt + day * DAY_MS;
}

/**
 * Simple interest, not compounded: `amount·rate·days`, in the asset of the amount, unrounded.
 * @param rate a day, a fraction; of an annual rate its part of the year. @param days whole, ≥ 0. @see trading rules §4 [doc]
 */
export function simpleInterest(amount: Dec, { rate, days }: Pick<StorageTerms, 'rate' | 'days'>): Dec {
  return toText(new D(amount).times(rate).times(days));
}

/** All interest of an order, rounded down to 8 places: what a user gets rounds down. */
export function totalInterest(amount: Dec, terms: Pick<StorageTerms, 'rate' | 'days'>): Dec {
  return toText(new D(simpleInterest(amount, terms)).toDecimalPlaces(PLACES, D.ROUND_DOWN));
}

/**
 * Interest of the first so many days: each is `amount·rate` rounded down to 8 places, and the last one carries the
 * remainder, so that all of them are exactly `totalInterest`.
 * @param paid days, 0 to `terms.days`. @see trading rules §4 [ours]
 */
export function interestAfter(amount: Dec, terms: Pick<StorageTerms, 'rate' | 'days'>, paid: number): Dec {
  if (paid >= terms.days) return totalInterest(amount, terms);
  const daily = new D(amount).times(terms.rate).toDecimalPlaces(PLACES, D.ROUND_DOWN);
  return toText(daily.times(Math.max(0, paid)));
}

/** Interest of one day, in the asset of the amount. @param day 1 to `terms.days`. */
export function interestOfDay(amount: Dec, terms: Pick<StorageTerms, 'rate' | 'days'>, day: number): Dec {
  return toText(new D(interestAfter(amount, terms, day)).minus(interestAfter(amount, terms, day - 1)));
}

import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { StorageTerms } from './interest.ts';
import { interestAfter } from './interest.ts';

/** What redeeming after so many payouts comes to, in the asset of the order. */
export interface Redemption {
  /** Days whose interest was paid. */
  readonly day: number;
  /** Paid out by then, ≥ 0. */
  readonly interest: Dec;
  /** Taken from the principal, 0 ≤ cost ≤ interest. */
  readonly cost: Dec;
  /** What comes back of the principal. */
  readonly back: Dec;
  /** What the user has over what was put in: interest less cost, ≥ 0. */
  readonly net: Dec;
}

/**
 * What early redemption takes: the stated share of the interest paid, rounded up to 8 places as the user pays it, and
 * never more than that interest.
 * @see product decisions "storage plan", trading rules §4
 */
export function earlyCost(interestPaid: Dec, share: Dec): Dec {
  const cost = new D(interestPaid).times(share).toDecimalPlaces(8, D.ROUND_UP);
  return toText(D.min(cost, interestPaid));
}

/** @param day days paid, 0 to `terms.days`; at the end of the cycle nothing is taken. */
export function redemptionAfter(amount: Dec, terms: StorageTerms, day: number): Redemption {
  const interest = interestAfter(amount, terms, day);
  const cost = day >= terms.days ? '0' : earlyCost(interest, terms.share);
  const back = toText(new D(amount).minus(cost));
  return { day, interest, cost, back, net: toText(new D(interest).minus(cost)) };
}

/** Redeeming on each day of the cycle, from none paid to the end: `terms.days + 1` of them. */
export function redemptions(amount: Dec, terms: StorageTerms): readonly Redemption[] {
  return Array.from({ length: terms.days + 1 }, (_, day) => redemptionAfter(amount, terms, day));
}

/** The first of these days after which redeeming gives more than was put in; undefined when none does. */
export function breakEvenDay(all: readonly Redemption[]): number | undefined {
  return all.find(({ net }) => new D(net).gt(0))?.day;
}

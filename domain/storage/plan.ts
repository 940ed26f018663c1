import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import { fitsScale } from '../wallet/balance.ts';
import type { PlanStatus, RenewalRefusal } from './codes.ts';
import type { StorageTerms } from './interest.ts';
import { totalInterest } from './interest.ts';

/** What a plan offers. Amounts in its asset. */
export interface PlanTerms extends StorageTerms {
  readonly asset: string;
  /** Bounds of one order, inclusive. */
  readonly least: Dec;
  readonly most: Dec;
  /** What all running orders of the plan may add up to. */
  readonly quota: Dec;
}

/** A plan as an order is judged by. */
export interface PlanState extends PlanTerms {
  readonly isOpen: boolean;
  /** What may still be put into it. @see quotaLeft */
  readonly left: Dec;
}

/** What an exchange begins with; its operator changes it. Rates are fractions a day. [ours] */
export const DEFAULT_PLANS: readonly PlanTerms[] = [
  { asset: 'USDT', rate: '0.0002', days: 7, share: '1', least: '100', most: '50000', quota: '5000000' },
  { asset: 'USDT', rate: '0.0003', days: 30, share: '0.8', least: '100', most: '100000', quota: '5000000' },
  { asset: 'USDT', rate: '0.0004', days: 90, share: '0.5', least: '500', most: '200000', quota: '5000000' },
  { asset: 'BTC', rate: '0.00005', days: 30, share: '0.8', least: '0.001', most: '10', quota: '200' },
  { asset: 'ETH', rate: '0.00008', days: 30, share: '0.8', least: '0.01', most: '200', quota: '4000' },
];

/** What the house is given once of an asset, to pay interest from. Of any other its operator gives it some. [ours] */
export const STORAGE_HOUSE_STOCK: Readonly<Record<string, Dec>> = { USDT: '1000000', BTC: '10', ETH: '200' };

const MOST_RATE = '0.01';
const MOST_DAYS = 1_825;
/** A quota above it is a slip of the finger. */
const MOST_QUOTA = '1000000000000';
const SMALLEST = '0.00000001';

/**
 * The first thing that is wrong with a plan, undefined when nothing is. Every day's interest of the smallest order is at
 * least a unit of the last place, and all interest of an order is at most its amount, so that early redemption never
 * takes more than there is.
 */
export function planFlaw({ rate, days, share, least, most, quota }: PlanTerms): keyof PlanTerms | undefined {
  if (amountSign(rate) !== 1 || compareDec(rate, MOST_RATE) > 0 || !fitsScale(rate)) return 'rate';
  if (!Number.isSafeInteger(days) || days < 1 || days > MOST_DAYS || new D(rate).times(days).gt(1))
    return 'days';
  if (amountSign(share) === undefined || compareDec(share, '1') > 0 || !fitsScale(share)) return 'share';
  if (amountSign(least) !== 1 || !fitsScale(least) || new D(least).times(rate).lt(SMALLEST)) return 'least';
  if (amountSign(most) !== 1 || !fitsScale(most) || compareDec(most, least) < 0) return 'most';
  if (amountSign(quota) !== 1 || !fitsScale(quota) || compareDec(quota, MOST_QUOTA) > 0) return 'quota';
  return compareDec(quota, least) < 0 ? 'quota' : undefined;
}

/**
 * What may still be put into a plan, rounded down to 8 places: what its quota leaves, and no more than the house can
 * promise interest for. Never below 0.
 * @param taken by running orders. @param houseFree what the house has of the asset and has not promised.
 */
export function quotaLeft({ rate, days, quota }: PlanTerms, taken: Dec, houseFree: Dec): Dec {
  const covered = new D(houseFree).div(new D(rate).times(days)).toDecimalPlaces(8, D.ROUND_DOWN);
  return toText(D.max(0, D.min(new D(quota).minus(taken), covered)));
}

/** Whether a plan takes orders: nothing below its smallest order can be put in. */
export function planStatus({ isOpen, left, least }: PlanState): PlanStatus {
  if (!isOpen) return 'closed';
  return compareDec(left, least) < 0 ? 'full' : 'open';
}

/** Why no order of this amount can be opened, undefined when it can. @see specification §5, §8 for zero */
export function escrowRefusal(amount: Dec, plan: PlanState): RefusalCode | undefined {
  const sign = amountSign(amount);
  if (sign === undefined) return 'amountInvalid';
  if (sign === 0) return 'escrowZero';
  if (!fitsScale(amount)) return 'amountTooFine';
  if (!plan.isOpen) return 'planClosed';
  if (compareDec(amount, plan.least) < 0) return 'escrowTooSmall';
  if (compareDec(amount, plan.most) > 0) return 'escrowTooLarge';
  return compareDec(amount, plan.left) > 0 ? 'planQuota' : undefined;
}

/**
 * Why an order that has ended is not renewed, undefined when it is. It is renewed on terms that are no worse than its
 * own: the same cycle, no lower rate, no higher share. Nobody is bound to what they have not seen.
 * @param left of the quota alone, the ended order no longer counted. @param houseFree not promised, the same.
 */
export function renewalRefusal(
  amount: Dec,
  own: StorageTerms,
  plan: PlanTerms & { readonly isOpen: boolean },
  left: Dec,
  houseFree: Dec,
): RenewalRefusal | undefined {
  if (!plan.isOpen) return 'planClosed';
  const isWorse =
    plan.days !== own.days || compareDec(plan.rate, own.rate) < 0 || compareDec(plan.share, own.share) > 0;
  if (isWorse) return 'termsWorse';
  if (compareDec(amount, plan.least) < 0 || compareDec(amount, plan.most) > 0) return 'limits';
  if (compareDec(amount, left) > 0) return 'quotaFull';
  return compareDec(totalInterest(amount, plan), houseFree) > 0 ? 'uncovered' : undefined;
}

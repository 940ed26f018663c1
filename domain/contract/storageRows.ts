import * as v from 'valibot';
import { planStatuses, renewalRefusals, storageStates } from '../storage/codes.ts';
import { Amount, AssetCode, Count, Id, Moment } from './fields.ts';

/** A plan as it stands. Amounts in its asset, rate and share are fractions. @see PlanTerms in domain/storage/plan.ts */
export const PlanRow = /*#__PURE__*/ v.object({
  id: Id,
  asset: AssetCode,
  rate: Amount,
  days: Count,
  share: Amount,
  least: Amount,
  most: Amount,
  quota: Amount,
  /** What may still be put into it now. */
  left: Amount,
  status: v.picklist(planStatuses),
  /** Rises with each change of its terms; an order names the terms that the user has seen by it. */
  version: Id,
});
export type PlanRow = v.InferOutput<typeof PlanRow>;

/** One order. Amounts in its asset; a newer state has a higher version. */
export const StorageRow = /*#__PURE__*/ v.object({
  id: Id,
  plan: Id,
  asset: AssetCode,
  /** The principal. */
  amount: Amount,
  /** Its own terms, which no change of the plan touches. */
  rate: Amount,
  days: Count,
  share: Amount,
  autoRenew: v.boolean(),
  openedAt: Moment,
  /** The first day that earns begins. */
  startsAt: Moment,
  firstPayoutAt: Moment,
  endsAt: Moment,
  /** Until here, this instant included, it can be revoked. */
  revocableUntil: Moment,
  state: v.picklist(storageStates),
  /** Days whose interest was paid, and what they came to. */
  paidDays: Count,
  earned: Amount,
  /** All interest that it was promised. */
  promised: Amount,
  /** When interest is paid next; null when it has ended. */
  nextPayoutAt: v.nullable(Moment),
  /** What early redemption took from the principal; "0" without. */
  cost: Amount,
  /** What came back of the principal; null while it runs and when it goes on in another order. */
  returned: v.nullable(Amount),
  endedAt: v.nullable(Moment),
  /** The order that this one goes on from, and the one in which it goes on. */
  renewedFrom: v.nullable(Id),
  renewedBy: v.nullable(Id),
  /** Why it was not renewed though it was to be. */
  notRenewed: v.nullable(v.picklist(renewalRefusals)),
  version: Id,
});
export type StorageRow = v.InferOutput<typeof StorageRow>;

import * as v from 'valibot';
import { storageStates } from '../storage/codes.ts';
import { defineCall } from './call.ts';
import { Amount, AssetCode, Count, Empty, Id, Moment } from './fields.ts';
import { PlanRow, StorageRow } from './storageRows.ts';

const Limit = /*#__PURE__*/ v.optional(
  v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)),
  50,
);
const OneOrder = /*#__PURE__*/ v.object({ order: StorageRow });

/** Every storage plan with the quota that is left, in units of its asset. */
export const storagePlans = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/plan/list',
  access: 'anyone',
  request: Empty,
  response: v.object({
    /** The server's clock, ms UTC. */
    now: Moment,
    /** Open ones first, by asset and length; closed ones are listed for users who have orders in them. */
    plans: v.array(PlanRow),
  }),
});

/**
 * Moves an amount from the spot account into a plan's escrow. Errors: `agreementRequired`, `planChanged`,
 * `notFound`, those of amount and quota.
 */
export const openStorage = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/order/open',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    plan: Id,
    /** `version` of the plan that the user has seen: other terms are refused with `planChanged`. */
    version: Id,
    amount: Amount,
    autoRenew: v.boolean(),
    /** Whether the agreement was accepted. */
    agreed: v.boolean(),
  }),
  response: OneOrder,
});

/** Takes all back within ten minutes of opening, free of charge. Errors: `revokeLate`, `storageEnded`. */
export const revokeStorage = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/order/revoke',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ id: Id }),
  response: OneOrder,
});

/**
 * Ends an order early; `cost`, a share of the interest paid so far, comes off the principal. Errors:
 * `redeemCost`, `storageEnded`.
 */
export const redeemStorage = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/order/redeem',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    id: Id,
    /** What the user was shown that it costs: any other is refused with `redeemCost`. @see earlyCost */
    cost: Amount,
  }),
  response: OneOrder,
});

/** Sets whether an order goes on in the same plan when its cycle ends. Errors: `notFound`, `storageEnded`. */
export const renewStorage = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/order/renewal',
  access: 'user',
  request: v.strictObject({ id: Id, autoRenew: v.boolean() }),
  response: OneOrder,
});

/** Storage orders of the user, newest first. */
export const listStorage = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/order/list',
  access: 'user',
  request: v.strictObject({
    state: v.exactOptional(v.picklist(storageStates)),
    asset: v.exactOptional(AssetCode),
    plan: v.exactOptional(Id),
    /** Opened not before and not after these moments. */
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    before: v.exactOptional(Id),
    limit: Limit,
  }),
  response: v.object({ rows: v.array(StorageRow), next: v.nullable(v.number()) }),
});

/** One storage order of the user. Error: `notFound`. */
export const storageDetail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/order/detail',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: OneOrder,
});

const Payout = /*#__PURE__*/ v.object({
  id: Id,
  order: Id,
  /** Which day of the order, from 1. */
  day: Id,
  asset: AssetCode,
  amount: Amount,
  /** The midnight that it is for. */
  dueAt: Moment,
  /** When it was booked: later than that when the exchange was not running. */
  at: Moment,
});
/** Interest of one storage order for one UTC day, in units of its asset. */
export type PayoutRow = v.InferOutput<typeof Payout>;

/** Interest payments of the user, newest first, each for one UTC day. */
export const storagePayouts = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/payout/list',
  access: 'user',
  request: v.strictObject({
    /** Only those of one order. */
    order: v.exactOptional(Id),
    before: v.exactOptional(Id),
    limit: Limit,
  }),
  response: v.object({ rows: v.array(Payout), next: v.nullable(v.number()) }),
});

/** Escrow, interest and early-redemption cost of the user by asset, in units of the asset. */
export const storageSummary = /*#__PURE__*/ defineCall({
  path: '/xb/v1/storage/summary',
  access: 'user',
  request: Empty,
  response: v.object({
    assets: v.array(
      v.object({
        asset: AssetCode,
        /** Orders that run, what they hold in escrow, and the interest that they are still to be paid. */
        running: Count,
        escrow: Amount,
        promised: Amount,
        /** Interest paid by all orders so far, and what early redemptions took. */
        earned: Amount,
        cost: Amount,
      }),
    ),
  }),
});

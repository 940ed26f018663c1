/*
 * Codes of storage plans on the wire. They stand apart from the rules: who only reads orders loads these alone.
 */
/**
 * `running`; `redeemed`: the cycle has ended and the principal is back; `finished`: it has ended and the principal went
 * into the order that follows; `redeemedEarly` and `revoked` by the user, before the end.
 * @see specification §4 "Storage orders can be revoked or redeemed early"
 */
export const storageStates = ['running', 'redeemed', 'redeemedEarly', 'revoked', 'finished'] as const;
export type StorageState = (typeof storageStates)[number];

/**
 * Why an order that was to be renewed was paid back: its plan takes no new orders; its terms have become worse; the
 * amount is outside the plan's limits; no quota is left; the house has not enough to promise the interest.
 */
export const renewalRefusals = ['planClosed', 'termsWorse', 'limits', 'quotaFull', 'uncovered'] as const;
export type RenewalRefusal = (typeof renewalRefusals)[number];

/** `full`: open, but nothing is left of its quota. */
export const planStatuses = ['open', 'full', 'closed'] as const;
export type PlanStatus = (typeof planStatuses)[number];

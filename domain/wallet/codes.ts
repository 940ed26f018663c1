/** Forms of addresses. Chains of one family share them, so that a text shows the family and never the chain. */
export const addressFamilies = ['evm', 'tron', 'bitcoin'] as const;
export type AddressFamily = (typeof addressFamilies)[number];

/** To an address on a chain, or to a bank card. */
export const withdrawalKinds = ['crypto', 'bank'] as const;
export type WithdrawalKind = (typeof withdrawalKinds)[number];

/**
 * The way of a withdrawal: requested → approved → sent → confirmed. Before it is sent it can end as cancelled (by the
 * user, while requested) or rejected (by the operator), afterwards as failed. What ended otherwise than confirmed has
 * moved no money.
 */
export const withdrawalStates = [
  'requested',
  'approved',
  'sent',
  'confirmed',
  'rejected',
  'cancelled',
  'failed',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** Currencies that a bank card can be paid in. */
export const fiatCurrencies = ['USD', 'EUR', 'GBP', 'CHF', 'HKD', 'CNY', 'JPY', 'KRW', 'TRY'] as const;
export type FiatCurrency = (typeof fiatCurrencies)[number];

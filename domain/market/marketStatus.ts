import type { RefusalCode } from '../errors.ts';

/**
 * What may be done in a market. `reduceOnly`: only what makes a position smaller; `cancelOnly`: nothing trades, open
 * orders can be cancelled; `closed`: the same, outside the market's hours; `halted`: they cannot be cancelled either.
 * In the order of how much is kept from users.
 */
export const marketStatuses = ['open', 'reduceOnly', 'cancelOnly', 'closed', 'halted'] as const;
export type MarketStatus = (typeof marketStatuses)[number];

/** Of two that hold at once, the one that allows less. */
export const stricterStatus = (a: MarketStatus, b: MarketStatus): MarketStatus =>
  marketStatuses.indexOf(a) >= marketStatuses.indexOf(b) ? a : b;

/** Whether orders meet, triggers fire and positions are liquidated. */
export const isTrading = (status: MarketStatus): boolean => status === 'open' || status === 'reduceOnly';

/** Why a market takes no such order now, or undefined. @param reduces whether it can only make a position smaller. */
export function statusRefusal(status: MarketStatus, reduces: boolean): RefusalCode | undefined {
  if (status === 'open') return undefined;
  if (status === 'reduceOnly') return reduces ? undefined : 'marketReduceOnly';
  return status === 'closed' ? 'marketClosed' : 'marketPaused';
}

/** Why an open order cannot be cancelled now, or undefined. */
export const cancelRefusal = (status: MarketStatus): RefusalCode | undefined =>
  status === 'halted' ? 'marketPaused' : undefined;

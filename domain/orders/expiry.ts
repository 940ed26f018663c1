import type { RefusalCode } from '../errors.ts';
import { DAY_MS } from '../interval.ts';
import type { TimeInForce } from './orderCodes.ts';

/** How far ahead the end of an order that is good till a date lies, ms, both included. */
export const expiryAhead = { least: 60_000, most: 366 * DAY_MS } as const;

/** How long an order lives. */
export interface OrderLife {
  readonly tif?: TimeInForce | undefined;
  /** ms UTC, of an order that is good till a date. */
  readonly expiresAt?: number | undefined;
}

/** Whether what does not trade at once stays in the book. */
export const restsInBook = (tif: TimeInForce): boolean => tif === 'GTC' || tif === 'GTD';

/** Whether an order is good till a date without one, or has a date and is not. */
export const isStrayExpiry = ({ tif, expiresAt }: OrderLife): boolean =>
  (tif === 'GTD') !== (expiresAt !== undefined);

/**
 * `orderExpiry` for an end that is too near or too far; nothing for an order without one.
 * @param at ms UTC: when the order is decided.
 */
export function expiryRefusal({ expiresAt }: OrderLife, at: number): RefusalCode | undefined {
  if (expiresAt === undefined) return undefined;
  const ahead = expiresAt - at;
  return ahead < expiryAhead.least || ahead > expiryAhead.most ? 'orderExpiry' : undefined;
}

/** Whether an order's time is over: at that millisecond it trades no more. @param at ms UTC. */
export const isExpired = ({ expiresAt }: { readonly expiresAt: number | null }, at: number): boolean =>
  expiresAt !== null && at >= expiresAt;

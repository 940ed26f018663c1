import { toScreenNumber } from '../compare.ts';
import type { Dec } from '../decimal.ts';

/** Of fewer trades nobody knows what is usual. */
const LEAST = 20;
/** So many times as large as the trade in the middle is big. */
const TIMES = 10;

/**
 * From which size on a trade stands out among others: for marking alone. @param trades any order, base units, > 0.
 * @returns base units; undefined while there are too few.
 */
export function bigTradeFrom(trades: readonly { readonly quantity: Dec }[]): number | undefined {
  if (trades.length < LEAST) return undefined;
  const sizes = trades.map(({ quantity }) => toScreenNumber(quantity)).sort((a, b) => a - b);
  return (sizes[sizes.length >> 1] ?? 0) * TIMES;
}

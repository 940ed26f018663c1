import type { CallName, Calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import { DAY_MS, intervalMs } from '../../../domain/index.ts';

/** Days of history that are read for the price of one call. */
const DAYS_A_POINT = 100;
const LINES_A_POINT = 10;
const CHANNELS_A_POINT = 5;

const WEIGHTS: { readonly [Name in CallName]?: (request: ParsedRequestOf<Calls[Name]>) => number } = {
  'market.candles': ({ interval, limit }) => (limit * intervalMs(interval)) / DAY_MS / DAYS_A_POINT,
  'market.sparklines': ({ ids }) => ids.length / LINES_A_POINT,
  'market.snapshot': ({ ch }) => ch.length / CHANNELS_A_POINT,
};

/** A call's weight beyond the one that every call has, by the size of its request. */
export function weightBeyondOne<Name extends CallName>(
  name: Name,
  request: ParsedRequestOf<Calls[Name]>,
): number {
  return Math.max(0, Math.ceil(WEIGHTS[name]?.(request) ?? 0) - 1);
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../interval.ts';
import type { Cycle } from './codes.ts';

/** The index has one point a second; a window of so many ms has a thousandth as many points. */
export const INDEX_STEP_MS = 1_000;
/** A contract whose first index tick does not come within this time, ms, is void. Ours, the specification is silent. */
export const ENTRY_WITHIN_MS = 5_000;
/** How long a quote can be bought, ms. @see product decisions "cycle contract payout" */
export const QUOTE_LIFE_MS = 5_000;

const LENGTHS: Readonly<Record<Cycle, readonly [lengthMs: number, windowMs: number]>> = {
  '30s': [30_000, 3_000],
  '60s': [MINUTE_MS, 3_000],
  '2m': [2 * MINUTE_MS, 3_000],
  '5m': [5 * MINUTE_MS, 15_000],
  '10m': [10 * MINUTE_MS, 15_000],
  '30m': [30 * MINUTE_MS, 15_000],
  '1h': [HOUR_MS, 60_000],
  '1d': [DAY_MS, 60_000],
};

/** Length of a cycle, ms. */
export const cycleMs = (cycle: Cycle): number => LENGTHS[cycle][0];

/**
 * How long before the end the index counts for the settlement price, ms. The window is closed at its start and open
 * at its end. @see product decisions "cycle contract payout": the longer the contract, the harder to push
 */
export const windowMs = (cycle: Cycle): number => LENGTHS[cycle][1];

/** Points of the index that a cycle's window has when none is missing. */
export const windowPoints = (cycle: Cycle): number => windowMs(cycle) / INDEX_STEP_MS;

/**
 * When a contract that is accepted at a moment begins and ends, ms UTC: at the first whole second after it, so that
 * its entry price cannot have been known to anybody at that moment.
 */
export function termOf(acceptedAt: number, cycle: Cycle): { startsAt: number; endsAt: number } {
  const startsAt = (Math.floor(acceptedAt / INDEX_STEP_MS) + 1) * INDEX_STEP_MS;
  return { startsAt, endsAt: startsAt + cycleMs(cycle) };
}

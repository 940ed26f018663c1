import type { Dec } from '../decimal.ts';

/** What may leave, by identity level 0 to 2. */
export interface LevelLimits {
  /** How much one withdrawal may be, USDT. */
  readonly withdrawal: readonly [Dec, Dec, Dec];
  /** What may leave to banks in 24 hours, BTC. */
  readonly card: readonly [Dec, Dec, Dec];
}

/** Where a venue says nothing else. @see specification §6 for 1 and 2; 0 is ours, and banks begin with level 1 */
export const usualLimits: LevelLimits = {
  withdrawal: ['2000', '10000', '1000000'],
  card: ['0', '200', '500'],
};

let inForce = usualLimits;

/** Changes what holds in this process, for all requests from here on. */
export function setLimits(limits: LevelLimits): void {
  inForce = limits;
}

/** @param level identity level, 0 to 2. @returns USDT, inclusive. */
export const levelMost = (level: number): Dec => inForce.withdrawal[level] ?? '0';
/** @param level identity level, 0 to 2. @returns BTC in 24 hours, inclusive. */
export const fiatDayMost = (level: number): Dec => inForce.card[level] ?? '0';

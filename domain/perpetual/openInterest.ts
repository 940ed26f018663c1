import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { PositionSide } from './side.ts';

/** Open positions of one side: how many accounts have one, and their sizes together, base units. */
export interface SideInterest {
  readonly accounts: number;
  readonly quantity: Dec;
}

/** What is open in a market. */
export interface OpenInterest {
  /** Base units, ≥ 0. */
  readonly quantity: Dec;
  readonly long: SideInterest;
  readonly short: SideInterest;
}

/** Steps of liquidations that close a position, and are prints of the market. [ours] */
export const printedSteps = ['reduce', 'close', 'takeover'] as const;

/**
 * Open interest of a market: the larger side of its accounts. The exchange itself stands opposite to the difference, so
 * that with its own position both sides are of this size. [ours]
 * @param positions open ones, at most one of an account; quantities in base units, > 0.
 */
export function openInterestOf(
  positions: Iterable<{ readonly side: PositionSide; readonly quantity: Dec }>,
): OpenInterest {
  const sums = { long: new D(0), short: new D(0) };
  const accounts = { long: 0, short: 0 };
  for (const { side, quantity } of positions) {
    sums[side] = sums[side].plus(quantity);
    accounts[side] += 1;
  }
  const sideOf = (side: PositionSide): SideInterest => ({
    accounts: accounts[side],
    quantity: toText(sums[side]),
  });
  return { quantity: toText(D.max(sums.long, sums.short)), long: sideOf('long'), short: sideOf('short') };
}

/**
 * How many of the accounts with a position are long, how many short, and longs per short; undefined without a short,
 * where no number says the ratio. @param longs @param shorts accounts, whole, ≥ 0.
 * @returns shares of 1 that add up to it, and the ratio ≥ 0, rounded to the nearest ten-thousandth.
 */
export function accountShares(
  longs: number,
  shorts: number,
): { readonly long: Dec; readonly short: Dec; readonly ratio: Dec } | undefined {
  if (shorts === 0) return undefined;
  const long = new D(longs).div(longs + shorts).toFixed(4, D.ROUND_HALF_UP);
  const ratio = new D(longs).div(shorts).toFixed(4, D.ROUND_HALF_UP);
  return { long, short: new D(1).minus(long).toFixed(4), ratio };
}

/** Longs per short, ≥ 0, rounded to the nearest hundredth; undefined without shorts, where no number says it. */
export function longShortRatio(long: Dec, short: Dec): Dec | undefined {
  const shorts = new D(short);
  if (shorts.isZero()) return undefined;
  return new D(long).div(shorts).toFixed(2, D.ROUND_HALF_UP);
}

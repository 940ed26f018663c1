import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import { MINUTE_MS } from '../interval.ts';
import type { Cycle, CycleDirection } from './codes.ts';
import { cycleMs, windowMs } from './cycles.ts';
import { normal } from './normal.ts';

/** What the house keeps of a fair payout, a fraction. It is all that a contract costs: the fee is inside the rate. */
export const PAYOUT_MARGIN: Dec = '0.075';
/** No rate leaves these bounds; fractions of the stake. */
export const RATE_BOUNDS = { least: '0.6', most: '0.95' } as const;
/** What a contract is charged beside its rate, in the stake's asset. @see trading rules §3: shown as 0, not left out */
export const CYCLE_FEE: Dec = '0';
/** Volatility where too few minutes are known, and its bounds: a fraction a square root of a minute. */
export const VOLATILITY = { unknown: '0.0006', least: '0.00001', most: '0.02' } as const;
/** Minutes from which volatility is taken. */
export const VOLATILITY_MINUTES = 60;
const LEAST_MINUTES = 10;
const VOLATILITY_PLACES = 8;
const RATE_PLACES = 3;
/** Beyond it a model of small moves says nothing. */
const MOST_SHIFT = '0.25';

/**
 * Realised volatility of a minute: the root of the mean square of the minutes' simple returns, as a fraction, rounded
 * up to 8 places and kept within bounds. Ten returns or fewer say nothing. Closes at or below 0 are left out.
 * @param closes of one-minute bars, ascending, signed.
 */
export function volatilityOf(closes: readonly Dec[]): Dec {
  let sum = new D(0);
  let count = 0;
  for (let i = 1; i < closes.length; i++) {
    const before = new D(closes[i - 1] ?? 0);
    if (before.lte(0)) continue;
    const change = new D(closes[i] ?? 0).div(before).minus(1);
    sum = sum.plus(change.times(change));
    count += 1;
  }
  if (count <= LEAST_MINUTES) return VOLATILITY.unknown;
  const root = sum.div(count).sqrt().toDecimalPlaces(VOLATILITY_PLACES, D.ROUND_UP);
  return toText(D.min(D.max(root, VOLATILITY.least), VOLATILITY.most));
}

/**
 * Chance that a contract wins when it is decided, a fraction; both directions add up to 1. The index is taken for a
 * price without drift whose logarithm spreads with the root of time: half of that spread's variance pulls its middle
 * down, which makes up a little less likely, the more so the longer and the wilder. Averaging over the window takes two
 * thirds of the window from the time. A tie pays the stake back and so favours nobody.
 * @param volatility a fraction a square root of a minute, > 0. @see the model is ours, the specification is silent
 */
export function winChance(volatility: Dec, cycle: Cycle, direction: CycleDirection): Dec {
  const minutes = new D(cycleMs(cycle)).minus(new D(windowMs(cycle)).times(2).div(3)).div(MINUTE_MS);
  const shift = D.min(new D(volatility).times(minutes.sqrt()).div(2), MOST_SHIFT);
  const chance = normal(shift);
  return toText(direction === 'down' ? chance : new D(1).minus(chance));
}

/**
 * Return of a win, a fraction of the stake: a fair payout less the margin, less the stake, rounded down to 3 places,
 * within `RATE_BOUNDS`. Deterministic: the same volatility and cycle give the same rate everywhere.
 */
export function rateOf(volatility: Dec, cycle: Cycle, direction: CycleDirection): Dec {
  const payout = new D(1).minus(PAYOUT_MARGIN).div(winChance(volatility, cycle, direction));
  const rate = payout.minus(1).toDecimalPlaces(RATE_PLACES, D.ROUND_DOWN);
  return toText(D.min(D.max(rate, RATE_BOUNDS.least), RATE_BOUNDS.most));
}

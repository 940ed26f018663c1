import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { CycleDirection, SettledOutcome } from './codes.ts';

/** Decimal places in which a payout is booked. */
export const BOOKED_PLACES = 8;
/**
 * Decimal places of the index. The mean of at most 60 such prices differs from another by more than a unit of the
 * settlement price's places, so that cutting it there never makes or breaks a tie.
 */
export const INDEX_PLACES = 12;
const SETTLEMENT_PLACES = 18;

/** Mean, exact to 64 significant digits; undefined for none. @param values signed decimals. */
function meanOf(values: readonly Dec[]): Dec | undefined {
  if (values.length === 0) return undefined;
  return toText(values.reduce((sum, value) => sum.plus(value), new D(0)).div(values.length));
}

/**
 * The index of several venues: the middle price, or the mean of the two in the middle; half-way digits beyond
 * `INDEX_PLACES` round to the nearest. @returns undefined for no price. @see trading rules §1 "Mark, index, last"
 */
export function indexOf(prices: readonly Dec[]): Dec | undefined {
  const sorted = prices.map((price) => new D(price)).sort((a, b) => a.cmp(b));
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (!upper || !lower) return undefined;
  return toText(upper.plus(lower).div(2).toDecimalPlaces(INDEX_PLACES, D.ROUND_HALF_UP));
}

/**
 * Settlement price: mean of the window's points. Digits beyond 18 places round to the nearest.
 * @param points prices of the window, signed. @param expected how many there are when none is missing.
 * @returns undefined when fewer than half of them are there: the contract is void.
 * @see trading rules §3 "Settlement price"
 */
export function settlementPrice(points: readonly Dec[], expected: number): Dec | undefined {
  if (2 * points.length < expected) return undefined;
  const mean = meanOf(points);
  return mean && toText(new D(mean).toDecimalPlaces(SETTLEMENT_PLACES, D.ROUND_HALF_UP));
}

/**
 * What became of a contract. Up wins only if strictly higher, down only if strictly lower; prices compare as signed
 * decimals, so that a price below zero is lower than zero. @see trading rules §3
 */
export function outcomeOf(
  direction: CycleDirection,
  entry: Dec | undefined,
  settlement: Dec | undefined,
): SettledOutcome {
  if (entry === undefined || settlement === undefined) return 'void';
  const moved = new D(settlement).cmp(entry);
  if (moved === 0) return 'tie';
  return moved > 0 === (direction === 'up') ? 'win' : 'lose';
}

/** What a contract earns when it wins, in units of the stake's asset; rounds down: the user gets it. */
export function winOf(stake: Dec, rate: Dec): Dec {
  return toText(new D(stake).times(rate).toDecimalPlaces(BOOKED_PLACES, D.ROUND_DOWN));
}

/**
 * What is paid and what is gained. @param stake > 0. @param rate return of a win, a fraction ≥ 0.
 * @returns payout ≥ 0; profit = payout − stake, signed. @see trading rules §3
 */
export function cyclePayout(
  outcome: SettledOutcome,
  stake: Dec,
  rate: Dec,
): { readonly payout: Dec; readonly profit: Dec } {
  if (outcome === 'win') {
    const win = winOf(stake, rate);
    return { payout: toText(new D(stake).plus(win)), profit: win };
  }
  if (outcome === 'lose') return { payout: '0', profit: toText(new D(stake).neg()) };
  return { payout: stake, profit: '0' };
}

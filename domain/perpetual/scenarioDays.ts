import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';

/** Days back from today that are searched. */
export const SCENARIO_DAYS = 90;

/** A day of a market as the exchange has recorded it; prices quote per base, > 0. */
export interface DayBar {
  /** Its beginning, ms UTC. */
  readonly at: number;
  readonly open: Dec;
  readonly high: Dec;
  readonly low: Dec;
  readonly close: Dec;
}

/** A day, and how far each market went. */
export interface RecordedDay {
  readonly at: number;
  /** By market, a fraction of the price before that day, > −1; markets without a bar of that day are left out. */
  readonly moves: ReadonlyMap<string, Dec>;
  /** What the positions would have made if all markets had gone so far at once, quote, < 0. */
  readonly loss: Dec;
}

/**
 * How far a price went on a day from where it stood before it: to its high or its low, whichever is farther.
 * @param before the close of the day before, quote per base, > 0; undefined for a first day, which counts from its open.
 * @returns a signed fraction, > −1, unrounded.
 */
export function farthestMove({ open, high, low }: DayBar, before: Dec | undefined): Dec {
  const from = new D(before ?? open);
  const [rise, fall] = [new D(high).minus(from), new D(low).minus(from)];
  return toText((fall.abs().gt(rise.abs()) ? fall : rise).div(from));
}

/**
 * The days that would cost most. @param bars by market, ascending. @param exposures what a position is worth at mark
 * now, quote, positive for a long and negative for a short one. @param count the most days that are returned.
 * @returns the worst first; days without a loss are none.
 */
export function worstDays(
  bars: ReadonlyMap<string, readonly DayBar[]>,
  exposures: ReadonlyMap<string, Dec>,
  count: number,
): readonly RecordedDay[] {
  const days = new Map<number, Map<string, Dec>>();
  for (const [market, own] of bars)
    own.forEach((bar, i) => {
      const moves = days.get(bar.at) ?? new Map<string, Dec>();
      moves.set(market, farthestMove(bar, own[i - 1]?.close));
      days.set(bar.at, moves);
    });
  return [...days]
    .map(([at, moves]) => ({ at, moves, made: madeBy(moves, exposures) }))
    .filter(({ made }) => made.isNegative())
    .sort((a, b) => a.made.comparedTo(b.made) || b.at - a.at)
    .slice(0, count)
    .map(({ at, moves, made }) => ({ at, moves, loss: toText(made) }));
}

const madeBy = (moves: ReadonlyMap<string, Dec>, exposures: ReadonlyMap<string, Dec>): D =>
  [...exposures].reduce(
    (sum, [market, value]) => sum.plus(new D(moves.get(market) ?? 0).times(value)),
    new D(0),
  );

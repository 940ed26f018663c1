import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import { perpetualFees } from '../orders/fees.ts';
import { parsedOf } from './parsed.ts';
import type { ScenarioPosition } from './scenario.ts';
import { tierOf } from './tiers.ts';

/** Where what is left behind something counts as nothing: a crossing that was solved is not solved again. */
export const NOTHING = '1e-20';

/** A stretch of the path in one tier. What a position leaves behind the others is `base + slope·share` there. */
export interface Stretch {
  /** Share at which the next tier begins; undefined for the last one. */
  readonly until: D | undefined;
  readonly base: D;
  readonly slope: D;
}

/**
 * What a position adds to the money behind it along the path: P/L less maintenance and closing fee, quote, a straight
 * line in each tier.
 */
export function slackAlong({ position, mark, move, table }: ScenarioPosition): readonly Stretch[] {
  const { sign, quantity, cost } = parsedOf(position);
  const by = new D(move);
  const value = quantity.times(mark);
  const paid = cost.times(sign);
  const first = table.indexOf(tierOf(value, table));
  const passed = by.isZero()
    ? table.slice(first, first + 1)
    : by.gt(0)
      ? table.slice(first)
      : table.slice(0, first + 1).reverse();
  return passed.map(({ rate, deduction, cap, floor }, i) => {
    const each = value.times(new D(sign).minus(rate).minus(perpetualFees.taker));
    const bound = by.gt(0) ? cap : floor;
    return {
      until: i === passed.length - 1 ? undefined : bound.div(value).minus(1).div(by),
      base: each.minus(paid).plus(deduction),
      slope: each.times(by),
    };
  });
}

/**
 * The share of the path at which a position by itself is due: what backs them is no more than maintenance and closing fee. Exact:
 * maintenance is convex in the value, so what is left is concave along the path and reaches nothing once.
 * @param margin its isolated margin, quote. @param from 0 to 1. @returns undefined when it is not due up to 1.
 */
export function dueShare(line: readonly Stretch[], margin: Dec, from: D): D | undefined {
  const left = ({ base, slope }: Stretch, share: D): D => slope.times(share).plus(base).plus(margin);
  let before = from;
  for (const here of line) {
    if (here.until?.lte(from)) continue;
    const after = here.until?.lt(1) ? here.until : new D(1);
    const [more, less] = [left(here, before), left(here, after)];
    if (more.lte(NOTHING)) return before;
    if (less.lte(0)) return crossingOf(before, more, after, less);
    if (after.gte(1)) return undefined;
    before = after;
  }
  return undefined;
}

/** The share at which a straight line from `more` > 0 to `less` ≤ 0 is at nothing. */
export const crossingOf = (before: D, more: D, after: D, less: D): D =>
  after.minus(before).times(more).div(more.minus(less)).plus(before);

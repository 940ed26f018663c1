import type { Dec } from '../decimal.ts';
import { D } from '../decimal.ts';
import { perpetualFees } from '../fees.ts';
import { parsedOf } from './parsed.ts';
import type { ScenarioPosition } from './scenario.ts';
import { tierOf } from './tiers.ts';

/** Where what is left behind something counts as nothing: a crossing that was solved is not solved again. */
const NOTHING = '1e-20';

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

/** Sums first: their digits are few, those of a share are many. */
function slackAt(lines: readonly (readonly Stretch[])[], wallet: D, share: D): D {
  let [base, slope] = [wallet, new D(0)];
  for (const line of lines) {
    const here = line.find(({ until }) => until === undefined || share.lt(until));
    if (!here) continue;
    base = base.plus(here.base);
    slope = slope.plus(here.slope);
  }
  return slope.times(share).plus(base);
}

/**
 * The share of the path at which positions are due: what backs them is no more than maintenance and closing fee. Exact:
 * maintenance is convex in the value, so what is left is concave along the path and reaches nothing once.
 * @param wallet quote: isolated margin, or the balance less what is held. @param from 0 to 1.
 * @returns undefined when they are not due up to 1.
 */
export function dueShare(lines: readonly (readonly Stretch[])[], wallet: Dec | D, from: D): D | undefined {
  const backing = new D(wallet);
  const left = (share: D): D => slackAt(lines, backing, share);
  if (left(from).lte(NOTHING)) return from;
  const ends = lines
    .flat()
    .flatMap(({ until }) => (until?.gt(from) && until.lt(1) ? [until] : []))
    .sort((a, b) => a.comparedTo(b));
  ends.push(new D(1));
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (left(ends[middle] ?? from).lte(0)) high = middle;
    else low = middle + 1;
  }
  const after = ends[low] ?? from;
  const before = low === 0 ? from : (ends[low - 1] ?? from);
  const [more, less] = [left(before), left(after)];
  if (less.gt(0)) return undefined;
  return after.minus(before).times(more).div(more.minus(less)).plus(before);
}

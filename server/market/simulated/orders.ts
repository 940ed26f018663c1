import { MINUTE_MS } from '../../../domain/index.ts';
import { uniform } from './random.ts';

/** The orders that take in a minute, as their fills see them; ascending in time. */
export interface Orders {
  /** Of each fill: ms after the minute's start. All fills of an order have one time. */
  readonly at: Int32Array;
  /** Of each fill: the number of its order. */
  readonly of: Int32Array;
  readonly count: number;
}

/** Chance that an order follows from an earlier one. */
const BRANCHING = 0.75;
/** Mean delay of an order behind the one that it follows from. */
const DECAY_MS = 1_200;
const MAX_PARTS = 6;

/**
 * When a minute's orders come, and how many fills each makes. Most orders follow from an earlier one, so they
 * cluster; what would fall behind the minute's end comes early in it.
 * @param fills ≥ 1.
 */
export function ordersOf(key: number, fills: number): Orders {
  const parts: number[] = [];
  for (let made = 0; made < fills; made += parts.at(-1) ?? 1) {
    const wanted = 1 + Math.floor(uniform(key, 4 * parts.length) * MAX_PARTS * 0.93);
    parts.push(Math.min(wanted, fills - made));
  }
  const starts = timesOf(key, parts.length);
  const at = new Int32Array(fills);
  const of = new Int32Array(fills);
  let fill = 0;
  parts.forEach((count, order) => {
    at.fill(starts[order] ?? 0, fill, fill + count);
    of.fill(order, fill, fill + count);
    fill += count;
  });
  return { at, of, count: parts.length };
}

function timesOf(key: number, count: number): Int32Array {
  const times = new Int32Array(count);
  for (let order = 0; order < count; order++) {
    const draw = uniform(key, 4 * order + 1);
    if (order > 0 && uniform(key, 4 * order + 2) < BRANCHING) {
      const cause = times[Math.floor(draw * order)] ?? 0;
      times[order] = (cause - DECAY_MS * Math.log(uniform(key, 4 * order + 3))) % MINUTE_MS;
    } else times[order] = draw * MINUTE_MS;
  }
  return times.sort();
}

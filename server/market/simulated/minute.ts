import type { Future } from './future.ts';
import type { IsOpen } from './hours.ts';
import { FILLS_PER_ORDER } from './liquidity.ts';
import type { MinuteBar } from './minuteBar.ts';
import type { DayPath } from './path.ts';
import { keyOf, normal, uniform } from './random.ts';
import { DAY_MINUTES } from './volatility.ts';
import { LEAST_LOTS, WICK_FILLS } from './worth.ts';

/** What the simulator knows of a market besides its path. Prices are whole ticks, quantities whole lots. */
export interface Shape {
  readonly key: number;
  /** Price at level 0, in ticks. */
  readonly anchorTicks: number;
  /** Lots traded in an ordinary minute at the anchor price. */
  readonly minuteLots: number;
  /** Orders that take in an ordinary minute. */
  readonly minuteOrders: number;
  /** Base standard deviation of a minute's return, all parts together. */
  readonly minuteDeviation: number;
  /** Typical distance between best bid and ask, ticks. */
  readonly spreadTicks: number;
  readonly isOpen?: IsOpen;
  readonly future?: Future;
}

/** Fills of one minute at most. */
const MAX_FILLS = 6_000;
/** Spread of the logarithm of a minute's volume. */
const VOLUME_SIGMA = 1.1;
/** How strongly volume goes with volatility: the power of a minute's deviation. */
const VOLUME_WITH_VOLATILITY = 1.2;
/** Logarithm of how much busier than the base the minutes are on average, since some are very volatile. */
const MEAN_EXCESS = 0.4;
/** The calmest that a minute counts, as a share of the base variance. */
const LEAST_VARIANCE = 0.0025;
/** A first fill this many spreads from the last price, as a standard deviation. */
const OPENING_SPREADS = 0.6;

/** How busy a minute is against an ordinary one. */
function activity(shape: Shape, path: DayPath, index: number, minute: number): number {
  const base = shape.minuteDeviation * shape.minuteDeviation;
  const excess = Math.max((path.variance[minute] ?? 0) / base, LEAST_VARIANCE);
  const noise = VOLUME_SIGMA * normal(keyOf(shape.key, 21), index) - (VOLUME_SIGMA * VOLUME_SIGMA) / 2;
  return Math.exp((VOLUME_WITH_VOLATILITY / 2) * Math.log(excess) + noise - MEAN_EXCESS);
}

/**
 * Whether a trade happens in an open minute. Each hour opens with a trade, so that a search back for one is
 * short; in a market with trading hours each ends with one, so that it closes at its present price.
 */
function hasTrade(shape: Shape, busy: number, index: number, minute: number): boolean {
  const ofHour = minute % 60;
  if (ofHour === 0 || (ofHour === 59 && shape.isOpen !== undefined)) return true;
  const orders = shape.minuteOrders * busy;
  return orders > 25 || uniform(keyOf(shape.key, 22), index) > Math.exp(-orders);
}

function ticksAt(shape: Shape, path: DayPath, place: number): number {
  return Math.max(1, Math.round(shape.anchorTicks * Math.exp(path.level[place] ?? 0)));
}

/** The extreme of a Brownian bridge from `a` to `b`. @param draw uniform. @param sign 1 for the high, −1 for the low. */
function extreme(a: number, b: number, variance: number, draw: number, sign: 1 | -1): number {
  return (a + b + sign * Math.sqrt((b - a) ** 2 - 2 * variance * Math.log(draw))) / 2;
}

/** The bar of a minute with trades. Few fills have no wick: they hold only the bar's two ends. */
function tradedBar(shape: Shape, path: DayPath, index: number, minute: number, busy: number): MinuteBar {
  const close = ticksAt(shape, path, minute + 1);
  const wanted = Math.round(shape.minuteOrders * busy * FILLS_PER_ORDER);
  const fills = Math.max(1, Math.min(MAX_FILLS, wanted));
  // What is traded is worth about the same whatever a coin costs.
  const lots = Math.max(
    LEAST_LOTS * fills,
    Math.round((shape.minuteLots * busy * shape.anchorTicks) / close),
  );
  if (fills === 1) return { open: close, high: close, low: close, close, lots, fills };
  const drift = Math.round(normal(keyOf(shape.key, 23), index) * shape.spreadTicks * OPENING_SPREADS);
  const open = Math.max(1, ticksAt(shape, path, minute) + drift);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  if (fills >= WICK_FILLS) {
    const variance = (path.variance[minute] ?? 0) * close * close;
    const draws = keyOf(shape.key, 24);
    high = Math.max(high, Math.floor(extreme(open, close, variance, uniform(draws, 2 * index), 1)));
    low = Math.min(low, Math.ceil(extreme(open, close, variance, uniform(draws, 2 * index + 1), -1)));
  }
  return { open, high, low: Math.max(1, low), close, lots, fills };
}

const flatBar = (price: number): MinuteBar => ({
  open: price,
  high: price,
  low: price,
  close: price,
  lots: 0,
  fills: 0,
});

/**
 * The bar of a minute. A minute without a trade stands at the last traded price.
 * @param day days since 1970. @param minute of the day. @param last the price before it, ticks.
 */
export function minuteBar(shape: Shape, path: DayPath, day: number, minute: number, last: number): MinuteBar {
  if (shape.isOpen && !shape.isOpen(day, minute)) return flatBar(ticksAt(shape, path, minute));
  const index = day * DAY_MINUTES + minute;
  const busy = activity(shape, path, index, minute);
  if (hasTrade(shape, busy, index, minute)) return tradedBar(shape, path, index, minute, busy);
  return flatBar(last);
}

/** The last traded price before a minute of a day, ticks. A day's first minute needs none and yields its start. */
function lastBefore(shape: Shape, path: DayPath, day: number, minute: number): number {
  for (let at = minute - 1; at >= 0; at--) {
    const index = day * DAY_MINUTES + at;
    if (shape.isOpen && !shape.isOpen(day, at)) break;
    if (hasTrade(shape, activity(shape, path, index, at), index, at)) return ticksAt(shape, path, at + 1);
  }
  return ticksAt(shape, path, minute);
}

/** Visits the bars of a day's minutes in [from, to), ascending. */
export function eachMinute(
  shape: Shape,
  path: DayPath,
  day: number,
  from: number,
  to: number,
  visit: (minute: number, bar: MinuteBar) => void,
): void {
  let last = lastBefore(shape, path, day, from);
  for (let minute = from; minute < to; minute++) {
    const bar = minuteBar(shape, path, day, minute, last);
    last = bar.close;
    visit(minute, bar);
  }
}

/** All bars of a day, as columns. */
export interface DayBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly lots: Float64Array;
  readonly fills: Float64Array;
}

export function dayBars(shape: Shape, path: DayPath, day: number): DayBars {
  const column = () => new Float64Array(DAY_MINUTES);
  const bars: DayBars = {
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    lots: column(),
    fills: column(),
  };
  eachMinute(shape, path, day, 0, DAY_MINUTES, (minute, bar) => {
    bars.open[minute] = bar.open;
    bars.high[minute] = bar.high;
    bars.low[minute] = bar.low;
    bars.close[minute] = bar.close;
    bars.lots[minute] = bar.lots;
    bars.fills[minute] = bar.fills;
  });
  return bars;
}

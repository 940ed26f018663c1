import type { DayPath } from './path.ts';
import { keyOf, normal, uniform } from './random.ts';
import { DAY_MINUTES } from './volatility.ts';

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
  readonly isOpen?: (day: number, minute: number) => boolean;
}

/** A minute's bar in ticks and lots; `fills` is 0 for a minute without a trade. */
export interface MinuteBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly fills: number;
}

const MAX_FILLS = 600;
const FILLS_PER_ORDER = 3.2;
/** Spread of the logarithm of a minute's volume. */
const VOLUME_SIGMA = 1.1;
/** How strongly volume goes with volatility. */
const VOLUME_WITH_VOLATILITY = 1.2;

/** How busy a minute is against an ordinary one. */
function activity(shape: Shape, path: DayPath, index: number, minute: number): number {
  const deviation = Math.sqrt(path.variance[minute] ?? 0) / shape.minuteDeviation;
  const noise = VOLUME_SIGMA * normal(keyOf(shape.key, 21), index) - (VOLUME_SIGMA * VOLUME_SIGMA) / 2;
  return Math.max(deviation, 0.05) ** VOLUME_WITH_VOLATILITY * Math.exp(noise);
}

/** Whether anybody trades in a minute. Each hour opens with a trade, so that a look back for one is short. */
function hasTrade(shape: Shape, busy: number, index: number, minute: number): boolean {
  return minute % 60 === 0 || uniform(keyOf(shape.key, 22), index) > Math.exp(-shape.minuteOrders * busy);
}

function ticksAt(shape: Shape, path: DayPath, place: number): number {
  return Math.max(1, Math.round(shape.anchorTicks * Math.exp(path.level[place] ?? 0)));
}

/** The extreme of a Brownian bridge from `a` to `b`. @param draw uniform. @param sign 1 for the high, −1 for the low. */
function extreme(a: number, b: number, variance: number, draw: number, sign: 1 | -1): number {
  return (a + b + sign * Math.sqrt((b - a) ** 2 - 2 * variance * Math.log(draw))) / 2;
}

function tradedBar(shape: Shape, path: DayPath, day: number, minute: number, busy: number): MinuteBar {
  const index = day * DAY_MINUTES + minute;
  const close = ticksAt(shape, path, minute + 1);
  const drift = Math.round(normal(keyOf(shape.key, 23), index) * shape.spreadTicks * 0.6);
  const open = Math.max(1, ticksAt(shape, path, minute) + drift);
  const variance = (path.variance[minute] ?? 0) * close * close;
  const draws = keyOf(shape.key, 24);
  const high = Math.floor(extreme(open, close, variance, uniform(draws, 2 * index), 1));
  const low = Math.ceil(extreme(open, close, variance, uniform(draws, 2 * index + 1), -1));
  const fills = Math.max(4, Math.min(MAX_FILLS, Math.round(shape.minuteOrders * busy * FILLS_PER_ORDER)));
  // What is traded is worth about the same whatever a coin costs.
  const lots = Math.max(fills, Math.round((shape.minuteLots * busy * shape.anchorTicks) / close));
  return {
    open,
    close,
    high: Math.max(open, close, high),
    low: Math.max(1, Math.min(open, close, low)),
    lots,
    fills,
  };
}

/**
 * The bar of a minute. A minute without a trade stands at the last traded price.
 * @param day days since 1970. @param minute of the day.
 */
export function minuteBar(shape: Shape, path: DayPath, day: number, minute: number): MinuteBar {
  if (shape.isOpen && !shape.isOpen(day, minute)) return flatBar(ticksAt(shape, path, minute));
  const index = day * DAY_MINUTES + minute;
  const busy = activity(shape, path, index, minute);
  if (shape.isOpen || hasTrade(shape, busy, index, minute)) return tradedBar(shape, path, day, minute, busy);
  return flatBar(lastTraded(shape, path, day, minute - 1));
}

function flatBar(price: number): MinuteBar {
  return { open: price, high: price, low: price, close: price, lots: 0, fills: 0 };
}

/** The last traded price up to the end of a minute, ticks. */
function lastTraded(shape: Shape, path: DayPath, day: number, minute: number): number {
  for (let at = minute; at > 0; at--) {
    const index = day * DAY_MINUTES + at;
    if (hasTrade(shape, activity(shape, path, index, at), index, at)) return ticksAt(shape, path, at + 1);
  }
  return ticksAt(shape, path, 1);
}

/** All bars of a day up to `until` minutes, as columns. */
export interface DayBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly lots: Float64Array;
}

export function dayBars(shape: Shape, path: DayPath, day: number): DayBars {
  const column = () => new Float64Array(DAY_MINUTES);
  const bars = { open: column(), high: column(), low: column(), close: column(), lots: column() };
  let last = ticksAt(shape, path, 0);
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    const index = day * DAY_MINUTES + minute;
    const isOpen = shape.isOpen ? shape.isOpen(day, minute) : undefined;
    const busy = isOpen === false ? 0 : activity(shape, path, index, minute);
    const trades = isOpen ?? hasTrade(shape, busy, index, minute);
    const bar = trades
      ? tradedBar(shape, path, day, minute, busy)
      : flatBar(isOpen === false ? ticksAt(shape, path, minute) : last);
    last = bar.close;
    bars.open[minute] = bar.open;
    bars.high[minute] = bar.high;
    bars.low[minute] = bar.low;
    bars.close[minute] = bar.close;
    bars.lots[minute] = bar.lots;
  }
  return bars;
}

import type { Future } from './future.ts';
import type { IsOpen } from './hours.ts';
import { FILLS_PER_ORDER } from './liquidity.ts';
import type { MinuteBar } from './minuteBar.ts';
import type { DayPath } from './path.ts';
import { fillNormal, fillUniform, keyOf, normal, uniform } from './random.ts';
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

/** Bars of minutes that follow each other, as columns. */
export interface DayBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly lots: Float64Array;
  readonly fills: Float64Array;
}

/** Columns of a day. */
export const emptyBars = (): DayBars => {
  const column = () => new Float64Array(DAY_MINUTES);
  return { open: column(), high: column(), low: column(), close: column(), lots: column(), fills: column() };
};

/** What is drawn for minutes that follow each other, and bars of which nothing is kept. Used within one call only. */
const busy = new Float64Array(DAY_MINUTES);
const trades = new Float64Array(DAY_MINUTES);
const openings = new Float64Array(DAY_MINUTES);
const wicks = new Float64Array(2 * DAY_MINUTES);
const scratch = emptyBars();

/** The stream of how busy a market's minutes are, and that of whether there is a trade in them. */
const noiseKey = (shape: Shape): number => keyOf(shape.key, 21);
const tradeKey = (shape: Shape): number => keyOf(shape.key, 22);

/** How busy a minute is against an ordinary one. @param variance of its return. @param draw standard normal. */
function activity({ minuteDeviation }: Shape, variance: number, draw: number): number {
  const excess = Math.max(variance / (minuteDeviation * minuteDeviation), LEAST_VARIANCE);
  const noise = VOLUME_SIGMA * draw - (VOLUME_SIGMA * VOLUME_SIGMA) / 2;
  return Math.exp((VOLUME_WITH_VOLATILITY / 2) * Math.log(excess) + noise - MEAN_EXCESS);
}

/** Draws for the minutes of a day in [from, to). */
function draw(shape: Shape, path: DayPath, day: number, from: number, to: number): void {
  const [first, count] = [day * DAY_MINUTES + from, to - from];
  fillNormal(busy, noiseKey(shape), first, count);
  for (let i = 0; i < count; i++) busy[i] = activity(shape, path.variance[from + i] ?? 0, busy[i] ?? 0);
  fillUniform(trades, tradeKey(shape), first, count);
  fillNormal(openings, keyOf(shape.key, 23), first, count);
  fillUniform(wicks, keyOf(shape.key, 24), 2 * first, 2 * count);
}

/**
 * Whether a trade happens in an open minute. Each hour opens with a trade, so that a search back for one is
 * short; in a market with trading hours each ends with one, so that it closes at its present price.
 * @param orders that take in it, on average. @param drawn uniform.
 */
function hasTrade(shape: Shape, minute: number, orders: number, drawn: number): boolean {
  const ofHour = minute % 60;
  if (ofHour === 0 || (ofHour === 59 && shape.isOpen !== undefined)) return true;
  return orders > 25 || drawn > Math.exp(-orders);
}

function ticksAt(shape: Shape, path: DayPath, place: number): number {
  return Math.max(1, Math.round(shape.anchorTicks * Math.exp(path.level[place] ?? 0)));
}

/** The extreme of a Brownian bridge from `a` to `b`. @param draw uniform. @param sign 1 for the high, −1 for the low. */
function extreme(a: number, b: number, variance: number, draw: number, sign: 1 | -1): number {
  return (a + b + sign * Math.sqrt((b - a) ** 2 - 2 * variance * Math.log(draw))) / 2;
}

/** Writes the bar of a minute with trades. Few fills have no wick: they hold only the bar's two ends. @param i its place. */
function writeTraded(into: DayBars, i: number, shape: Shape, path: DayPath, minute: number): void {
  const close = ticksAt(shape, path, minute + 1);
  const wanted = Math.round(shape.minuteOrders * (busy[i] ?? 0) * FILLS_PER_ORDER);
  const fills = Math.max(1, Math.min(MAX_FILLS, wanted));
  // What is traded is worth about the same whatever a coin costs.
  const traded = Math.round((shape.minuteLots * (busy[i] ?? 0) * shape.anchorTicks) / close);
  into.close[i] = close;
  into.lots[i] = Math.max(LEAST_LOTS * fills, traded);
  into.fills[i] = fills;
  const drift = Math.round((openings[i] ?? 0) * shape.spreadTicks * OPENING_SPREADS);
  const open = fills === 1 ? close : Math.max(1, ticksAt(shape, path, minute) + drift);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  if (fills >= WICK_FILLS) {
    const variance = (path.variance[minute] ?? 0) * close * close;
    high = Math.max(high, Math.floor(extreme(open, close, variance, wicks[2 * i] ?? 0, 1)));
    low = Math.min(low, Math.ceil(extreme(open, close, variance, wicks[2 * i + 1] ?? 0, -1)));
  }
  into.open[i] = open;
  into.high[i] = high;
  into.low[i] = Math.max(1, low);
}

function writeFlat(into: DayBars, i: number, price: number): void {
  into.open[i] = price;
  into.high[i] = price;
  into.low[i] = price;
  into.close[i] = price;
  into.lots[i] = 0;
  into.fills[i] = 0;
}

/**
 * Writes the bars of a day's minutes in [from, to), from the first place on. A minute without a trade stands at the
 * last traded price. Years of minutes are made for one page: an object for each would be garbage at once.
 * @param last the price before them, ticks.
 */
function writeBars(
  into: DayBars,
  shape: Shape,
  path: DayPath,
  day: number,
  [from, to]: readonly [number, number],
  last: number,
): void {
  draw(shape, path, day, from, to);
  for (let i = 0; i < to - from; i++) {
    const minute = from + i;
    if (shape.isOpen && !shape.isOpen(day, minute)) writeFlat(into, i, ticksAt(shape, path, minute));
    else if (hasTrade(shape, minute, shape.minuteOrders * (busy[i] ?? 0), trades[i] ?? 0))
      writeTraded(into, i, shape, path, minute);
    else writeFlat(into, i, i === 0 ? last : (into.close[i - 1] ?? 0));
  }
}

const barAt = ({ open, high, low, close, lots, fills }: DayBars, i: number): MinuteBar => ({
  open: open[i] ?? 0,
  high: high[i] ?? 0,
  low: low[i] ?? 0,
  close: close[i] ?? 0,
  lots: lots[i] ?? 0,
  fills: fills[i] ?? 0,
});

/**
 * The bar of a minute. A minute without a trade stands at the last traded price.
 * @param day days since 1970. @param minute of the day. @param last the price before it, ticks.
 */
export function minuteBar(shape: Shape, path: DayPath, day: number, minute: number, last: number): MinuteBar {
  writeBars(scratch, shape, path, day, [minute, minute + 1], last);
  return barAt(scratch, 0);
}

/** The last traded price before a minute of a day, ticks. A day's first minute needs none and yields its start. */
function lastBefore(shape: Shape, path: DayPath, day: number, minute: number): number {
  for (let at = minute - 1; at >= 0; at--) {
    const index = day * DAY_MINUTES + at;
    if (shape.isOpen && !shape.isOpen(day, at)) break;
    const busyness = activity(shape, path.variance[at] ?? 0, normal(noiseKey(shape), index));
    if (hasTrade(shape, at, shape.minuteOrders * busyness, uniform(tradeKey(shape), index)))
      return ticksAt(shape, path, at + 1);
  }
  return ticksAt(shape, path, minute);
}

/** Visits the bars of a day's minutes in [from, to), ascending; a visitor visits no others. */
export function eachMinute(
  shape: Shape,
  path: DayPath,
  day: number,
  from: number,
  to: number,
  visit: (minute: number, bar: MinuteBar) => void,
): void {
  writeBars(scratch, shape, path, day, [from, to], lastBefore(shape, path, day, from));
  for (let minute = from; minute < to; minute++) visit(minute, barAt(scratch, minute - from));
}

/** All bars of a day. @param into written. */
export function dayBars(shape: Shape, path: DayPath, day: number, into = emptyBars()): DayBars {
  writeBars(into, shape, path, day, [0, DAY_MINUTES], lastBefore(shape, path, day, 0));
  return into;
}

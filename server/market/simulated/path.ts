import { createCache } from './cache.ts';
import { heavyTailed, keyOf, normal, uniform } from './random.ts';
import { DAY_MINUTES, marketVolatility, ownVolatility } from './volatility.ts';

/** A day of a price, as logarithms against the anchor price. */
export interface DayPath {
  /** At each minute's start and, last, at the day's end, which is the next day's start: 1441 values. */
  readonly level: Float32Array;
  /** Variance of each minute's return. */
  readonly variance: Float32Array;
}

/** A price process: any day of it, without the days before. Days since 1970. */
export interface Path {
  day(day: number): DayPath;
}

/** Days between the pinned points of the long walk. */
const SPAN_DAYS = 512;
const JUMPS_A_DAY = 1.5;

/**
 * Level at a day's start: points drawn around the anchor every 512 days, and a Brownian bridge between them,
 * halved down to the day. Bounded for ever, a random walk at the scale of months.
 * @param deviation standard deviation of a day's return.
 */
export function dayLevel(key: number, day: number, deviation: number): number {
  const span = Math.floor(day / SPAN_DAYS);
  const pinned = (index: number) =>
    Math.max(-1.5, Math.min(1.5, normal(key, index))) * deviation * Math.sqrt(SPAN_DAYS / 2);
  let from = pinned(span);
  let to = pinned(span + 1);
  let start = span * SPAN_DAYS;
  let length = SPAN_DAYS;
  while (day !== start) {
    length /= 2;
    const middle =
      (from + to) / 2 + normal(keyOf(key, length), start + length) * deviation * Math.sqrt(length / 2);
    if (day < start + length) to = middle;
    else {
      from = middle;
      start += length;
    }
  }
  return from;
}

export interface OwnPathOptions {
  readonly key: number;
  /** Base standard deviation of a minute's return, before the volatility factors. */
  readonly minuteDeviation: number;
  /** Factor on volatility for each minute of a day. */
  readonly volatility: (day: number) => Float64Array;
  /** Minutes in which the market is open; absent: always. */
  readonly isOpen?: (day: number, minute: number) => boolean;
  /** Which step of the long walk a calendar day starts at; absent: its own number. */
  readonly walkStep?: (day: number) => number;
}

/** What the volatility factors do to a day's deviation, on average. */
const DAY_FACTOR = 1.75;
/** Of the day at work: the shocks so far, and the variance spent so far. Used within one call only. */
const walk = new Float64Array(DAY_MINUTES + 1);
const spent = new Float64Array(DAY_MINUTES + 1);

/** A path of its own: heavy-tailed minute shocks and jumps, bridged between the day's two levels. */
export function ownPath(options: OwnPathOptions): Path {
  const { key, minuteDeviation, volatility, isOpen, walkStep = (day) => day } = options;
  const levels = keyOf(key, 1);
  const shocks = keyOf(key, 2);
  const jumps = keyOf(key, 3);
  const days = keyOf(key, 4);
  const dayDeviation = minuteDeviation * Math.sqrt(DAY_MINUTES) * DAY_FACTOR;
  return {
    day(day) {
      const own = ownVolatility(days, day) * minuteDeviation;
      const common = volatility(day);
      const variance = new Float32Array(DAY_MINUTES);
      for (let minute = 0; minute < DAY_MINUTES; minute++) {
        const isStill = isOpen !== undefined && !isOpen(day, minute);
        const deviation = isStill ? 0 : own * (common[minute] ?? 1);
        const index = day * DAY_MINUTES + minute;
        const shock = isStill
          ? 0
          : deviation * heavyTailed(shocks, index) + jump(jumps, index, minuteDeviation);
        variance[minute] = deviation * deviation;
        walk[minute + 1] = (walk[minute] ?? 0) + shock;
        spent[minute + 1] = (spent[minute] ?? 0) + deviation * deviation;
      }
      const from = dayLevel(levels, walkStep(day), dayDeviation);
      const to = dayLevel(levels, walkStep(day + 1), dayDeviation);
      return { level: bridged(from, to), variance };
    },
  };
}

/** A rare move of 6 to 10 times the base deviation. */
function jump(key: number, index: number, deviation: number): number {
  const draw = uniform(key, index);
  const chance = JUMPS_A_DAY / DAY_MINUTES;
  if (draw >= chance) return 0;
  const size = 6 + (4 * draw) / chance;
  return (uniform(key, -1 - index) < 0.5 ? -size : size) * deviation;
}

/** Bends the walk so that it ends exactly where the next day begins, the more the more it moved. */
function bridged(from: number, to: number): Float32Array {
  const level = new Float32Array(DAY_MINUTES + 1);
  const total = spent[DAY_MINUTES] ?? 0;
  const bend = total === 0 ? 0 : (to - from - (walk[DAY_MINUTES] ?? 0)) / total;
  for (let i = 0; i < DAY_MINUTES; i++) level[i] = from + (walk[i] ?? 0) + bend * (spent[i] ?? 0);
  level[DAY_MINUTES] = to;
  return level;
}

/**
 * `beta` times another path, seen `delay` of a minute late, plus an own part.
 * @param delay fraction of a minute, 0 to 1. @param own makes each day anew: its days are added to.
 */
export function followingPath(leader: Path, beta: number, delay: number, own: Path): Path {
  return {
    day(day) {
      let earlier = leader.day(day - 1).level[DAY_MINUTES - 1] ?? 0;
      const lead = leader.day(day);
      const { level, variance } = own.day(day);
      for (let i = 0; i <= DAY_MINUTES; i++) {
        const now = lead.level[i] ?? 0;
        level[i] = (level[i] ?? 0) + beta * (now + delay * (earlier - now));
        earlier = now;
      }
      for (let i = 0; i < DAY_MINUTES; i++)
        variance[i] = (variance[i] ?? 0) + beta * beta * (lead.variance[i] ?? 0);
      return { level, variance };
    },
  };
}

/** The path of a pair quoted in a coin: the quotient of the two dollar paths. */
export function quotientPath(base: Path, quote: Path): Path {
  return {
    day(day) {
      const above = base.day(day);
      const below = quote.day(day);
      return {
        level: above.level.map((value, i) => value - (below.level[i] ?? 0)),
        variance: above.variance.map((value, i) => Math.abs(value - (below.variance[i] ?? 0)) + value / 4),
      };
    },
  };
}

/** Of the basis at the hours; straight lines between them take a fifth of it, which leaves the measured 3.8 bps. */
const BASIS_DEVIATION = 0.00046;

/** A perpetual around its index: a slow basis of 3.8 basis points root mean square. */
export function perpetualPath(index: Path, key: number): Path {
  return {
    day(day) {
      const spot = index.day(day);
      const basis = Float64Array.from(
        { length: 26 },
        (_, hour) => BASIS_DEVIATION * normal(key, day * 24 + hour),
      );
      const level = spot.level.map((value, i) => {
        const hour = Math.floor(i / 60);
        const from = basis[hour] ?? 0;
        return value + from + ((i % 60) / 60) * ((basis[hour + 1] ?? 0) - from);
      });
      return { level, variance: spot.variance };
    },
  };
}

/** Remembers the days that were asked for last. */
export function remembered(path: Path, days: number): Path {
  return { day: rememberedDays((day) => path.day(day), days) };
}

/** The volatility that all markets share, remembered by day. */
export function sharedVolatility(key: number, days: number): (day: number) => Float64Array {
  return rememberedDays((day) => marketVolatility(key, day), days);
}

function rememberedDays<T>(make: (day: number) => T, most: number): (day: number) => T {
  const known = createCache<number, T>(most);
  return (day) => known.get(day, () => make(day));
}

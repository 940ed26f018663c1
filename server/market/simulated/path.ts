import { heavyTailed, keyOf, normal, uniform } from './random.ts';
import { DAY_MINUTES, marketVolatility, ownVolatility } from './volatility.ts';

/** A day of a price, as logarithms against the anchor price. */
export interface DayPath {
  /** At each minute's start and, last, at the day's end: 1441 values. */
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

/** A path of its own: heavy-tailed minute shocks and jumps, bridged between the day's two levels. */
export function ownPath(options: OwnPathOptions): Path {
  const { key, minuteDeviation, volatility, isOpen, walkStep = (day) => day } = options;
  const levels = keyOf(key, 1);
  const shocks = keyOf(key, 2);
  const jumps = keyOf(key, 3);
  const dayDeviation = minuteDeviation * Math.sqrt(DAY_MINUTES) * DAY_FACTOR;
  return {
    day(day) {
      const own = ownVolatility(keyOf(key, 4), day) * minuteDeviation;
      const common = volatility(day);
      const variance = new Float32Array(DAY_MINUTES);
      const walk = new Float64Array(DAY_MINUTES + 1);
      const spent = new Float64Array(DAY_MINUTES + 1);
      for (let minute = 0; minute < DAY_MINUTES; minute++) {
        const deviation = isOpen && !isOpen(day, minute) ? 0 : own * (common[minute] ?? 1);
        const index = day * DAY_MINUTES + minute;
        const shock =
          deviation === 0 ? 0 : deviation * heavyTailed(shocks, index) + jump(jumps, index, minuteDeviation);
        variance[minute] = deviation * deviation;
        walk[minute + 1] = (walk[minute] ?? 0) + shock;
        spent[minute + 1] = (spent[minute] ?? 0) + deviation * deviation;
      }
      const from = dayLevel(levels, walkStep(day), dayDeviation);
      const to = dayLevel(levels, walkStep(day + 1), dayDeviation);
      return { level: bridged(walk, spent, from, to), variance };
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

/** Bends a walk so that it ends where the next day begins, where it moved most the most. */
function bridged(walk: Float64Array, spent: Float64Array, from: number, to: number): Float32Array {
  const total = spent[DAY_MINUTES] ?? 0;
  const gap = to - from - (walk[DAY_MINUTES] ?? 0);
  return Float32Array.from(
    walk,
    (value, i) => from + value + (total === 0 ? 0 : ((spent[i] ?? 0) / total) * gap),
  );
}

/**
 * `beta` times another path, seen `delay` of a minute late, plus an own part.
 * @param delay fraction of a minute, 0 to 1.
 */
export function followingPath(leader: Path, beta: number, delay: number, own: Path): Path {
  return {
    day(day) {
      const lead = leader.day(day);
      const part = own.day(day);
      const before = leader.day(day - 1).level[DAY_MINUTES - 1] ?? 0;
      const level = Float32Array.from(part.level, (value, i) => {
        const now = lead.level[i] ?? 0;
        const earlier = i === 0 ? before : (lead.level[i - 1] ?? 0);
        return value + beta * (now + delay * (earlier - now));
      });
      return {
        level,
        variance: part.variance.map((value, i) => value + beta * beta * (lead.variance[i] ?? 0)),
      };
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

/** A perpetual around its index: a slow basis of 3.8 basis points root mean square, drawn anew each hour. */
export function perpetualPath(index: Path, key: number): Path {
  const basis = (day: number, hour: number) => 0.00038 * normal(key, day * 24 + hour);
  return {
    day(day) {
      const spot = index.day(day);
      const level = spot.level.map((value, i) => {
        const hour = Math.floor(i / 60);
        const from = basis(day, hour);
        return value + from + ((i % 60) / 60) * (basis(day, hour + 1) - from);
      });
      return { level, variance: spot.variance };
    },
  };
}

/** Remembers the newest days of a path. */
export function remembered(path: Path, days: number): Path {
  const known = new Map<number, DayPath>();
  return {
    day(day) {
      const found = known.get(day);
      if (found) return found;
      const made = path.day(day);
      known.set(day, made);
      const oldest = known.keys().next().value;
      if (known.size > days && oldest !== undefined) known.delete(oldest);
      return made;
    },
  };
}

/** The volatility that all markets share, remembered by day. */
export function sharedVolatility(key: number, days: number): (day: number) => Float64Array {
  const known = new Map<number, Float64Array>();
  return (day) => {
    const found = known.get(day);
    if (found) return found;
    const made = marketVolatility(key, day);
    known.set(day, made);
    const oldest = known.keys().next().value;
    if (known.size > days && oldest !== undefined) known.delete(oldest);
    return made;
  };
}

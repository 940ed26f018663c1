import type { Future } from './future.ts';
import {
  fillHeavyTailed,
  fillUniform,
  heavyTailedOf,
  keyOf,
  normal,
  normalOf,
  uniform,
  uniformOf,
} from './random.ts';
import { DAY_MINUTES, ownVolatility } from './volatility.ts';

/** A day of a price, as logarithms against the anchor price. */
export interface DayPath {
  /** At each minute's start and, last, at the day's end, which is the next day's start: 1441 values. */
  readonly level: Float32Array;
  /** Variance of each minute's return. */
  readonly variance: Float32Array;
}

/** A price process: any day of it, without the days before. Days since 1970. */
export interface Path {
  /** @param into arrays to write into, where a caller keeps nothing of it; a path may have its own ones. */
  day(day: number, into?: DayPath): DayPath;
}

/** Arrays for days of which nothing is kept. */
export const emptyDay = (): DayPath => ({
  level: new Float32Array(DAY_MINUTES + 1),
  variance: new Float32Array(DAY_MINUTES),
});

/** Days between the pinned points of the long walk. */
const SPAN_DAYS = 512;
const JUMPS_A_DAY = 1.5;

/** A pinned point, by its number, and the draw of a middle of the bridge: standard normal. */
interface Draws {
  readonly pinned: (index: number) => number;
  readonly middle: (length: number, place: number) => number;
}

/**
 * Level at a day's start: points drawn around the anchor every 512 days, and a Brownian bridge between them,
 * halved down to the day. Bounded for ever, a random walk at the scale of months.
 * @param deviation standard deviation of a day's return.
 */
export function dayLevel(key: number, day: number, deviation: number): number {
  return bridgeLevel(day, deviation, {
    pinned: (index) => pinnedLevel(normal(key, index), deviation),
    middle: (length, place) => normal(keyOf(key, length), place),
  });
}

const pinnedLevel = (draw: number, deviation: number): number =>
  Math.max(-1.5, Math.min(1.5, draw)) * deviation * Math.sqrt(SPAN_DAYS / 2);

function bridgeLevel(day: number, deviation: number, { pinned, middle }: Draws): number {
  const span = Math.floor(day / SPAN_DAYS);
  let from = pinned(span);
  let to = pinned(span + 1);
  let start = span * SPAN_DAYS;
  let length = SPAN_DAYS;
  while (day !== start) {
    length /= 2;
    const level = (from + to) / 2 + middle(length, start + length) * deviation * Math.sqrt(length / 2);
    if (day < start + length) to = level;
    else {
      from = level;
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
  /** What the path depends on from some minute on; absent: on the key alone, for ever. */
  readonly future?: Future | undefined;
}

/** What the volatility factors do to a day's deviation, on average. */
const DAY_FACTOR = 1.75;
/** Of the day at work: the shocks so far, and the variance spent so far. Used within one call only. */
const walk = new Float64Array(DAY_MINUTES + 1);
const spent = new Float64Array(DAY_MINUTES + 1);
/** Of each of its minutes: the shock before its deviation, and the jump in base deviations. */
const shock = new Float64Array(DAY_MINUTES);
const jump = new Float64Array(DAY_MINUTES);

/** A path of its own: heavy-tailed minute shocks and jumps, bridged between the day's two levels. */
export function ownPath(options: OwnPathOptions): Path {
  const { key, minuteDeviation, walkStep = (day) => day, future } = options;
  const levels = keyOf(key, 1);
  const shocks = keyOf(key, 2);
  const jumps = keyOf(key, 3);
  const dayDeviation = minuteDeviation * Math.sqrt(DAY_MINUTES) * DAY_FACTOR;
  const known = (day: number, into = emptyDay()): DayPath => {
    const first = day * DAY_MINUTES;
    fillHeavyTailed(shock, shocks, first, DAY_MINUTES);
    fillUniform(jump, jumps, first, DAY_MINUTES);
    for (let minute = 0; minute < DAY_MINUTES; minute++) {
      const size = jumpSize(jump[minute] ?? 0);
      jump[minute] = size === 0 ? 0 : sided(size, uniform(jumps, -1 - first - minute));
    }
    walkDay(options, day, into.variance);
    const from = dayLevel(levels, walkStep(day), dayDeviation);
    const to = dayLevel(levels, walkStep(day + 1), dayDeviation);
    bridge(into.level, from, to);
    return into;
  };
  return future ? futurePath(options, future, known, dayDeviation) : { day: known };
}

/** Walks through a day's minutes by its shocks and jumps. @param variance of each, written. */
function walkDay(
  { key, minuteDeviation, volatility, isOpen }: OwnPathOptions,
  day: number,
  variance: Float32Array,
): void {
  const own = ownVolatility(keyOf(key, 4), day) * minuteDeviation;
  const common = volatility(day);
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    const isStill = isOpen !== undefined && !isOpen(day, minute);
    const deviation = isStill ? 0 : own * (common[minute] ?? 1);
    const moved = isStill ? 0 : deviation * (shock[minute] ?? 0) + (jump[minute] ?? 0) * minuteDeviation;
    variance[minute] = deviation * deviation;
    walk[minute + 1] = (walk[minute] ?? 0) + moved;
    spent[minute + 1] = (spent[minute] ?? 0) + deviation * deviation;
  }
}

/** Random words of a minute: two for its shock, two for its jump. */
const WORDS = 4;

/**
 * A path that is known up to a minute and drawn from a secret from there on. The day of that minute goes on from where
 * it is, whatever end it would have had; where it ends, a long walk of its own begins.
 */
function futurePath(
  options: OwnPathOptions,
  future: Future,
  known: (day: number, into?: DayPath) => DayPath,
  dayDeviation: number,
): Path {
  const { key, walkStep = (day) => day } = options;
  const sinceDay = Math.floor(future.since / DAY_MINUTES);
  const walkFrom = (day: number, variance: Float32Array): void => {
    const words = future.words(`shocks ${key}`, day, DAY_MINUTES * WORDS);
    const draw = (minute: number, i: number) => uniformOf(words[minute * WORDS + i] ?? 0);
    for (let minute = 0; minute < DAY_MINUTES; minute++) {
      shock[minute] = heavyTailedOf(draw(minute, 0), draw(minute, 1));
      const size = jumpSize(draw(minute, 2));
      jump[minute] = size === 0 ? 0 : sided(size, draw(minute, 3));
    }
    walkDay(options, day, variance);
  };
  const firstDay = (): DayPath => {
    const { level, variance } = known(sinceDay);
    const first = future.since - sinceDay * DAY_MINUTES;
    walkFrom(sinceDay, new Float32Array(DAY_MINUTES));
    for (let i = first + 1; i <= DAY_MINUTES; i++)
      level[i] = (level[first] ?? 0) + (walk[i] ?? 0) - (walk[first] ?? 0);
    return { level, variance };
  };
  let begins: number | undefined;
  const base = walkStep(sinceDay + 1);
  const levelAt = (day: number): number => {
    begins ??= firstDay().level[DAY_MINUTES] ?? 0;
    const start = begins;
    const drawn = (name: string, index: number) =>
      normalOf(uniformOf(future.words(`${name} ${key}`, index, 1)[0] ?? 0));
    return bridgeLevel(walkStep(day) - base, dayDeviation, {
      pinned: (index) => (index === 0 ? start : pinnedLevel(drawn('pins', index), dayDeviation)),
      middle: (length, place) => drawn(`middles of ${length}`, place),
    });
  };
  return {
    day(day, into = emptyDay()) {
      if (day < sinceDay) return known(day, into);
      if (day === sinceDay) return firstDay();
      const [from, to] = [levelAt(day), levelAt(day + 1)];
      walkFrom(day, into.variance);
      bridge(into.level, from, to);
      return into;
    },
  };
}

/** A rare jump of 6 to 10 times the base deviation, in that unit; 0 in most minutes. @param draw uniform. */
function jumpSize(draw: number): number {
  const chance = JUMPS_A_DAY / DAY_MINUTES;
  return draw >= chance ? 0 : 6 + (4 * draw) / chance;
}
const sided = (size: number, side: number): number => (side < 0.5 ? -size : size);

/** Bends the walk so that it ends exactly where the next day begins, the more the more it moved. @param level written. */
function bridge(level: Float32Array, from: number, to: number): void {
  const total = spent[DAY_MINUTES] ?? 0;
  const bend = total === 0 ? 0 : (to - from - (walk[DAY_MINUTES] ?? 0)) / total;
  for (let i = 0; i < DAY_MINUTES; i++) level[i] = from + (walk[i] ?? 0) + bend * (spent[i] ?? 0);
  level[DAY_MINUTES] = to;
}

/**
 * `beta` times another path, `delay` of a minute later, plus an own part.
 * @param delay fraction of a minute, 0 to 1. @param own must yield a new object for each day: its days are
 * added to in place.
 */
export function followingPath(leader: Path, beta: number, delay: number, own: Path): Path {
  return {
    day(day, into) {
      let earlier = leader.day(day - 1).level[DAY_MINUTES - 1] ?? 0;
      const lead = leader.day(day);
      const { level, variance } = own.day(day, into);
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

/** Of the coin that a pair is quoted in. Used within one call only. */
const quoteDay = emptyDay();

/** The path of a pair quoted in a coin: the quotient of the two dollar paths. */
export function quotientPath(base: Path, quote: Path): Path {
  return {
    day(day, given) {
      const into = given ?? emptyDay();
      const { level, variance } = into;
      const above = base.day(day, given);
      const below = quote.day(day, given && quoteDay);
      for (let i = 0; i <= DAY_MINUTES; i++) level[i] = (above.level[i] ?? 0) - (below.level[i] ?? 0);
      for (let i = 0; i < DAY_MINUTES; i++) {
        const value = above.variance[i] ?? 0;
        variance[i] = Math.abs(value - (below.variance[i] ?? 0)) + value / 4;
      }
      return into;
    },
  };
}

/** Of the basis at the hours; straight lines between them take a fifth of it, which leaves the measured 3.8 bps. */
const BASIS_DEVIATION = 0.00046;

/** A perpetual around its index: a slow basis of 3.8 basis points root mean square. */
export function perpetualPath(index: Path, key: number, future?: Future): Path {
  // The hour that runs and the one that it leads to stay what they were.
  const firstHour = future ? Math.floor(future.since / 60) + 2 : Number.POSITIVE_INFINITY;
  const drawAt = (hour: number): number =>
    future && hour >= firstHour
      ? normalOf(uniformOf(future.words(`basis ${key}`, hour, 1)[0] ?? 0))
      : normal(key, hour);
  return {
    day(day, given) {
      const into = given ?? emptyDay();
      const spot = index.day(day, given);
      const basis = Float64Array.from({ length: 26 }, (_, hour) => BASIS_DEVIATION * drawAt(day * 24 + hour));
      for (let i = 0; i <= DAY_MINUTES; i++) {
        const hour = Math.floor(i / 60);
        const from = basis[hour] ?? 0;
        into.level[i] = (spot.level[i] ?? 0) + from + ((i % 60) / 60) * ((basis[hour + 1] ?? 0) - from);
      }
      if (spot !== into) into.variance.set(spot.variance);
      return into;
    },
  };
}

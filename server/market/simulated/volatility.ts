import { fillNormal, keyOf } from './random.ts';

export const DAY_MINUTES = 1440;

/** Mean size of a minute's move by UTC hour, against the day's mean: measured on BTC. */
const HOUR_OF_DAY = [
  1.06, 1.07, 0.92, 0.74, 0.61, 0.66, 0.79, 0.83, 1.01, 0.81, 0.78, 0.79, 1.08, 1.12, 1.27, 1.38, 1.18, 1.18,
  1.14, 1.36, 1.23, 1.11, 1.02, 0.88,
];

/** One memory of volatility: noise at nodes, smoothed with a decaying weight so that it forgets by half in a while. */
interface Memory {
  readonly tag: number;
  readonly nodeMinutes: number;
  /** Weight of a node against the one after it. */
  readonly decay: number;
  readonly terms: number;
  readonly deviation: number;
}
const MINUTES: Memory = { tag: 11, nodeMinutes: 5, decay: 0.5, terms: 8, deviation: 0.45 };
const HOURS: Memory = { tag: 12, nodeMinutes: 60, decay: 0.84, terms: 24, deviation: 0.45 };
/** The memory of days is in part the whole market's, so that how closely a coin goes with BTC stays about the same. */
const DAYS: Memory = { tag: 13, nodeMinutes: DAY_MINUTES, decay: 0.84, terms: 20, deviation: 0.34 };
const OWN_DAYS: Memory = { ...DAYS, tag: 14, deviation: 0.21 };

/** Nodes of a day and its end at most, and as many terms before them. Used within one call only. */
const MOST_NODES = DAY_MINUTES / 5 + 1;
const MOST_TERMS = 24;
const noise = new Float64Array(MOST_NODES + MOST_TERMS);
const nodeValues = new Float64Array(MOST_NODES);

/** @returns the values of `count` nodes from one on, until the next call. */
function smoothed(memory: Memory, key: number, first: number, count: number): Float64Array {
  const stream = keyOf(key, memory.tag);
  fillNormal(noise, stream, first - memory.terms, count + memory.terms);
  let power = 0;
  for (let j = 0; j < memory.terms; j++) power += memory.decay ** (2 * j);
  const scale = memory.deviation / Math.sqrt(power);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let j = 0, weight = 1; j < memory.terms; j++, weight *= memory.decay) {
      sum += weight * (noise[i + memory.terms - j] ?? 0);
    }
    nodeValues[i] = sum * scale;
  }
  return nodeValues;
}

/** Logarithm of the factor on volatility at each minute of a day from one memory, straight between its nodes. */
function addMemory(into: Float64Array, memory: Memory, key: number, day: number): void {
  const nodes = DAY_MINUTES / memory.nodeMinutes;
  const values = smoothed(memory, key, day * nodes, nodes + 1);
  for (let minute = 0; minute < DAY_MINUTES; minute++) {
    const at = minute / memory.nodeMinutes;
    const node = Math.floor(at);
    const from = values[node] ?? 0;
    into[minute] = (into[minute] ?? 0) + from + (at - node) * ((values[node + 1] ?? 0) - from);
  }
}

/**
 * How volatile each minute of a day is, as a factor around 1 on the base: memories of minutes, hours and days
 * times the time of day. Days since 1970. @param into written.
 */
export function marketVolatility(
  key: number,
  day: number,
  into: Float64Array = new Float64Array(DAY_MINUTES),
): Float64Array {
  into.fill(0);
  addMemory(into, MINUTES, key, day);
  addMemory(into, HOURS, key, day);
  addMemory(into, DAYS, key, day);
  for (let minute = 0; minute < DAY_MINUTES; minute++)
    into[minute] = Math.exp(into[minute] ?? 0) * (HOUR_OF_DAY[Math.floor(minute / 60)] ?? 1);
  return into;
}

/** A market's own calm or excitement on a day, a factor around 1 that is remembered for days. */
export function ownVolatility(key: number, day: number): number {
  return Math.exp(smoothed(OWN_DAYS, key, day, 1)[0] ?? 0);
}

import type { MinuteBar } from './minuteBar.ts';
import { uniform } from './random.ts';

/** Bars with fewer fills have no high and low beside open and close, so that an inner fill has a free price. */
export const WICK_FILLS = 5;
/** Lots a fill at least, so that sizes alone can lean to any level of the inner part. */
export const LEAST_LOTS = 8;
/** How near the average price comes to high or low, as a share of the distance between them. */
const MARGIN = 0.2;

/** Places of a tape's high and low among its fills. */
interface Extremes {
  readonly highAt: number;
  readonly lowAt: number;
}

/** @param count of fills, ≥ WICK_FILLS. */
export function extremesOf(key: number, bar: MinuteBar, count: number): Extremes {
  const inner = count - 2;
  let highAt = 1 + Math.floor(uniform(key, 1) * inner);
  let lowAt = 1 + Math.floor(uniform(key, 2) * inner);
  if (highAt === lowAt) lowAt = highAt === 1 ? 2 : highAt - 1;
  const isRising = bar.close > bar.open;
  if (isRising === lowAt > highAt && uniform(key, 3) < 0.6) [highAt, lowAt] = [lowAt, highAt];
  return { highAt, lowAt };
}

/**
 * What a minute's fills are worth together above its low, in lots × ticks: known from the bar alone, so that a day
 * is summed up without making its fills. Undefined for a bar whose fills have to be made to know it.
 * @param key of the prices of this market and minute.
 */
export function heightOf(key: number, bar: MinuteBar): number | undefined {
  const { high, low, lots, fills } = bar;
  const range = high - low;
  if (range === 0) return 0;
  if (lots < LEAST_LOTS * fills || range * lots > Number.MAX_SAFE_INTEGER / 4) return undefined;
  // Of two fills only the sizes are free.
  if (fills === 2) return range * (1 + Math.floor((lots - 2) * uniform(key, 5)));
  const average = averageOf(key, bar) - low;
  return Math.round(Math.max(MARGIN * range, Math.min((1 - MARGIN) * range, average)) * lots);
}

/** The average price of straight lines between a bar's prices. */
function averageOf(key: number, bar: MinuteBar): number {
  const { open, high, low, close, fills } = bar;
  if (fills < WICK_FILLS) return (open + close) / 2;
  const { highAt, lowAt } = extremesOf(key, bar, fills);
  const first = Math.min(highAt, lowAt);
  const second = Math.max(highAt, lowAt);
  const [from, to] = highAt < lowAt ? [high, low] : [low, high];
  const area = first * (open + from) + (second - first) * (high + low) + (fills - 1 - second) * (to + close);
  return area / (2 * (fills - 1));
}

/** A sum of products of whole numbers, exact at any size and fast while it is small. */
export class ExactSum {
  #whole = 0n;
  #part = 0;

  /** @param price ticks, ≥ 0. @param lots ≥ 0. @param more lots × ticks beyond their product, ≥ 0. */
  add(price: number, lots: number, more = 0): void {
    const product = price * lots + more;
    if (product > Number.MAX_SAFE_INTEGER) {
      this.#whole += BigInt(price) * BigInt(lots) + BigInt(more);
      return;
    }
    if (this.#part + product > Number.MAX_SAFE_INTEGER) {
      this.#whole += BigInt(this.#part);
      this.#part = 0;
    }
    this.#part += product;
  }

  /** Adds another sum. */
  join(other: ExactSum): void {
    if (other.#whole !== 0n) this.#whole += other.#whole;
    this.add(other.#part, 1);
  }

  get total(): bigint {
    return this.#whole + BigInt(this.#part);
  }
}

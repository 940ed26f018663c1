import type { MinuteBar } from './minuteBar.ts';
import type { Orders } from './orders.ts';
import { ordersOf } from './orders.ts';
import { keyOf, normal, uniform } from './random.ts';
import { sizesOf } from './sizes.ts';
import type { ExactSum } from './worth.ts';
import { extremesOf, heightOf, WICK_FILLS } from './worth.ts';

/** The fills of a minute, ascending in time. Prices in ticks, quantities in lots. */
export interface Tape {
  /** ms after the minute's start. */
  readonly at: Int32Array;
  readonly price: Float64Array;
  readonly lots: Float64Array;
  /** 1 where the taker bought. */
  readonly bought: Uint8Array;
}

const emptyTape: Tape = {
  at: new Int32Array(0),
  price: new Float64Array(0),
  lots: new Float64Array(0),
  bought: new Uint8Array(0),
};

/** Share of buyers among orders that do not move the price. */
const BUYERS = 0.49;
/** Chance that an order which does not move the price is on the side of the one before it. */
const RUN = 0.6;
/** The fills that make a minute's bar, exactly. @param key of this market and minute. */
export function tapeOf(key: number, bar: MinuteBar): Tape {
  const count = bar.fills;
  if (count === 0) return emptyTape;
  const orders = ordersOf(keyOf(key, 1), count);
  const price = prices(keyOf(key, 2), bar, orders);
  const bought = takers(keyOf(key, 4), price, orders);
  const lots = sizesOf(keyOf(key, 3), keyOf(key, 2), bar, price);
  return { at: orders.at, price, lots, bought };
}

/** Adds what the fills of a minute are worth, in lots × ticks, to a sum; mostly without making them. */
export function addWorth(sum: ExactSum, key: number, bar: MinuteBar): void {
  const height = heightOf(keyOf(key, 2), bar);
  if (height !== undefined) sum.add(bar.low, bar.lots, height);
  else {
    const { price, lots } = tapeOf(key, bar);
    for (let i = 0; i < lots.length; i++) sum.add(price[i] ?? 0, lots[i] ?? 0);
  }
}

/** Where the fills touch the bar's four prices: open first, close last, high and low somewhere between. */
function pinsOf(key: number, bar: MinuteBar, count: number): readonly [place: number, price: number][] {
  const first: [number, number] = [0, bar.open];
  const last: [number, number] = [count - 1, bar.close];
  if (count < WICK_FILLS) return count === 1 ? [last] : [first, last];
  const { highAt, lowAt } = extremesOf(key, bar, count);
  const high: [number, number] = [highAt, bar.high];
  const low: [number, number] = [lowAt, bar.low];
  return highAt < lowAt ? [first, high, low, last] : [first, low, high, last];
}

/** A walk from pin to pin that stays within the bar; it moves between orders more than within one. */
function prices(key: number, bar: MinuteBar, orders: Orders): Float64Array {
  const count = orders.at.length;
  const pins = pinsOf(key, bar, count);
  const walk = new Float64Array(count);
  const step = (bar.high - bar.low) / (1.5 * Math.sqrt(orders.count));
  for (let pin = 0; pin + 1 < pins.length; pin++) {
    const [from, start] = pins[pin] ?? [0, bar.open];
    const [to, end] = pins[pin + 1] ?? [count - 1, bar.close];
    let moved = 0;
    for (let i = from; i < to; i++) {
      walk[i] = moved;
      moved += step * (orders.of[i] === orders.of[i + 1] ? 0.1 : 1) * normal(key, i + 10);
    }
    const bend = (end - start - moved) / (to - from);
    for (let i = from; i < to; i++) {
      walk[i] = within(bar, Math.round(start + (walk[i] ?? 0) + bend * (i - from)));
    }
  }
  walk[count - 1] = bar.close;
  return walk;
}

/** A price that overshoots the bar turns back at its edge. */
function within({ high, low }: MinuteBar, price: number): number {
  const turned = price > high ? 2 * high - price : price < low ? 2 * low - price : price;
  return Math.max(low, Math.min(high, turned));
}

/**
 * The sides of the takers. An order that moves the price takes in that direction, the others come in runs; and
 * each eats its way in the direction of its side, so its fills are put in that order. The minute's first and
 * last fill stay where they are.
 */
function takers(key: number, walk: Float64Array, { of }: Orders): Uint8Array {
  const end = walk.length - 1;
  const bought = new Uint8Array(walk.length);
  let side = uniform(key, 0) < BUYERS ? 1 : 0;
  for (let from = 0; from <= end; ) {
    let to = from + 1;
    while (to <= end && of[to] === of[from]) to++;
    const before = walk[Math.max(0, from - 1)] ?? 0;
    const after = walk[to - 1] ?? 0;
    if (after !== before) side = after > before ? 1 : 0;
    else if (uniform(key, 2 * from + 1) > RUN) side = uniform(key, 2 * from + 2) < BUYERS ? 1 : 0;
    const parts = walk.subarray(Math.max(1, from), Math.min(to, end)).sort();
    if (side === 0) parts.reverse();
    bought.fill(side, from, to);
    from = to;
  }
  return bought;
}

import type { MinuteBar } from './minute.ts';
import type { Orders } from './orders.ts';
import { ordersOf } from './orders.ts';
import { keyOf, normal, uniform } from './random.ts';

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
/** Spread of the logarithm of a fill's size. */
const SIZE_SIGMA = 1.9;
const DUST_SHARE = 0.35;
/** A dust order against an ordinary one. */
const DUST = 0.01;
const ROUND_SHARE = 0.25;

/** The fills that make a minute's bar, exactly. @param key of this market and minute. */
export function tapeOf(key: number, bar: MinuteBar): Tape {
  const count = bar.fills;
  if (count === 0) return emptyTape;
  const orders = ordersOf(keyOf(key, 1), count);
  const price = prices(keyOf(key, 2), bar, orders);
  const bought = takers(keyOf(key, 4), price, orders);
  return { at: orders.at, price, lots: quantities(keyOf(key, 3), bar.lots, count), bought };
}

/** Where the fills touch the bar's four prices: open first, close last, high and low somewhere between. */
function pinsOf(key: number, bar: MinuteBar, count: number): readonly [place: number, price: number][] {
  const first: [number, number] = [0, bar.open];
  const last: [number, number] = [count - 1, bar.close];
  if (count < 4) return count === 1 ? [last] : [first, last];
  const inner = count - 2;
  let highAt = 1 + Math.floor(uniform(key, 1) * inner);
  let lowAt = 1 + Math.floor(uniform(key, 2) * inner);
  if (highAt === lowAt) lowAt = highAt === 1 ? 2 : highAt - 1;
  const isRising = bar.close > bar.open;
  if (isRising === lowAt > highAt && uniform(key, 3) < 0.6) [highAt, lowAt] = [lowAt, highAt];
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

/** Splits the bar's lots: much dust, some round amounts, few large ones; at least one lot each. */
function quantities(key: number, total: number, count: number): Float64Array {
  const lots = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const dust = uniform(key, 2 * i) < DUST_SHARE ? DUST : 1;
    const weight = dust * Math.exp(SIZE_SIGMA * normal(key, 2 * i + 1));
    lots[i] = weight;
    sum += weight;
  }
  let left = total;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const own = Math.floor(((total - count) * (lots[i] ?? 0)) / sum);
    const shown = uniform(key, -1 - i) < ROUND_SHARE ? roundAmount(own) : own;
    lots[i] = 1 + shown;
    left -= 1 + shown;
    if (shown >= (lots[largest] ?? 0)) largest = i;
  }
  lots[largest] = (lots[largest] ?? 0) + left;
  return lots;
}

/** The next lower amount of which one lot more has a single digit, e.g. 1,999 below 2,345. */
function roundAmount(lots: number): number {
  if (lots < 10) return lots;
  const unit = 10 ** Math.floor(Math.log10(lots));
  return Math.floor(lots / unit) * unit - 1;
}

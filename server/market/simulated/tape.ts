import type { MinuteBar } from './minute.ts';
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

const MINUTE_MS = 60_000;
const emptyTape: Tape = {
  at: new Int32Array(0),
  price: new Float64Array(0),
  lots: new Float64Array(0),
  bought: new Uint8Array(0),
};

/** Fills come in bursts: orders cluster around a few moments, and each order fills in up to six parts. */
function times(key: number, count: number): Int32Array {
  const bursts = Math.max(1, Math.round(count / 14));
  const at = new Int32Array(count);
  let made = 0;
  for (let order = 0; made < count; order++) {
    const clustered = uniform(key, 4 * order) < 0.7;
    const centre = uniform(keyOf(key, 1), Math.floor(uniform(key, 4 * order + 1) * bursts)) * MINUTE_MS;
    const late = -Math.log(uniform(key, 4 * order + 2)) * 1_200;
    const moment = clustered ? (centre + late) % MINUTE_MS : uniform(key, 4 * order + 1) * MINUTE_MS;
    const parts = 1 + Math.floor(uniform(key, 4 * order + 3) ** 1.5 * 6);
    for (let part = 0; part < parts && made < count; part++) at[made++] = Math.floor(moment);
  }
  return at.sort();
}

/** A walk through the bar: starts at its open, touches high and low, ends at its close, stays within. */
function prices(key: number, bar: MinuteBar, count: number): Float64Array {
  const inner = count - 2;
  let highAt = 1 + Math.floor(uniform(key, 1) * inner);
  let lowAt = 1 + Math.floor(uniform(key, 2) * inner);
  if (highAt === lowAt) lowAt = highAt === 1 ? 2 : highAt - 1;
  if (bar.close > bar.open && lowAt > highAt && uniform(key, 3) < 0.6) [highAt, lowAt] = [lowAt, highAt];
  const pins: [place: number, price: number][] = [
    [0, bar.open],
    [highAt, bar.high],
    [lowAt, bar.low],
    [count - 1, bar.close],
  ];
  pins.sort((a, b) => a[0] - b[0]);
  const walk = new Float64Array(count);
  const noise = (bar.high - bar.low) / (2 * Math.sqrt(count));
  for (let pin = 0; pin + 1 < pins.length; pin++) {
    const [from, start] = pins[pin] ?? [0, bar.open];
    const [to, end] = pins[pin + 1] ?? [count - 1, bar.close];
    for (let i = from; i < to; i++) {
      const straight = start + ((i - from) / (to - from)) * (end - start);
      const bent = i === from ? start : Math.round(straight + noise * normal(key, i + 10));
      walk[i] = Math.max(bar.low, Math.min(bar.high, bent));
    }
  }
  walk[count - 1] = bar.close;
  return walk;
}

/** Splits the bar's lots: much dust, few large ones, at least one lot each. */
function quantities(key: number, total: number, count: number): Float64Array {
  const weights = Float64Array.from({ length: count }, (_, i) => Math.exp(1.6 * normal(key, i)));
  const sum = weights.reduce((a, b) => a + b, 0);
  let left = total - count;
  const lots = weights.map((weight) => {
    const own = Math.floor(((total - count) * weight) / sum);
    left -= own;
    return 1 + own;
  });
  lots[0] = (lots[0] ?? 0) + left;
  return lots;
}

function sides(key: number, walk: Float64Array): Uint8Array {
  let last = uniform(key, 0) < 0.49 ? 1 : 0;
  return Uint8Array.from(walk, (price, i) => {
    const before = walk[i - 1] ?? price;
    if (price !== before) last = price > before ? 1 : 0;
    else if (uniform(key, i + 1) < 0.3) last = uniform(keyOf(key, 2), i) < 0.49 ? 1 : 0;
    return last;
  });
}

/** The fills that make a minute's bar, exactly. @param key of this market and minute. */
export function tapeOf(key: number, bar: MinuteBar): Tape {
  if (bar.fills === 0) return emptyTape;
  const price = prices(keyOf(key, 2), bar, bar.fills);
  return {
    at: times(keyOf(key, 1), bar.fills),
    price,
    lots: quantities(keyOf(key, 3), bar.lots, bar.fills),
    bought: sides(keyOf(key, 4), price),
  };
}

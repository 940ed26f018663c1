/**
 * The seeded market that every measured page runs in its worker: skewed so that the first hundredth of the rows
 * gets a fifth of the updates. Row 0 is the probe: it ticks first in each step and carries the generation time.
 */
export const COLUMNS = ['last', 'percent', 'volume', 'change', 'high', 'low', 'bid', 'ask', 'quote'] as const;
const WIDTH = COLUMNS.length;

/** What the probe shows: the moment of its making in tenths of a millisecond, cut to nine digits. */
export const probeTime = (): number => Math.floor((performance.timeOrigin + performance.now()) * 10) % 1e9;

/** The probe's change against yesterday, per cent: the largest of all, so that it leads a list by change too. */
export const PROBE_CHANGE = 900;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export class GeneratedMarket {
  readonly count: number;
  readonly values: Float64Array;
  readonly open: Float64Array;
  readonly #random: () => number;

  constructor(count: number, seed = 1) {
    this.count = count;
    this.#random = seeded(seed);
    this.open = new Float64Array(count);
    this.values = new Float64Array(count * WIDTH);
    for (let row = 0; row < count; row++) {
      const price = Math.exp(this.#random() * 14 - 4);
      this.open[row] = price;
      this.values.set([price, 0, Math.floor(this.#random() * 1e6), 0, price, price], row * WIDTH);
      this.tick(row);
    }
  }
  at(row: number, column: number): number {
    return this.values[row * WIDTH + column] ?? 0;
  }
  tick(row: number): void {
    const { values } = this;
    const at = row * WIDTH;
    const open = this.open[row] ?? 1;
    const price = (values[at] ?? 1) * (1 + (this.#random() - 0.5) * 0.002);
    values[at] = price;
    values[at + 1] = (price / open - 1) * 100;
    values[at + 2] = (values[at + 2] ?? 0) + Math.floor(this.#random() * 100);
    values[at + 3] = price - open;
    values[at + 4] = Math.max(values[at + 4] ?? 0, price);
    values[at + 5] = Math.min(values[at + 5] ?? price, price);
    values[at + 6] = price * 0.9999;
    values[at + 7] = price * 1.0001;
    values[at + 8] = (values[at + 2] ?? 0) * price;
  }
  pick(): number {
    const x = this.#random();
    return Math.floor(this.count * x * x * x);
  }
}

/**
 * The volume of a row as lists receive it. Rows are in order by it, so that the rows that tick most are those in
 * sight; a part of it moves, so that its short text changes too.
 */
export const listVolume = (market: GeneratedMarket, row: number): number =>
  (market.count - row) * 1e12 + (market.at(row, 2) % 10_000) * 1e8;

/** Calls `step` every `every` ms with the updates due, so that the average is exactly `perSecond`. @returns its end. */
export function pace(perSecond: number, every: number, step: (due: number) => void): () => void {
  const started = performance.now();
  let done = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1_000) - done;
    if (due <= 0) return;
    done += due;
    step(due);
  }, every);
  return () => clearInterval(timer);
}

import type { Interval } from '../../../domain/index.ts';
import { barAfter, barStart } from '../../../domain/index.ts';

/** A bar in ticks and lots. */
export interface RawBar {
  readonly at: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
}

/** Bars of one interval, made of finer ones that come in the order of time. */
export class Bars {
  readonly made: RawBar[] = [];
  readonly #interval: Interval;
  #end = 0;

  constructor(interval: Interval) {
    this.#interval = interval;
  }

  /** Takes numbers and no object: a page of weeks has thousands of days, whose objects would be garbage at once. */
  add(at: number, open: number, high: number, low: number, close: number, lots: number): void {
    const last = this.made.at(-1);
    if (last === undefined || at >= this.#end) {
      const start = barStart(at, this.#interval);
      this.#end = barAfter(start, this.#interval);
      this.made.push({ at: start, open, high, low, close, lots });
      return;
    }
    if (high > last.high) last.high = high;
    if (low < last.low) last.low = low;
    last.close = close;
    last.lots += lots;
  }
}

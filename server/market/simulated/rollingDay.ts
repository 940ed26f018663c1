import { DAY_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { MinuteBar } from './minute.ts';

const QUARTER_MINUTES = 15;
const QUARTERS = DAY_MS / MINUTE_MS / QUARTER_MINUTES;

/**
 * What the last 24 hours were, kept in quarter-hours: it reaches back to the quarter that holds the moment 24 h
 * ago less 15 min, so between 23:45 and 24:00 hours. It is made of whole minutes only, so that it is the same
 * whether it was filled at once or minute by minute.
 */
export class RollingDay {
  readonly #open = new Float64Array(QUARTERS);
  readonly #high = new Float64Array(QUARTERS);
  readonly #low = new Float64Array(QUARTERS);
  readonly #volume = new Float64Array(QUARTERS);
  /** Which quarter each place holds, since 1970. */
  readonly #quarter = new Int32Array(QUARTERS);
  #sum: DaySum | undefined;

  /** First minute of the window that a minute ends, since 1970. */
  static firstMinute(minute: number): number {
    return (Math.floor(minute / QUARTER_MINUTES) - QUARTERS + 1) * QUARTER_MINUTES;
  }

  /** Takes a minute that has passed; ascending. @param quote what it traded, in quote units. */
  enter(minute: number, bar: MinuteBar, quote: number): void {
    const quarter = Math.floor(minute / QUARTER_MINUTES);
    const place = quarter % QUARTERS;
    if (this.#quarter[place] !== quarter) {
      this.#quarter[place] = quarter;
      this.#open[place] = bar.open;
      this.#high[place] = bar.high;
      this.#low[place] = bar.low;
      this.#volume[place] = 0;
    }
    this.#high[place] = Math.max(this.#high[place] ?? 0, bar.high);
    this.#low[place] = Math.min(this.#low[place] ?? 0, bar.low);
    this.#volume[place] = (this.#volume[place] ?? 0) + quote;
    this.#sum = undefined;
  }

  /** Sum of the window up to the running minute, without it. Undefined parts: nothing is known of them. */
  upTo(running: number): DaySum {
    if (this.#sum?.running !== running) this.#sum = this.#sumUp(running);
    return this.#sum;
  }

  #sumUp(running: number): DaySum {
    const newest = Math.floor(running / QUARTER_MINUTES);
    const oldest = newest - QUARTERS + 1;
    let high = Number.NEGATIVE_INFINITY;
    let low = Number.POSITIVE_INFINITY;
    let volume = 0;
    for (let quarter = oldest; quarter <= newest; quarter++) {
      const place = quarter % QUARTERS;
      if (this.#quarter[place] !== quarter) continue;
      high = Math.max(high, this.#high[place] ?? 0);
      low = Math.min(low, this.#low[place] ?? 0);
      volume += this.#volume[place] ?? 0;
    }
    const first = oldest % QUARTERS;
    const open = this.#quarter[first] === oldest ? this.#open[first] : undefined;
    return { running, open, high, low, volume };
  }
}

/** Prices in ticks; the volume, in quote units, is a statistic and a float. */
interface DaySum {
  readonly running: number;
  readonly open: number | undefined;
  /** −∞ when no minute is known. */
  readonly high: number;
  /** ∞ when no minute is known. */
  readonly low: number;
  readonly volume: number;
}

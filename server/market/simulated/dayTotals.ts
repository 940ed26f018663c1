import { DAY_MS } from '../../../domain/index.ts';
import type { Bars } from './bars.ts';
import { createCache } from './cache.ts';
import { dayBars, emptyBars } from './minute.ts';
import { emptyDay } from './path.ts';
import type { SimulatedMarket } from './plan.ts';
import { DAY_MINUTES } from './volatility.ts';

const BLOCK_DAYS = 64;
/** Open, high, low, close, lots. */
const COLUMNS = 5;
/** Blocks that stay in memory, over all markets: 64,000 days in 2.5 MB. */
const CACHED_BLOCKS = 1_000;

/**
 * Whole days as one bar each, without keeping their minutes. They stand in blocks of numbers: as objects, tens of
 * thousands of them let the garbage collector hold the loop for tens of milliseconds.
 */
export class DayTotals {
  readonly #blocks = createCache<string, Float64Array>(CACHED_BLOCKS);
  /** The block read last: a page goes day by day. */
  #last: { readonly id: string; readonly index: number; readonly rows: Float64Array } | undefined;

  /** Adds a day's bar to others. @param day days since 1970. */
  addTo(bars: Bars, market: SimulatedMarket, day: number): void {
    const index = Math.floor(day / BLOCK_DAYS);
    const rows = this.#rows(market.market.id, index);
    const i = (day - index * BLOCK_DAYS) * COLUMNS;
    // A price is at least one tick: 0 is a day that was not made yet.
    if (rows[i] === 0) makeDay(rows, i, market, day);
    bars.add(
      day * DAY_MS,
      rows[i] ?? 0,
      rows[i + 1] ?? 0,
      rows[i + 2] ?? 0,
      rows[i + 3] ?? 0,
      rows[i + 4] ?? 0,
    );
  }

  #rows(id: string, index: number): Float64Array {
    if (this.#last?.id !== id || this.#last.index !== index) {
      const rows = this.#blocks.get(`${id}:${index}`, () => new Float64Array(BLOCK_DAYS * COLUMNS));
      this.#last = { id, index, rows };
    }
    return this.#last.rows;
  }
}

/** Used within one call only: a page of weeks makes thousands of days. */
const path = emptyDay();
const minutes = emptyBars();

function makeDay(rows: Float64Array, from: number, market: SimulatedMarket, day: number): void {
  const { open, high, low, close, lots } = dayBars(market.shape, market.path.day(day, path), day, minutes);
  let [highest, lowest, total] = [0, Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < DAY_MINUTES; i++) {
    highest = Math.max(highest, high[i] ?? 0);
    lowest = Math.min(lowest, low[i] ?? 0);
    total += lots[i] ?? 0;
  }
  rows.set([open[0] ?? 0, highest, lowest, close[DAY_MINUTES - 1] ?? 0, total], from);
}

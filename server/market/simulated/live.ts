import type { Dec, Ticker, Trade } from '../../../domain/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { SimulatedMarket } from './catalogue.ts';
import { tapeAt, tradeAt } from './fills.ts';
import type { RawBar } from './history.ts';
import { dayBars, minuteBar } from './minute.ts';
import type { DayPath } from './path.ts';
import type { Tape } from './tape.ts';
import { unitsText } from './text.ts';

/** The rolling day is kept in quarter-hours: it reaches back 24 hours, rounded to the last quarter. */
const QUARTER_MS = 15 * MINUTE_MS;
const QUARTERS = DAY_MS / QUARTER_MS;
interface Quarter {
  open: number;
  high: number;
  low: number;
  /** Quote units, float: a statistic. */
  volume: number;
}

/** One market as it stands now. Advanced by time alone; two that are advanced to the same moment are the same. */
export class LiveMarket {
  readonly simulated: SimulatedMarket;
  #path: DayPath;
  #day: number;
  #minute = -1;
  #tape: Tape | undefined;
  #next = 0;
  #bar: RawBar | undefined;
  #last = 1;
  #bought = true;
  readonly #quarters: Quarter[] = [];
  #quarterAt = 0;

  constructor(simulated: SimulatedMarket, now: number) {
    this.simulated = simulated;
    this.#day = Math.floor(now / DAY_MS);
    this.#path = simulated.path.day(this.#day);
    this.#fillQuarters(now);
    this.advance(now);
  }

  /** Price in ticks, and whether the last taker bought. */
  get touch() {
    return { price: this.#last, bought: this.#bought };
  }

  /** The bar of the running minute, of the fills so far. */
  get runningBar(): RawBar | undefined {
    return this.#bar ? { ...this.#bar } : undefined;
  }

  /** Moves to `now`; yields how many fills came. @param take is told each of them. */
  advance(now: number, take?: (trade: Trade) => void): number {
    let came = 0;
    const minuteNow = Math.floor(now / MINUTE_MS);
    if (this.#minute < 0) this.#openMinute(minuteNow);
    while (this.#minute < minuteNow) {
      came += this.#play(MINUTE_MS, take);
      this.#openMinute(this.#minute + 1);
    }
    return came + this.#play(now - minuteNow * MINUTE_MS + 1, take);
  }

  /** Makes ready a day before it begins, when nothing else has to be done. */
  prepare(day: number): void {
    if (this.#prepared?.day !== day) this.#prepared = { day, path: this.simulated.path.day(day) };
  }
  #prepared: { readonly day: number; readonly path: DayPath } | undefined;

  #openMinute(minute: number): void {
    const day = Math.floor(minute / 1440);
    if (day !== this.#day) {
      this.#day = day;
      this.#path = this.#prepared?.day === day ? this.#prepared.path : this.simulated.path.day(day);
    }
    this.#minute = minute;
    const { shape } = this.simulated;
    const bar = minuteBar(shape, this.#path, day, minute - day * 1440);
    this.#tape = tapeAt(shape, minute, bar);
    this.#next = 0;
    const at = minute * MINUTE_MS;
    this.#bar =
      bar.fills === 0
        ? { at, open: bar.open, high: bar.open, low: bar.open, close: bar.open, lots: 0 }
        : undefined;
    if (at >= this.#quarterAt + QUARTER_MS) this.#openQuarter(at);
  }

  #openQuarter(at: number): void {
    this.#quarterAt = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    this.#quarters.push({ open: this.#last, high: this.#last, low: this.#last, volume: 0 });
    if (this.#quarters.length > QUARTERS) this.#quarters.shift();
  }

  /** Plays the minute's fills that lie before `until` ms. */
  #play(until: number, take: ((trade: Trade) => void) | undefined): number {
    const tape = this.#tape;
    if (!tape) return 0;
    const from = this.#next;
    while (this.#next < tape.at.length && (tape.at[this.#next] ?? 0) < until) {
      this.#fill(tape, this.#next, take);
      this.#next += 1;
    }
    return this.#next - from;
  }

  #fill(tape: Tape, i: number, take: ((trade: Trade) => void) | undefined): void {
    const price = tape.price[i] ?? 0;
    const lots = tape.lots[i] ?? 0;
    this.#last = price;
    this.#bought = tape.bought[i] === 1;
    this.#enter(price, lots);
    take?.(tradeAt(this.simulated, this.#minute, tape, i));
  }

  #enter(price: number, lots: number): void {
    const bar = this.#bar;
    const at = this.#minute * MINUTE_MS;
    if (!bar) this.#bar = { at, open: price, high: price, low: price, close: price, lots };
    else {
      bar.high = Math.max(bar.high, price);
      bar.low = Math.min(bar.low, price);
      bar.close = price;
      bar.lots += lots;
    }
    const quarter = this.#quarters.at(-1);
    if (!quarter) return;
    quarter.high = Math.max(quarter.high, price);
    quarter.low = Math.min(quarter.low, price);
    quarter.volume += this.#quoteOf(price, lots);
  }

  #quoteOf(price: number, lots: number): number {
    const { tickDecimals, lotDecimals } = this.simulated;
    return (price * lots) / 10 ** (tickDecimals + lotDecimals);
  }

  /** The last 24 hours' quarters up to now, from the bars of yesterday and today. */
  #fillQuarters(now: number): void {
    const minuteNow = Math.floor(now / MINUTE_MS);
    this.#quarterAt = Math.floor(now / QUARTER_MS) * QUARTER_MS;
    const first = Math.max(
      this.#quarterAt / MINUTE_MS - (QUARTERS - 1) * 15,
      Math.ceil(this.simulated.market.listedAt / MINUTE_MS),
    );
    const { shape, path } = this.simulated;
    let day = -1;
    let bars: ReturnType<typeof dayBars> | undefined;
    for (let minute = first; minute < minuteNow; minute++) {
      const of = Math.floor(minute / 1440);
      if (of !== day || !bars) {
        day = of;
        bars = dayBars(shape, of === this.#day ? this.#path : path.day(of), of);
      }
      const i = minute - of * 1440;
      const open = bars.open[i] ?? 0;
      if (minute % 15 === 0 || minute === first)
        this.#quarters.push({ open, high: open, low: open, volume: 0 });
      this.#last = bars.close[i] ?? 0;
      const quarter = this.#quarters.at(-1);
      if (!quarter) continue;
      quarter.high = Math.max(quarter.high, bars.high[i] ?? 0);
      quarter.low = Math.min(quarter.low, bars.low[i] ?? 0);
      quarter.volume += this.#quoteOf(this.#last, bars.lots[i] ?? 0);
    }
    if (minuteNow % 15 === 0)
      this.#quarters.push({ open: this.#last, high: this.#last, low: this.#last, volume: 0 });
  }

  ticker(): Ticker {
    const { market, tickDecimals } = this.simulated;
    let high = this.#last;
    let low = this.#last;
    let volume = 0;
    for (const quarter of this.#quarters) {
      if (quarter.high > high) high = quarter.high;
      if (quarter.low < low) low = quarter.low;
      volume += quarter.volume;
    }
    const text = (ticks: number): Dec => unitsText(ticks, tickDecimals);
    const open = this.#quarters[0]?.open ?? this.#last;
    return {
      id: market.id,
      last: text(this.#last),
      open24: text(open),
      volume: volume.toFixed(2),
      high24: text(high),
      low24: text(low),
    };
  }
}

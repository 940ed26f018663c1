import type { Dec, Ticker, Trade } from '../../../domain/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { RawBar } from './bars.ts';
import type { Touch } from './depth.ts';
import { addWorthAt, tapeAt, tradeAt } from './fills.ts';
import { eachMinute, minuteBar } from './minute.ts';
import type { MinuteBar } from './minuteBar.ts';
import type { DayPath } from './path.ts';
import type { SimulatedMarket } from './plan.ts';
import { RollingDay } from './rollingDay.ts';
import type { Tape } from './tape.ts';
import { unitsText } from './text.ts';
import { DAY_MINUTES } from './volatility.ts';
import { ExactSum } from './worth.ts';

/** A minute with all that will be traded in it. */
interface OpenMinute {
  /** Since 1970. */
  readonly minute: number;
  readonly bar: MinuteBar;
  readonly tape: Tape;
}
interface KnownDay {
  readonly day: number;
  readonly path: DayPath;
}

/** A market that has missed more minutes than this, as the device slept, is built again, not played. */
const MOST_MINUTES_BEHIND = 240;

/** Further back than the longest closing. */
const MOST_DAYS_BACK = 4;

/** One market as it stands now. Advanced by time alone; two that are advanced to the same moment are the same. */
export class LiveMarket {
  readonly simulated: SimulatedMarket;
  #today: KnownDay;
  #tomorrow: KnownDay | undefined;
  #open: OpenMinute;
  #upcoming: OpenMinute | undefined;
  /** The first fill of the running minute's tape that has not come yet. */
  #next = 0;
  /** The running minute's bar, of the fills so far. */
  #bar: RawBar | undefined;
  #last = 1;
  #lastAt = 0;
  #bought = true;
  readonly #rolling: RollingDay;
  /** What the fills of the running minute are worth so far, lots × ticks. */
  #worth = new ExactSum();

  constructor(simulated: SimulatedMarket, now: number) {
    this.simulated = simulated;
    this.#rolling = new RollingDay({
      visit: (from, to, see) => this.#visit(from, to, see),
      addWorth: (sum, at, bar) => addWorthAt(simulated.shape, sum, at, bar),
    });
    const minute = Math.floor(now / MINUTE_MS);
    const day = Math.floor(minute / DAY_MINUTES);
    this.#today = { day, path: simulated.path.day(day) };
    this.#takeLast(this.#beginDay(minute));
    this.#open = this.#made(minute, this.#last);
    this.#begin(this.#open);
    this.advance(now);
  }

  /** The last fill. */
  get touch(): Touch {
    return { price: this.#last, bought: this.#bought };
  }

  /** Its price as published. */
  get last(): Dec {
    return unitsText(this.#last, this.simulated.tickDecimals);
  }

  /** When the last fill was, ms UTC. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** The bar of the running minute, of the fills so far; undefined before its first. */
  get runningBar(): RawBar | undefined {
    return this.#bar ? { ...this.#bar } : undefined;
  }

  /** Whether the market trades at a moment, ms UTC. */
  isOpen(at: number): boolean {
    const minute = Math.floor(at / MINUTE_MS);
    const day = Math.floor(minute / DAY_MINUTES);
    return this.simulated.shape.isOpen?.(day, minute - day * DAY_MINUTES) !== false;
  }

  /** Whether so much time was missed that the market has to be built again. */
  isBehind(now: number): boolean {
    return Math.floor(now / MINUTE_MS) - this.#open.minute > MOST_MINUTES_BEHIND;
  }

  /**
   * Moves to `now`; yields whether the ticker may have changed: by a fill, or because the day begins a minute
   * later. @param take receives each fill.
   */
  advance(now: number, take?: (trade: Trade) => void): boolean {
    let came = 0;
    const before = this.#open.minute;
    const minuteNow = Math.floor(now / MINUTE_MS);
    // A clock that was set back: what has been traded stands until it has caught up.
    if (minuteNow < before) return false;
    while (this.#open.minute < minuteNow) {
      came += this.#play(MINUTE_MS, take);
      const { minute, bar } = this.#open;
      this.#rolling.enter(minute, bar);
      const isReady = this.#upcoming?.minute === minute + 1;
      this.#open = isReady && this.#upcoming ? this.#upcoming : this.#made(minute + 1, bar.close);
      this.#begin(this.#open);
    }
    came += this.#play(now - minuteNow * MINUTE_MS + 1, take);
    return came > 0 || this.#open.minute > before;
  }

  /** Makes ready what comes next, in a moment when nothing else has to be done. */
  prepare(now: number): void {
    this.#pathOf(Math.floor((now + HOUR_MS) / MINUTE_MS / DAY_MINUTES));
    this.#rolling.prepare(this.#open.minute);
    const next = this.#open.minute + 1;
    if (this.#upcoming?.minute !== next) this.#upcoming = this.#made(next, this.#open.bar.close);
  }

  /** The path of a day; of today and of one after it, it is kept. */
  #pathOf(day: number): DayPath {
    if (day === this.#today.day) return this.#today.path;
    if (day < this.#today.day) return this.simulated.path.day(day);
    if (day !== this.#tomorrow?.day) this.#tomorrow = { day, path: this.simulated.path.day(day) };
    return this.#tomorrow.path;
  }

  /** A minute's bar and fills. @param last the price before it, ticks; of a minute with a fill any. */
  #made(minute: number, last: number): OpenMinute {
    const { shape } = this.simulated;
    const day = Math.floor(minute / DAY_MINUTES);
    const bar = minuteBar(shape, this.#pathOf(day), day, minute - day * DAY_MINUTES, last);
    return { minute, bar, tape: tapeAt(shape, minute, bar) };
  }

  #begin({ minute, bar }: OpenMinute): void {
    const day = Math.floor(minute / DAY_MINUTES);
    if (day !== this.#today.day) {
      this.#today = { day, path: this.#pathOf(day) };
      this.#tomorrow = undefined;
    }
    this.#upcoming = undefined;
    this.#next = 0;
    this.#worth = new ExactSum();
    const { open, fills } = bar;
    const at = minute * MINUTE_MS;
    this.#bar = fills === 0 ? { at, open, high: open, low: open, close: open, lots: 0 } : undefined;
  }

  /** Plays the minute's fills that lie before `until` ms. */
  #play(until: number, take: ((trade: Trade) => void) | undefined): number {
    const { minute, tape } = this.#open;
    const from = this.#next;
    while (this.#next < tape.at.length && (tape.at[this.#next] ?? 0) < until) {
      this.#enter(tape, this.#next);
      take?.(tradeAt(this.simulated, minute, tape, this.#next));
      this.#next += 1;
    }
    return this.#next - from;
  }

  #enter(tape: Tape, i: number): void {
    const at = this.#open.minute * MINUTE_MS;
    const price = tape.price[i] ?? 0;
    const lots = tape.lots[i] ?? 0;
    this.#worth.add(price, lots);
    this.#last = price;
    this.#lastAt = at + (tape.at[i] ?? 0);
    this.#bought = tape.bought[i] === 1;
    const bar = this.#bar;
    if (!bar) this.#bar = { at, open: price, high: price, low: price, close: price, lots };
    else {
      bar.high = Math.max(bar.high, price);
      bar.low = Math.min(bar.low, price);
      bar.close = price;
      bar.lots += lots;
    }
  }

  /** Takes in the 24 hours up to a minute; yields the last minute with a fill, which may lie before them, since 1970. */
  #beginDay(minuteNow: number): number | undefined {
    let found: number | undefined;
    this.#rolling.begin(minuteNow, (minute, bar) => {
      if (bar.fills > 0) found = minute;
    });
    const first = minuteNow - DAY_MINUTES;
    for (let back = 1; found === undefined && back <= MOST_DAYS_BACK; back++) {
      this.#visit(first - back * DAY_MINUTES, first - (back - 1) * DAY_MINUTES, (minute, bar) => {
        if (bar.fills > 0) found = minute;
      });
    }
    return found;
  }

  /** Visits the bars of the minutes in [from, to), none before the listing. */
  #visit(from: number, to: number, visit: (minute: number, bar: MinuteBar) => void): void {
    const { shape, market } = this.simulated;
    for (let at = Math.max(from, Math.ceil(market.listedAt / MINUTE_MS)); at < to; ) {
      const day = Math.floor(at / DAY_MINUTES);
      const start = day * DAY_MINUTES;
      const end = Math.min(start + DAY_MINUTES, to);
      eachMinute(shape, this.#pathOf(day), day, at - start, end - start, (minute, bar) =>
        visit(start + minute, bar),
      );
      at = end;
    }
  }

  /** A market that was listed this very minute has no last fill, and stands where its path begins. */
  #takeLast(minute: number | undefined): void {
    if (minute === undefined) return;
    const { bar, tape } = this.#made(minute, 0);
    const newest = tape.at.length - 1;
    this.#last = bar.close;
    this.#lastAt = minute * MINUTE_MS + (tape.at[newest] ?? 0);
    this.#bought = tape.bought[newest] === 1;
  }

  ticker(): Ticker {
    const { market, tickDecimals, lotDecimals } = this.simulated;
    const day = this.#rolling.upTo(this.#open.minute);
    const bar = this.#bar;
    const text = (ticks: number): Dec => unitsText(ticks, tickDecimals);
    return {
      id: market.id,
      last: this.last,
      open24: day.open === undefined ? '0' : text(day.open),
      volume: unitsText(day.worth + this.#worth.total, tickDecimals + lotDecimals),
      high24: text(Math.max(day.high, bar?.high ?? this.#last)),
      low24: text(Math.min(day.low, bar?.low ?? this.#last)),
    };
  }
}

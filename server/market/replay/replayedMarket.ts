import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Book, Candle, Dec, Market, Ticker, Trade } from '../../../domain/index.ts';
import {
  aggregateCandles,
  applyTrade,
  barAfter,
  barStart,
  compareDec,
  D,
  DAY_MS,
  emptyBook,
  HOUR_MS,
  MINUTE_MS,
  toText,
} from '../../../domain/index.ts';
import type { CandlePage, CandleQuery } from '../source.ts';

/** The 24 hours before a minute, summed up once a minute. */
interface RollingDay {
  readonly at: number;
  /** Undefined when the recording begins later. */
  readonly open: Dec | undefined;
  /** Undefined when nothing is known of them. */
  readonly high: Dec | undefined;
  readonly low: Dec | undefined;
  readonly worth: D;
}

/** A recorded minute and what its trades are worth, in quote units. */
export interface PastMinute {
  readonly candle: Candle;
  readonly worth: D;
}

/** Minutes that are kept of what is played, and by how many more they are before the oldest go. */
const MINUTES_KEPT = (7 * DAY_MS) / MINUTE_MS;
const SURPLUS = DAY_MS / MINUTE_MS;

/** One recorded market as it stands now: its minutes so far, newest trades, and book. */
export class ReplayedMarket {
  readonly market: Market;
  readonly #minutes: Candle[] = [];
  /** What the trades of each minute are worth, in quote units. */
  readonly #worths: D[] = [];
  #trades: Trade[] = [];
  #day: RollingDay | undefined;
  /** As many minutes as it began with at least: a recording that is played again and again has no end. */
  #mostMinutes = MINUTES_KEPT;
  #book: () => Book = () => emptyBook;
  #nextId = 1;

  constructor(market: Market) {
    this.market = market;
  }

  /** Minutes that passed before the replay began, ascending. */
  setHistory(minutes: readonly PastMinute[]): void {
    for (const { candle, worth } of minutes) {
      this.#minutes.push(candle);
      this.#worths.push(worth);
    }
    this.#mostMinutes = Math.max(MINUTES_KEPT, this.#minutes.length);
  }

  /** Where the book is read from. */
  setBook(read: () => Book): void {
    this.#book = read;
  }

  get book(): Book {
    return this.#book();
  }

  get trades(): readonly Trade[] {
    return this.#trades;
  }

  /**
   * A recorded trade is done again. Its id is one of our own, since a second pass repeats the venue's.
   * @param shift added to the recorded moment, ms.
   */
  print(recorded: Trade, shift: number): Trade {
    const trade = { ...recorded, id: this.#nextId++, at: recorded.at + shift };
    this.take(trade);
    return trade;
  }

  /** A price without a trade: it moves the running minute and adds no volume. @param at ms UTC. */
  see(price: Dec, at: number): void {
    this.#toMinute({ price, quantity: '0', at });
  }

  take(trade: Trade): void {
    this.#toMinute(trade);
    this.#trades.push(trade);
    if (this.#trades.length > 2 * TRADES_KEPT) this.#trades = this.#trades.slice(-TRADES_KEPT);
  }

  #toMinute(trade: Pick<Trade, 'price' | 'quantity' | 'at'>): void {
    const last = this.#minutes.at(-1);
    const next = applyTrade(last, trade, '1m');
    const worth = new D(trade.price).times(trade.quantity);
    if (last && next.at === last.at) {
      const place = this.#minutes.length - 1;
      this.#minutes[place] = next;
      this.#worths[place] = worth.plus(this.#worths[place] ?? 0);
    } else {
      this.#fillGap(last, next.at);
      this.#minutes.push(next);
      this.#worths.push(worth);
      this.#forgetOld();
    }
  }

  #forgetOld(): void {
    const surplus = this.#minutes.length - this.#mostMinutes;
    if (surplus < SURPLUS) return;
    this.#minutes.splice(0, surplus);
    this.#worths.splice(0, surplus);
  }

  /** Minutes without a trade stand flat at the last price, up to a day; longer holes stay holes. */
  #fillGap(last: Candle | undefined, until: number): void {
    if (!last || until - last.at > DAY_MS) return;
    for (let at = last.at + MINUTE_MS; at < until; at += MINUTE_MS) {
      this.#minutes.push({
        at,
        open: last.close,
        high: last.close,
        low: last.close,
        close: last.close,
        volume: '0',
      });
      this.#worths.push(new D(0));
    }
  }

  /** @param now ms UTC: the day ends there, also when nothing has been played for a while. */
  ticker(now: number): Ticker | undefined {
    const newest = this.#minutes.at(-1);
    if (!newest) return undefined;
    const day = this.#rollingDay(Math.max(newest.at, barStart(now, '1m')));
    const isRunning = newest.at === day.at;
    const high = isRunning ? newest.high : newest.close;
    const low = isRunning ? newest.low : newest.close;
    const own = isRunning ? (this.#worths.at(-1) ?? 0) : 0;
    return {
      id: this.market.id,
      last: newest.close,
      open24: day.open ?? '0',
      volume: toText(day.worth.plus(own)),
      high24: day.high !== undefined && compareDec(day.high, high) > 0 ? day.high : high,
      low24: day.low !== undefined && compareDec(day.low, low) < 0 ? day.low : low,
    };
  }

  /** The minutes from the one that began 24 hours before `at` up to it. */
  #rollingDay(at: number): RollingDay {
    if (this.#day?.at === at) return this.#day;
    const start = this.#indexAt(at - DAY_MS);
    const first = this.#minutes[start];
    const open = first?.at === at - DAY_MS ? first.open : this.#minutes[start - 1]?.close;
    let high: Dec | undefined;
    let low: Dec | undefined;
    let worth = new D(0);
    for (let i = start; i < this.#minutes.length; i++) {
      const minute = this.#minutes[i];
      if (!minute || minute.at >= at) break;
      if (high === undefined || compareDec(minute.high, high) > 0) high = minute.high;
      if (low === undefined || compareDec(minute.low, low) < 0) low = minute.low;
      worth = worth.plus(this.#worths[i] ?? 0);
    }
    this.#day = { at, open, high, low, worth };
    return this.#day;
  }

  page({ interval, before, limit }: CandleQuery): CandlePage {
    // A hole of the recording may be longer than a page.
    const newest = this.#minutes[(before === undefined ? this.#minutes.length : this.#indexAt(before)) - 1];
    if (!newest) return { candles: [], more: false };
    const last = barStart(newest.at, interval);
    const from = barAfter(last, interval, 1 - limit);
    const start = this.#indexAt(from);
    const end = this.#indexAt(barAfter(last, interval));
    const candles = aggregateCandles(this.#minutes.slice(start, end), interval);
    return { candles, more: candles.length > 0 && start > 0 };
  }

  /** Index of the first minute at or after a moment. */
  #indexAt(at: number): number {
    let low = 0;
    let high = this.#minutes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#minutes[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Hourly closes of the last 24 hours. */
  sparkline(): readonly string[] {
    const newest = this.#minutes.at(-1);
    if (!newest) return [];
    const from = barStart(newest.at, '1h') - 23 * HOUR_MS;
    const recent = this.#minutes.slice(this.#indexAt(from));
    return aggregateCandles(recent, '1h').map(({ close }) => toText(new D(close)));
  }
}

import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Book, Candle, Dec, Market, Ticker, Trade } from '../../../domain/index.ts';
import {
  aggregateCandles,
  applyTrade,
  barStart,
  compareDec,
  D,
  DAY_MS,
  emptyBook,
  HOUR_MS,
  intervalMs,
  MINUTE_MS,
  toText,
} from '../../../domain/index.ts';
import type { CandlePage, CandleQuery } from '../source.ts';

/** The 24 hours before the running minute, summed up once a minute. */
interface RollingDay {
  readonly at: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly volume: D;
}

/** One recorded market as it stands now: its minutes so far, newest trades, and book. */
export class ReplayedMarket {
  readonly market: Market;
  readonly #minutes: Candle[] = [];
  #trades: Trade[] = [];
  #day: RollingDay | undefined;
  #book: () => Book = () => emptyBook;
  #nextId = 1;

  constructor(market: Market) {
    this.market = market;
  }

  /** Minutes that passed before the replay began, ascending. */
  setHistory(minutes: readonly Candle[]): void {
    for (const minute of minutes) this.#minutes.push(minute);
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

  /** A price that was told without a trade: it moves the running minute and adds no volume. @param at ms UTC. */
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
    if (last && next.at === last.at) this.#minutes[this.#minutes.length - 1] = next;
    else {
      this.#fillGap(last, next.at);
      this.#minutes.push(next);
    }
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
    }
  }

  ticker(): Ticker | undefined {
    const running = this.#minutes.at(-1);
    if (!running) return undefined;
    const day = this.#rollingDay(running);
    const own = new D(running.volume).times(running.close);
    return {
      id: this.market.id,
      last: running.close,
      open24: day.open,
      volume: day.volume.plus(own).toFixed(2),
      high24: compareDec(running.high, day.high) > 0 ? running.high : day.high,
      low24: compareDec(running.low, day.low) < 0 ? running.low : day.low,
    };
  }

  #rollingDay(running: Candle): RollingDay {
    if (this.#day?.at === running.at) return this.#day;
    const from = running.at - DAY_MS;
    let { open, high, low } = running;
    let volume = new D(0);
    for (let i = this.#minutes.length - 2; i >= 0; i--) {
      const minute = this.#minutes[i];
      if (!minute || minute.at < from) break;
      open = minute.open;
      if (compareDec(minute.high, high) > 0) high = minute.high;
      if (compareDec(minute.low, low) < 0) low = minute.low;
      volume = volume.plus(new D(minute.volume).times(minute.close));
    }
    this.#day = { at: running.at, open, high, low, volume };
    return this.#day;
  }

  page({ interval, before, limit }: CandleQuery): CandlePage {
    const first = this.#minutes[0];
    const newest = this.#minutes.at(-1);
    if (!first || !newest) return { candles: [], more: false };
    const last = barStart(before === undefined ? newest.at : Math.min(newest.at, before - 1), interval);
    const from = last - (limit - 1) * intervalMs(interval);
    const start = this.#indexAt(from);
    const end = this.#indexAt(last + intervalMs(interval));
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

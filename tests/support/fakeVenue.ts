import { Subject } from 'rxjs';
import type { Candle, Market } from '../../domain/index.ts';
import { aggregateCandles } from '../../domain/index.ts';
import type { Venue, VenueCandleQuery, VenueEvent } from '../../feeds/index.ts';
import { VenueError } from '../../feeds/index.ts';
import { fakeMarket } from './fakeSource.ts';

/** A venue that says what a test says. */
export class FakeVenue implements Venue {
  readonly #events = new Subject<VenueEvent>();
  readonly events$ = this.#events.asObservable();
  readonly opened = new Map<string, number>();
  /** Questions of bars so far. */
  readonly requested: VenueCandleQuery[] = [];
  isReachable = true;
  list: readonly Market[];
  minutes: readonly Candle[] = [];
  listings = 0;
  wakes = 0;
  isClosed = false;
  #at: () => number;
  #nextTrade = 1;

  constructor(now: () => number, ids: readonly (string | Market)[]) {
    this.#at = now;
    this.list = ids.map((id) => (typeof id === 'string' ? { ...fakeMarket(id), origin: 'live' } : id));
  }

  async markets() {
    this.listings += 1;
    if (!this.isReachable) throw new VenueError('unreachable');
    return this.list;
  }
  async candles(query: VenueCandleQuery) {
    this.requested.push(query);
    if (!this.isReachable) throw new VenueError('unreachable');
    const { interval, before, limit } = query;
    const all = aggregateCandles(this.minutes, interval).filter(
      ({ at }) => before === undefined || at < before,
    );
    return { candles: all.slice(-limit), more: all.length > limit };
  }
  open(channel: string): () => void {
    this.opened.set(channel, (this.opened.get(channel) ?? 0) + 1);
    return () => {
      const left = (this.opened.get(channel) ?? 1) - 1;
      if (left > 0) this.opened.set(channel, left);
      else this.opened.delete(channel);
    };
  }
  wake(): void {
    this.wakes += 1;
  }
  counts() {
    return { dropped: 0, resyncs: 0, reconnects: 0, restWeight: 0 };
  }
  close(): void {
    this.isClosed = true;
  }

  publish(event: VenueEvent): void {
    this.#events.next(event);
  }
  tick(prices: Readonly<Record<string, string>>, snapshot = false): void {
    const rows = Object.entries(prices).map(([id, last]) => ({
      id,
      last,
      open24: '10',
      volume: '100',
      high24: '12',
      low24: '8',
    }));
    this.publish({ kind: 'tickers', snapshot, rows, at: this.#at() });
  }
  book(id: string, bid: string, ask: string, quantity = '1'): void {
    const book = { bids: [[bid, quantity]], asks: [[ask, quantity]] } as const;
    this.publish({ kind: 'book', id, book, at: this.#at() });
  }
  trade(id: string, ...prices: readonly string[]): void {
    this.#trades(id, false, prices);
  }
  tradesBefore(id: string, ...prices: readonly string[]): void {
    this.#trades(id, true, prices);
  }
  alive(...channels: readonly string[]): void {
    this.publish({ kind: 'alive', channels, at: this.#at() });
  }
  lose(channel: string): void {
    this.publish({ kind: 'lost', channel });
  }

  #trades(id: string, snapshot: boolean, prices: readonly string[]): void {
    const trades = prices.map((price) => ({
      id: this.#nextTrade++,
      price,
      quantity: '1',
      side: 'buy' as const,
      at: this.#at(),
    }));
    this.publish({ kind: 'trades', id, snapshot, trades, at: this.#at() });
  }
}

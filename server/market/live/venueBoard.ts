import type { Subscription } from 'rxjs';
import type { Book, Market, Ticker, Trade } from '../../../domain/index.ts';
import { isZeroDec } from '../../../domain/index.ts';
import type { Board, MarketsCache, Venue, VenueEvent, VenueName } from '../../../feeds/index.ts';
import { Health, MarketsKeeper, NewestTickers, VenueHistory } from '../../../feeds/index.ts';
import type { VenueReport } from '../source.ts';
import type { LiveClock } from './clock.ts';
import { dressed } from './dress.ts';

/** Events of a venue's markets. */
export type BoardEvent =
  | { readonly kind: 'tickers'; readonly rows: readonly Ticker[] }
  | { readonly kind: 'book'; readonly id: string; readonly book: Book }
  | {
      readonly kind: 'trades';
      readonly id: string;
      readonly snapshot: boolean;
      readonly trades: readonly Trade[];
    }
  /** What was published of this market's book is void, or trades of it are missing. */
  | { readonly kind: 'lost'; readonly channel: 'book' | 'trade'; readonly id: string }
  /** Markets were listed, delisted or changed. */
  | { readonly kind: 'listed' };

export interface BoardDeps {
  readonly name: VenueName;
  readonly venue: Venue;
  readonly clock: LiveClock;
  readonly random: () => number;
  /** The list of markets as stored by an earlier run. */
  readonly kept: MarketsCache;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** One venue as the exchange reads it: its markets, the newest price of each, and whether it is live. */
export class VenueBoard implements Board {
  readonly name: VenueName;
  readonly health: Health;
  readonly history: VenueHistory;
  readonly #venue: Venue;
  readonly #clock: LiveClock;
  readonly #list: MarketsKeeper;
  readonly #tickers = new NewestTickers();
  readonly #listeners = new Set<(event: BoardEvent) => void>();
  readonly #reading: Subscription;
  readonly #leave: () => void;

  constructor({ name, venue, clock, random, kept, log }: BoardDeps) {
    this.name = name;
    this.#venue = venue;
    this.#clock = clock;
    this.health = new Health(clock.monotonic());
    this.history = new VenueHistory(venue, clock);
    this.#list = new MarketsKeeper({
      ask: async () => (await venue.markets()).filter(isTradable).map(dressed),
      clock,
      random,
      kept,
      publish: () => this.#publish({ kind: 'listed' }),
      failed: (error) => log('venue', { venue: name, error: String(error) }),
    });
    this.#reading = venue.events$.subscribe((event) => this.#take(event));
    this.#leave = venue.open('tick');
  }

  /** The same array until a `listed` event. */
  markets(): readonly Market[] {
    return this.#list.markets;
  }

  market(id: string): Market | undefined {
    return this.#list.market(id);
  }

  /** The newest state of every listed market that has had a price. */
  tickers(): readonly Ticker[] {
    return this.markets().flatMap(({ id }) => this.#tickers.of(id) ?? []);
  }

  ticker(id: string): Ticker | undefined {
    return this.#tickers.of(id);
  }

  /** Whether a market has a price that can be believed: a venue may speak of others alone. */
  isPriced(id: string): boolean {
    return this.#tickers.isFresh(id, this.#clock.monotonic());
  }

  /** Whether the venue speaks, though not of all markets. */
  get isPartial(): boolean {
    const now = this.#clock.monotonic();
    return this.health.isFresh(now) && !this.#tickers.isWhole(now);
  }

  subscribe(listener: (event: BoardEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes to a market's book and trades. @returns undo. */
  follow(id: string): () => void {
    const leaves = [this.#venue.open(`book:${id}`), this.#venue.open(`trade:${id}`)];
    return () => {
      for (const leave of leaves) leave();
    };
  }

  report(): VenueReport {
    return {
      venue: this.name,
      silentMs: this.health.silentMs(this.#clock.monotonic()),
      dropped: this.#venue.counts().dropped,
    };
  }

  close(): void {
    this.#leave();
    this.#reading.unsubscribe();
    this.#list.close();
    this.#venue.close();
  }

  #take(event: VenueEvent): void {
    const now = this.#clock.monotonic();
    if (this.#tickers.take(event, now)) this.health.received(now);
    if (event.kind === 'tickers')
      this.#publish({ kind: 'tickers', rows: event.rows.filter(({ id }) => this.market(id)) });
    else if (event.kind === 'book') this.#publish({ kind: 'book', id: event.id, book: event.book });
    else if (event.kind === 'trades') this.#publish(event);
    else if (event.kind === 'lost') {
      const [channel, id] = event.channel.split(':');
      if (id !== undefined && (channel === 'book' || channel === 'trade'))
        this.#publish({ kind: 'lost', channel, id });
    }
  }

  #publish(event: BoardEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/**
 * Orders need tick and lot: a market that is known from sockets only, without the venue's list, is left out.
 */
const isTradable = ({ tick, lot }: Market): boolean => !isZeroDec(tick) && !isZeroDec(lot);

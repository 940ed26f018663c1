import type { Market } from '../../domain/index.ts';
import { backoffMs } from '../link/backoff.ts';
import type { Clock, FeedCounts, LinkState } from '../types.ts';
import { Health } from './health.ts';
import { VenueHistory } from './history.ts';
import { MarketsKeeper } from './marketsKeeper.ts';
import { NewestTickers } from './newestTickers.ts';
import type { Board } from './reading.ts';
import type { Venue, VenueEvent, VenueName } from './types.ts';

export interface PageVenueDeps {
  readonly name: VenueName;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Fetches the venue's code and connects; tried again when it rejects. */
  readonly connect: () => Promise<Venue>;
  readonly publish: (event: VenueEvent) => void;
  /** Its code is here. */
  readonly connected: () => void;
  /** Its list of markets is another one. */
  readonly listed: () => void;
}

const NO_COUNTS: FeedCounts = { dropped: 0, resyncs: 0, reconnects: 0 };

/** One venue as a page reads it: its code fetched when it is needed, its markets, and whether it speaks. */
export class PageVenue implements Board {
  readonly name: VenueName;
  readonly health: Health;
  readonly history: Promise<VenueHistory>;
  /** Resolves when its markets have been requested once, with an answer or without. */
  readonly requested: Promise<void>;
  /** Whether it answers no questions of this page, though its sockets may speak. */
  isRefused = false;
  link: LinkState = 'connecting';
  readonly #deps: PageVenueDeps;
  readonly #venue: Promise<Venue>;
  readonly #list: MarketsKeeper;
  /** Newest states, whether their markets are listed or not. */
  readonly tickers = new NewestTickers();
  #connected: Venue | undefined;
  #isClosed = false;
  /** Ends the wait for another attempt to fetch its code. */
  #stopWait: () => void = () => undefined;

  constructor(deps: PageVenueDeps) {
    const { name, clock, random, listed } = deps;
    this.name = name;
    this.#deps = deps;
    this.health = new Health(clock.monotonic());
    this.#venue = this.#connect(0);
    this.history = this.#venue.then((venue) => new VenueHistory(venue, clock));
    this.#list = new MarketsKeeper({
      ask: async () => (await this.#venue).markets(),
      clock,
      random,
      // The worker keeps the list of the last visit itself.
      kept: { read: () => [], write: () => undefined },
      publish: listed,
      // Emitted as the state of requests.
      failed: () => undefined,
    });
    this.requested = this.#list.requested;
  }

  markets(): readonly Market[] {
    return this.#list.markets;
  }

  /** Wants a channel until undone, from when its code is here. */
  open(channel: string): () => void {
    let undo: (() => void) | undefined;
    let isDone = false;
    void this.#venue.then((venue) => {
      if (!isDone) undo = venue.open(channel);
    });
    return () => {
      isDone = true;
      undo?.();
    };
  }

  wake(): void {
    this.#connected?.wake();
  }

  counts(): FeedCounts {
    return this.#connected?.counts() ?? NO_COUNTS;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWait();
    this.#list.close();
    this.#connected?.close();
  }

  async #connect(attempt: number): Promise<Venue> {
    const { connect, clock, random, connected } = this.#deps;
    try {
      const venue = await connect();
      if (this.#isClosed) venue.close();
      this.#connected = venue;
      venue.events$.subscribe((event) => this.#take(event));
      connected();
      return venue;
    } catch {
      await new Promise<void>((resolve) => {
        if (!this.#isClosed) this.#stopWait = clock.after(backoffMs(attempt + 2, random()), resolve);
      });
      return this.#connect(attempt + 1);
    }
  }

  #take(event: VenueEvent): void {
    const { clock, publish } = this.#deps;
    const now = clock.monotonic();
    if (this.tickers.take(event, now)) this.health.received(now);
    if (event.kind === 'rest') this.isRefused = event.state === 'blocked' || event.state === 'unreachable';
    if (event.kind === 'link') this.link = event.state;
    publish(event);
  }
}

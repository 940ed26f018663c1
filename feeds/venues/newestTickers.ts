import type { Ticker } from '../../domain/index.ts';
import type { Received } from '../types.ts';
import { STALE_MS } from './health.ts';
import type { VenueEvent } from './types.ts';

/**
 * The newest ticker of each market of a venue, and when it was last known to hold: its own row came, or the venue said
 * that nothing of its list is missing, or not this market's part. A part of the list that speaks says nothing of a part whose line is gone.
 */
export class NewestTickers {
  readonly #rows = new Map<string, Ticker>();
  /** Rows that came together share one. */
  readonly #received = new Map<string, Received>();
  /** When the whole list was known to hold. */
  #alive: Received | undefined;

  /** @param receivedAt the clock's monotonic ms. @returns whether the venue speaks of its list. */
  take(event: VenueEvent, receivedAt: number): boolean {
    if (event.kind === 'tickers') {
      const received = { at: event.at, receivedAt, isLost: false };
      for (const row of event.rows) {
        // A snapshot repeats rows of before.
        if (!event.snapshot || this.#rows.get(row.id) !== row) this.#received.set(row.id, received);
        this.#rows.set(row.id, row);
      }
      return true;
    }
    if (event.kind === 'alive' && event.channels.includes('tick')) {
      this.#alive = { at: event.at, receivedAt, isLost: false };
      return true;
    }
    if (event.kind === 'partlyAlive') {
      const received = { at: event.at, receivedAt, isLost: false };
      for (const id of this.#rows.keys()) if (event.has(id)) this.#received.set(id, received);
      return true;
    }
    if (event.kind === 'lost' && event.channel === 'tick') this.#lose();
    return false;
  }

  of(id: string): Ticker | undefined {
    return this.#rows.get(id);
  }

  all(): Iterable<Ticker> {
    return this.#rows.values();
  }

  /** When a market's ticker was last known to hold; undefined without one. */
  receivedOf(id: string): Received | undefined {
    const own = this.#received.get(id);
    return own && this.#alive && this.#alive.receivedAt >= own.receivedAt ? this.#alive : own;
  }

  /** Whether a market has a ticker that can be believed. @param now monotonic ms. */
  isFresh(id: string, now: number): boolean {
    return isFresh(this.receivedOf(id), now);
  }

  /** Whether no part of the list is missing. @param now monotonic ms. */
  isWhole(now: number): boolean {
    return isFresh(this.#alive, now);
  }

  #lose(): void {
    for (const received of new Set(this.#received.values())) received.isLost = true;
    if (this.#alive) this.#alive.isLost = true;
  }
}

const isFresh = (received: Received | undefined, now: number): boolean =>
  received !== undefined && now - received.receivedAt <= STALE_MS;

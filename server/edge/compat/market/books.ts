import type { Book, Level } from '../../../../domain/index.ts';
import { deltaBetween, emptyBook } from '../../../../domain/index.ts';
import type { ServerClock } from '../../../base/clock.ts';
import type { MarketSource } from '../../../market/source.ts';

/** A change of a book; `previous` is the id of the change before it. */
export interface BookUpdate {
  readonly id: string;
  readonly last: number;
  readonly previous: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** ms UTC. */
  readonly at: number;
  /** The book as it is now. */
  readonly book: Book;
}
export type BookListener = (update: BookUpdate) => void;

interface Tracked {
  book: Book;
  last: number;
  isDirty: boolean;
  readonly listeners: Set<BookListener>;
  readonly unwatch: () => void;
  stopLinger: (() => void) | undefined;
}

/** Time between two publications of changes. */
const PACE_MS = 100;
/** A book without readers is updated this long, so that its ids continue between two requests. */
const LINGER_MS = 30_000;
/** How long the first question waits for the book of a live venue, and how often it looks. */
const FIRST_MS = 2_000;
const CHECK_MS = 50;

/**
 * Books with numbered changes. Snapshots and changes have one numbering, so that a client can put them together. Numbers
 * begin at the clock, that they rise over restarts too.
 */
export class NumberedBooks {
  readonly #source: MarketSource;
  readonly #clock: ServerClock;
  readonly #tracked = new Map<string, Tracked>();
  readonly #stops: readonly (() => void)[];

  constructor(source: MarketSource, clock: ServerClock) {
    this.#source = source;
    this.#clock = clock;
    this.#stops = [
      clock.every(PACE_MS, () => this.#publish()),
      source.subscribe((event) => {
        if (event.kind !== 'book' && event.kind !== 'reset') return;
        const tracked = this.#tracked.get(event.id);
        if (tracked) tracked.isDirty = true;
      }),
    ];
  }

  /** The book as it was last published, with the number of its last change. */
  async snapshot(id: string): Promise<{ readonly book: Book; readonly last: number }> {
    const tracked = this.#track(id);
    if (tracked.listeners.size === 0) this.#flush(id, tracked);
    const { live } = this.#source;
    for (let waited = 0; live && isEmpty(tracked.book) && waited < FIRST_MS; waited += CHECK_MS) {
      await new Promise<void>((resolve) => void this.#clock.after(CHECK_MS, resolve));
      this.#flush(id, tracked);
    }
    this.#linger(id, tracked);
    return { book: tracked.book, last: tracked.last };
  }

  /** Subscribes to changes. @returns undo. */
  subscribe(id: string, listener: BookListener): () => void {
    const tracked = this.#track(id);
    tracked.listeners.add(listener);
    return () => {
      tracked.listeners.delete(listener);
      this.#linger(id, tracked);
    };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const { unwatch, stopLinger } of this.#tracked.values()) {
      stopLinger?.();
      unwatch();
    }
    this.#tracked.clear();
  }

  #track(id: string): Tracked {
    const known = this.#tracked.get(id);
    if (known) {
      known.stopLinger?.();
      known.stopLinger = undefined;
      return known;
    }
    const unwatch = this.#source.watch(id);
    const book = this.#source.book(id) ?? emptyBook;
    const made = {
      ...{ book, unwatch, last: this.#clock.now(), isDirty: false },
      ...{ listeners: new Set<BookListener>(), stopLinger: undefined },
    };
    this.#tracked.set(id, made);
    return made;
  }

  #linger(id: string, tracked: Tracked): void {
    if (tracked.listeners.size > 0) return;
    tracked.stopLinger?.();
    tracked.stopLinger = this.#clock.after(LINGER_MS, () => {
      if (tracked.listeners.size > 0 || this.#tracked.get(id) !== tracked) return;
      this.#tracked.delete(id);
      tracked.unwatch();
    });
  }

  #publish(): void {
    for (const [id, tracked] of this.#tracked) if (tracked.isDirty) this.#flush(id, tracked);
  }

  #flush(id: string, tracked: Tracked): void {
    tracked.isDirty = false;
    const next = this.#source.book(id) ?? emptyBook;
    const { b: bids, a: asks } = deltaBetween(tracked.book, next);
    tracked.book = next;
    if (bids.length === 0 && asks.length === 0) return;
    const previous = tracked.last;
    tracked.last += 1;
    const update = { id, last: tracked.last, previous, bids, asks, at: this.#clock.now(), book: next };
    for (const listener of tracked.listeners) listener(update);
  }
}

const isEmpty = ({ bids, asks }: Book): boolean => bids.length === 0 && asks.length === 0;

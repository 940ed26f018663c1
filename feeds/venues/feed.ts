import { Subject } from 'rxjs';
import type { MarkRow, SourceNotice } from '../../domain/contract/index.ts';
import { backoffMs } from '../link/backoff.ts';
import type { Clock, FeedCounts, FeedEvent, MarketFeed } from '../types.ts';
import type { Venue, VenueEvent, VenueMark, VenueName } from './types.ts';

export interface VenueFeedDeps {
  readonly name: VenueName;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Fetches the venue's code and connects; tried again when it rejects. */
  readonly connect: () => Promise<Venue>;
}

/** Silence of the whole list after which a venue is said to be gone. */
const GONE_MS = 5_000;
const LOOK_MS = 1_000;
/** Clocks that differ by less are taken for one: a message is on its way for as long. */
const CLOCK_MS = 2_000;
const NO_COUNTS: FeedCounts = { dropped: 0, resyncs: 0, reconnects: 0 };

/** A venue as the feed of a page that has no exchange. Nobody is logged in there. */
export class VenueFeed implements MarketFeed {
  readonly #deps: VenueFeedDeps;
  readonly #events = new Subject<FeedEvent>();
  readonly events$ = this.#events.asObservable();
  /** Resolves when the venue's code is here. */
  readonly venue: Promise<Venue>;
  #connected: Venue | undefined;
  #heardAt: number;
  #offsetMs = 0;
  /** Whether the venue answers no questions of this page, though its sockets may speak. */
  #isRefused = false;
  #isClosed = false;
  #stop: () => void = () => undefined;

  constructor(deps: VenueFeedDeps) {
    this.#deps = deps;
    this.#heardAt = deps.clock.monotonic();
    this.venue = this.#connect(0);
    this.#look();
  }

  open(channel: string): () => void {
    let undo: (() => void) | undefined;
    let isDone = false;
    void this.venue.then((venue) => {
      if (!isDone) undo = venue.open(channel);
    });
    return () => {
      isDone = true;
      undo?.();
    };
  }

  login(): void {}

  wake(): void {
    this.#connected?.wake();
  }

  counts(): FeedCounts {
    return this.#connected?.counts() ?? NO_COUNTS;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
    this.#connected?.close();
    this.#events.complete();
  }

  async #connect(attempt: number): Promise<Venue> {
    const { connect, clock, random } = this.#deps;
    try {
      const venue = await connect();
      if (this.#isClosed) venue.close();
      this.#connected = venue;
      venue.events$.subscribe((event) => this.#take(event));
      this.#events.next({ kind: 'origin', origin: 'live' });
      return venue;
    } catch {
      await new Promise<void>((resolve) => clock.after(backoffMs(attempt + 2, random()), resolve));
      return this.#connect(attempt + 1);
    }
  }

  #take(event: VenueEvent): void {
    if (event.kind === 'maintenance') return;
    if (event.kind === 'rest') {
      this.#isRefused = event.state === 'blocked' || event.state === 'unreachable';
      this.#tellSource();
      return;
    }
    if (event.kind === 'venueMarks') {
      const { snapshot, rows, at } = event;
      this.#events.next({ kind: 'marks', snapshot, rows: rows.map(markRow), at });
      return;
    }
    if (event.kind === 'tickers') this.#hear(event.snapshot ? undefined : event.at);
    else if (event.kind === 'alive' && event.channels.includes('tick')) this.#hear();
    this.#events.next(event);
  }

  /** The list has been heard. @param at the venue's clock, ms UTC, when it says so itself. */
  #hear(at?: number): void {
    const { clock } = this.#deps;
    const wasGone = this.#isGone;
    this.#heardAt = clock.monotonic();
    if (wasGone) this.#tellSource();
    const offsetMs = at === undefined ? this.#offsetMs : at - clock.now();
    if (Math.abs(offsetMs - this.#offsetMs) < CLOCK_MS) return;
    this.#offsetMs = offsetMs;
    this.#events.next({ kind: 'clock', offsetMs });
  }

  get #isGone(): boolean {
    return this.#deps.clock.monotonic() - this.#heardAt > GONE_MS;
  }

  /** Whoever comes later hears it too: it is told each second. */
  #look(): void {
    this.#stop = this.#deps.clock.after(LOOK_MS, () => {
      this.#tellSource();
      this.#look();
    });
  }

  #tellSource(): void {
    const { name } = this.#deps;
    const state = this.#isGone ? 'gone' : this.#isRefused ? 'partial' : 'live';
    const notice: SourceNotice = { venue: name, wanted: name, state, money: 'none' };
    this.#events.next({ kind: 'source', notice });
  }
}

/** A mark whose funding the venue has not told yet has none. */
const markRow = ({ id, mark, index, funding }: VenueMark): MarkRow => [
  id,
  mark,
  index,
  funding?.rate ?? '0',
  funding?.nextAt ?? 0,
  'live',
];

import { BOOK_DEPTH } from '../../../domain/contract/index.ts';
import type { Book, Trade } from '../../../domain/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import { DepthSync, normaliseFrame, readEventFrame } from '../../../feeds/index.ts';
import type { ServerClock } from '../../clock.ts';
import type { Audience } from '../audience.ts';
import type { FrameRecording } from './recordings.ts';
import type { ReplayedMarket } from './replayedMarket.ts';

export interface FrameTapeDeps {
  readonly recording: FrameRecording;
  readonly market: ReplayedMarket;
  readonly audience: Audience;
  readonly clock: ServerClock;
  /** The market's clock. */
  readonly now: () => number;
  readonly speed: number;
  readonly loop: boolean;
}

const LEAST_WAIT_MS = 10;

/** Plays a venue's raw frames at their pace. After the last frame it starts again or stands still. */
export class FrameTape {
  readonly #deps: FrameTapeDeps;
  #sync = new DepthSync();
  /** The book of a recording that tells whole ones. */
  #whole: Book | undefined;
  #isClosed = false;
  #stopWait: (() => void) | undefined;
  #endWait: (() => void) | undefined;
  #nextId = 1;
  #newestVenueId = 0;
  /** Frames that were malformed and left out. */
  dropped = 0;
  isDone = false;

  constructor(deps: FrameTapeDeps) {
    this.#deps = deps;
    deps.market.setBook(() => this.#whole ?? this.#sync.book(BOOK_DEPTH));
  }

  /** Id of the venue's last update in the book, and the book. */
  venueBook(depth: number): { readonly lastUpdateId: number | undefined; readonly book: Book } {
    return { lastUpdateId: this.#sync.lastUpdateId, book: this.#sync.book(depth) };
  }

  /** Plays until closed, or to the end when it does not loop. */
  async play(): Promise<void> {
    do {
      await this.#pass();
      if (this.#deps.loop && !this.#isClosed) this.#restart();
    } while (this.#deps.loop && !this.#isClosed);
    this.isDone = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWait?.();
    this.#endWait?.();
  }

  #restart(): void {
    this.#sync = new DepthSync();
    this.#whole = undefined;
    this.#newestVenueId = 0;
    this.#deps.audience.tell({ kind: 'reset', id: this.#deps.market.market.id });
  }

  /** One pass over the tape, shifted by whole minutes so that it begins in the running minute. */
  async #pass(): Promise<void> {
    const { recording, now } = this.#deps;
    let shift: number | undefined;
    let begun = now();
    let first = 0;
    for await (const line of recording.lines()) {
      if (this.#isClosed) return;
      const at = Number.parseInt(line.slice(0, 13), 10);
      if (!Number.isFinite(at)) {
        this.dropped += 1;
        continue;
      }
      if (shift === undefined) {
        first = at;
        begun = now();
        shift = Math.round((begun - at) / MINUTE_MS) * MINUTE_MS;
      }
      const due = begun + (at - first);
      if (due > now()) await this.#wait(due - now());
      this.#take(line.slice(line.indexOf(' ') + 1), shift);
    }
  }

  #wait(ms: number): Promise<void> {
    const { clock, speed } = this.#deps;
    return new Promise((resolve) => {
      this.#endWait = resolve;
      this.#stopWait = clock.after(Math.max(LEAST_WAIT_MS, ms / speed), resolve);
    });
  }

  #take(text: string, shift: number): void {
    const { market, audience, recording } = this.#deps;
    const frame = parseJson(text);
    const event = readEventFrame(frame) ?? normaliseFrame(frame);
    const { id } = market.market;
    if (!event) {
      this.dropped += 1;
      return;
    }
    if (event.kind === 'book') {
      this.#whole = event.book;
      audience.tell({ kind: 'book', id });
    } else if (event.kind === 'trades') {
      // Those of a snapshot were traded before it.
      if (!event.snapshot) for (const trade of event.trades) this.#print(trade, shift);
    } else if (event.kind === 'snapshot') {
      if (this.#sync.snapshot(event) === 'ready') audience.tell({ kind: 'book', id });
    } else if (event.kind === 'diff' && event.symbol === recording.symbol) {
      const result = this.#sync.diff(event);
      if (result === 'ready') audience.tell({ kind: 'book', id });
      if (result === 'gap') audience.tell({ kind: 'reset', id });
    } else if (
      event.kind === 'trade' &&
      event.symbol === recording.symbol &&
      event.trade.id > this.#newestVenueId
    ) {
      this.#newestVenueId = event.trade.id;
      this.#print(event.trade, shift);
    }
  }

  #print(recorded: Trade, shift: number): void {
    const { market, audience } = this.#deps;
    // Ids of our own, since a second pass repeats the venue's.
    const trade = { ...recorded, id: this.#nextId++, at: recorded.at + shift };
    market.take(trade);
    audience.tell({ kind: 'trades', id: market.market.id, trades: [trade] });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { BOOK_DEPTH } from '../../../domain/contract/index.ts';
import type { Book, Trade } from '../../../domain/index.ts';
import { DepthSync, normaliseFrame, readEventFrame } from '../../../feeds/index.ts';
import type { Audience } from '../audience.ts';
import type { LinePlayer, Pace } from './pacedLines.ts';
import { PacedLines } from './pacedLines.ts';
import type { FrameRecording } from './recordings.ts';
import type { ReplayedMarket } from './replayedMarket.ts';

export interface FrameTapeDeps {
  readonly recording: FrameRecording;
  readonly market: ReplayedMarket;
  readonly audience: Audience;
  readonly pace: Pace;
}

/** Plays a venue's raw frames, or the books and trades that an adapter made of them, of one market. */
export class FrameTape implements LinePlayer {
  readonly #deps: FrameTapeDeps;
  readonly #lines: PacedLines;
  #sync = new DepthSync();
  /** The book of a recording that has whole books. */
  #whole: Book | undefined;
  #newestVenueId = 0;

  constructor(deps: FrameTapeDeps) {
    this.#deps = deps;
    this.#lines = new PacedLines(deps.recording.lines, this, deps.pace);
    deps.market.setBook(() => this.#whole ?? this.#sync.book(BOOK_DEPTH));
  }

  /** Frames that were malformed and left out. */
  get dropped(): number {
    return this.#lines.dropped;
  }
  get isDone(): boolean {
    return this.#lines.isDone;
  }

  /** Id of the venue's last update in the book, and the book. */
  venueBook(depth: number): { readonly lastUpdateId: number | undefined; readonly book: Book } {
    return { lastUpdateId: this.#sync.lastUpdateId, book: this.#sync.book(depth) };
  }

  play(): Promise<void> {
    return this.#lines.play();
  }

  close(): void {
    this.#lines.close();
  }

  restart(): void {
    this.#sync = new DepthSync();
    this.#whole = undefined;
    this.#newestVenueId = 0;
    this.#deps.audience.publish({ kind: 'reset', id: this.#deps.market.market.id });
  }

  take(frame: unknown, shift: number): boolean {
    const { market, audience, recording } = this.#deps;
    const event = readEventFrame(frame) ?? normaliseFrame(frame);
    const { id } = market.market;
    if (!event) return false;
    if (event.kind === 'book') {
      this.#whole = event.book;
      audience.publish({ kind: 'book', id });
    } else if (event.kind === 'trades') {
      // Those of a snapshot were traded before it.
      if (!event.snapshot) for (const trade of event.trades) this.#print(trade, shift);
    } else if (event.kind === 'snapshot') {
      if (this.#sync.snapshot(event) === 'ready') audience.publish({ kind: 'book', id });
    } else if (event.kind === 'diff' && event.symbol === recording.symbol) {
      const result = this.#sync.diff(event);
      if (result === 'ready') audience.publish({ kind: 'book', id });
      if (result === 'gap') audience.publish({ kind: 'reset', id });
    } else if (
      event.kind === 'trade' &&
      event.symbol === recording.symbol &&
      event.trade.id > this.#newestVenueId
    ) {
      this.#newestVenueId = event.trade.id;
      this.#print(event.trade, shift);
    }
    return true;
  }

  #print(recorded: Trade, shift: number): void {
    const { market, audience } = this.#deps;
    audience.publish({ kind: 'trades', id: market.market.id, trades: [market.print(recorded, shift)] });
  }
}

import type { Book, Market } from '../../../domain/index.ts';
import { emptyBook } from '../../../domain/index.ts';
import type { RecordedEvent } from '../../../feeds/index.ts';
import { readEventFrame, readPricesFrame } from '../../../feeds/index.ts';
import type { Audience } from '../audience.ts';
import type { LinePlayer, Pace } from './pacedLines.ts';
import { PacedLines } from './pacedLines.ts';
import type { FlightRecording } from './recordings.ts';
import type { ReplayedMarket } from './replayedMarket.ts';

export interface FlightTapeDeps {
  readonly recording: FlightRecording;
  readonly enter: (market: Market) => ReplayedMarket;
  readonly audience: Audience;
  /** A market's price has moved without a trade. */
  readonly moved: (id: string) => void;
  readonly pace: Pace;
}

/** Plays what a page's flight recorder has saved: prices of all markets, books and trades of those that were shown. */
export class FlightTape implements LinePlayer {
  readonly #deps: FlightTapeDeps;
  readonly #lines: PacedLines;
  readonly #markets: ReadonlyMap<string, ReplayedMarket>;
  readonly #books = new Map<string, Book>();

  constructor(deps: FlightTapeDeps) {
    this.#deps = deps;
    this.#lines = new PacedLines(deps.recording.lines, this, deps.pace);
    this.#markets = new Map(deps.recording.markets.map((market) => [market.id, deps.enter(market)]));
    for (const [id, market] of this.#markets) market.setBook(() => this.#books.get(id) ?? emptyBook);
  }

  get isDone(): boolean {
    return this.#lines.isDone;
  }

  play(): Promise<void> {
    return this.#lines.play();
  }

  close(): void {
    this.#lines.close();
  }

  restart(): void {
    this.#books.clear();
    for (const id of this.#markets.keys()) this.#deps.audience.publish({ kind: 'reset', id });
  }

  take(frame: unknown, shift: number): boolean {
    const prices = readPricesFrame(frame);
    if (prices) {
      for (const { id, last } of prices.rows) {
        this.#markets.get(id)?.see(last, this.#deps.pace.now());
        this.#deps.moved(id);
      }
      return true;
    }
    const event = readEventFrame(frame);
    const market = event && this.#markets.get(event.id);
    if (market) this.#show(event, market, shift);
    return event !== undefined;
  }

  #show(event: RecordedEvent, market: ReplayedMarket, shift: number): void {
    const { audience } = this.#deps;
    const { id } = event;
    if (event.kind === 'book') {
      this.#books.set(id, event.book);
      audience.publish({ kind: 'book', id });
    } else if (!event.snapshot) {
      const trades = event.trades.map((trade) => market.print(trade, shift));
      audience.publish({ kind: 'trades', id, trades });
    }
  }
}

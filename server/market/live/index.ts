import type { Dec, Market, Ticker } from '../../../domain/index.ts';
import { emptyBook, SECOND_MS } from '../../../domain/index.ts';
import { chosen, Reading } from '../../../feeds/index.ts';
import { createAudience } from '../audience.ts';
import type { CandlePage, CandleQuery, LiveState, MarketEvent, MarketSource, VenueWord } from '../source.ts';
import type { LiveClock } from './clock.ts';
import { Touches } from './touches.ts';
import type { BoardEvent, VenueBoard } from './venueBoard.ts';
import { Watches } from './watches.ts';

export interface LiveOptions {
  /** In the order of preference, at least one. */
  readonly boards: readonly [VenueBoard, ...VenueBoard[]];
  readonly clock: LiveClock;
}

const CHECK_MS = 250;

/** Real venues as one market: each market is read from the first live venue, by the order of preference. */
export function createLiveSource(options: LiveOptions): MarketSource {
  return new LiveSource(options);
}

class LiveSource implements MarketSource {
  readonly origin = 'live';
  readonly live: LiveState;
  readonly #boards: readonly [VenueBoard, ...VenueBoard[]];
  readonly #clock: LiveClock;
  readonly #audience = createAudience();
  readonly #reading: Reading<VenueBoard>;
  readonly #watches: Watches;
  /** Markets whose books are read by request. */
  readonly #read: Touches;
  /** Those in which orders are placed, apart: a request for the books of all markets takes no order its book. */
  readonly #traded: Touches;
  readonly #stops: (() => void)[];
  readonly #begun: number;
  #listing = 0;

  constructor({ boards, clock }: LiveOptions) {
    this.#boards = boards;
    this.#clock = clock;
    this.#begun = clock.now();
    this.#reading = new Reading(boards);
    this.#watches = new Watches({
      boardOf: (id) => this.#reading.board(id),
      marketOf: (id) => this.#reading.market(id),
      after: clock.after,
      publish: (event) => this.#audience.publish(event),
    });
    const touches = { watches: this.#watches, after: clock.after };
    this.#read = new Touches({ ...touches, isNewestKept: false });
    this.#traded = new Touches({ ...touches, isNewestKept: true });
    const freshness = () => this.#freshness();
    this.live = {
      isStale: (id) => this.#isStale(id),
      hasBook: (id) => this.#hasBook(id),
      prices: (id) => this.#prices(id),
      word: () => this.#word(),
      reports: () => boards.map((board) => board.report()),
      get freshness() {
        return freshness();
      },
      venues: boards.map(venueSource),
    };
    this.#list();
    this.#stops = [
      ...boards.map((board) => board.subscribe((event) => this.#take(board, event))),
      clock.every(CHECK_MS, () => this.#check()),
    ];
  }

  get version(): string {
    return `live:${this.#begun}:${this.#listing}`;
  }

  markets(): readonly Market[] {
    return this.#reading.markets;
  }

  now(): number {
    return this.#clock.now();
  }

  tickers(): readonly Ticker[] {
    return this.markets().flatMap(({ id }) => this.#tickerOf(id) ?? []);
  }

  book(id: string) {
    if (!this.#reading.market(id)) return undefined;
    this.#read.touch(id);
    return this.#watches.book(id) ?? emptyBook;
  }

  /** Of a market that is not followed, or just was not, as its venue's list of prices has it. */
  last(id: string) {
    return this.#reading.market(id) && (this.#watches.last(id) ?? this.#tickerOf(id)?.last);
  }

  trades(id: string) {
    return this.#reading.market(id) ? (this.#watches.trades(id) ?? []) : undefined;
  }

  async candles(query: CandleQuery): Promise<CandlePage> {
    return (await this.#reading.board(query.id)?.history.page(query)) ?? { candles: [], more: false };
  }

  async sparkline(id: string): Promise<readonly Dec[]> {
    return (await this.#reading.board(id)?.history.sparkline(id)) ?? [];
  }

  subscribe(listener: (event: MarketEvent) => void): () => void {
    return this.#audience.subscribe(listener);
  }

  watch(id: string): () => void {
    return this.#watches.watch(id);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#read.close();
    this.#traded.close();
    this.#watches.close();
    for (const board of this.#boards) board.close();
  }

  #take(board: VenueBoard, event: BoardEvent): void {
    if (event.kind === 'listed') this.#list();
    else if (event.kind === 'tickers') {
      const rows = event.rows.filter(({ id }) => this.#reading.board(id) === board);
      if (rows.length > 0) this.#audience.publish({ kind: 'tickers', rows });
    } else this.#watches.take(board, event);
  }

  #list(): void {
    this.#reading.list(this.#clock.monotonic());
    this.#listing += 1;
    this.#watches.move();
  }

  #check(): void {
    const moved = this.#reading.check(this.#clock.monotonic());
    if (moved.length === 0) return;
    this.#watches.move();
    const rows = moved.flatMap((id) => this.#tickerOf(id) ?? []);
    if (rows.length > 0) this.#audience.publish({ kind: 'tickers', rows });
  }

  /** Of the venue that is read; before its first ticker, the newest of another venue. */
  #tickerOf(id: string): Ticker | undefined {
    const own = this.#reading.board(id)?.ticker(id);
    return (
      own ??
      this.#reading
        .boards(id)
        .find((board) => board.ticker(id))
        ?.ticker(id)
    );
  }

  #isStale(id: string): boolean {
    return !this.#reading.board(id)?.isPriced(id);
  }

  /** While a venue lacks a part of its list, prices of that part grow old one by one. */
  #freshness(): string {
    const isPartial = this.#boards.some((board) => board.isPartial);
    const second = isPartial ? Math.floor(this.#clock.monotonic() / SECOND_MS) : '';
    return `${this.#reading.freshness} ${second}`;
  }

  #prices(id: string): readonly Dec[] {
    return this.#reading
      .boards(id)
      .flatMap((board) => (board.isPriced(id) ? (board.ticker(id)?.last ?? []) : []));
  }

  #word(): VenueWord {
    const now = this.#clock.monotonic();
    const [wanted] = this.#boards;
    const read = chosen(this.#boards, wanted, now);
    const state = !read.health.isSpeaking(now) ? 'gone' : read === wanted ? 'live' : 'standIn';
    return { venue: read.name, wanted: wanted.name, state };
  }

  #hasBook(id: string): boolean {
    this.#traded.touch(id);
    return this.#watches.hasBook(id);
  }
}

/** One venue alone, as the index of cycle contracts sees it. */
function venueSource(board: VenueBoard): LiveState['venues'][number] {
  return {
    markets: () => board.markets(),
    tickers: () => board.tickers(),
    candles: (query) => board.history.page(query),
    subscribe: (listener) =>
      board.subscribe((event) => {
        if (event.kind === 'tickers') listener(event);
      }),
  };
}

import { BOOK_DEPTH } from '../../../domain/contract/index.ts';
import type { Book, Dec, Market, Trade } from '../../../domain/index.ts';
import type { MarketEvent } from '../source.ts';
import type { LiveClock } from './clock.ts';
import { fitBook } from './fit.ts';
import { Tape } from './tape.ts';
import type { BoardEvent, VenueBoard } from './venueBoard.ts';

/** A market whose book and trades are subscribed. */
interface Watch {
  count: number;
  stopLinger: (() => void) | undefined;
  board: VenueBoard;
  leave: () => void;
  readonly tape: Tape;
  book: Book | undefined;
  /** Whether its book is lost, or has not been received yet. */
  isLost: boolean;
  /** Whether the present book and trades are of another venue than the subscribed one. */
  isMoved: boolean;
  /** Whether trades may be missing since the newest that is here. */
  isTapeOld: boolean;
}

export interface WatchesDeps {
  /** The venue that a market is read from. */
  readonly boardOf: (id: string) => VenueBoard | undefined;
  /** The market as it is listed. */
  readonly marketOf: (id: string) => Market | undefined;
  readonly after: LiveClock['after'];
  readonly publish: (event: MarketEvent) => void;
}

/** Readers that resubscribe release a market for a moment; its book stays subscribed meanwhile. */
const LINGER_MS = 1_000;

/** Books and trades of the watched markets, each from the venue that it is read from now. */
export class Watches {
  readonly #deps: WatchesDeps;
  readonly #watches = new Map<string, Watch>();
  /** Where the ids of a market's trades go on that is watched again: its readers have seen the ones before. */
  readonly #nextIds = new Map<string, number>();

  constructor(deps: WatchesDeps) {
    this.#deps = deps;
  }

  /** Counted. @returns undo. */
  watch(id: string): () => void {
    const board = this.#deps.boardOf(id);
    const known = this.#watches.get(id) ?? (board && this.#begin(id, board));
    if (!known) return () => undefined;
    known.count += 1;
    known.stopLinger?.();
    known.stopLinger = undefined;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      known.count -= 1;
      if (known.count === 0) known.stopLinger = this.#deps.after(LINGER_MS, () => this.#end(id, known));
    };
  }

  #end(id: string, watch: Watch): void {
    watch.leave();
    this.#watches.delete(id);
    this.#nextIds.set(id, watch.tape.nextId);
  }

  isWatched(id: string): boolean {
    return this.#watches.has(id);
  }

  book(id: string): Book | undefined {
    return this.#watches.get(id)?.book;
  }

  trades(id: string): readonly Trade[] | undefined {
    return this.#watches.get(id)?.tape.trades;
  }

  /** The price of the last trade; undefined where none is here, or the price may have moved since unseen. */
  last(id: string): Dec | undefined {
    const watch = this.#watches.get(id);
    return watch?.isTapeOld === false ? watch.tape.trades.at(-1)?.price : undefined;
  }

  /** Whether a book is here that can be believed. */
  hasBook(id: string): boolean {
    return this.#watches.get(id)?.isLost === false;
  }

  /** Applies an event of a venue. */
  take(board: VenueBoard, event: BoardEvent): void {
    if (event.kind === 'tickers' || event.kind === 'listed') return;
    const watch = this.#watches.get(event.id);
    if (watch?.board !== board) return;
    if (event.kind === 'book') this.#takeBook(event.id, watch, event.book);
    else if (event.kind === 'trades') this.#takeTrades(event, watch);
    else if (event.channel === 'book') this.#lose(watch);
    // Lost trades begin with a snapshot. They say nothing of the book, which may be quiet for long, and valid.
    else watch.isTapeOld = true;
  }

  /** Trades come on the line that the book comes on. */
  #lose(watch: Watch): void {
    watch.isLost = true;
    watch.isTapeOld = true;
  }

  /** Subscribes markets at the venue that they are now read from; the old data stays and ages meanwhile. */
  move(): void {
    for (const [id, watch] of this.#watches) {
      const board = this.#deps.boardOf(id);
      if (!board || board === watch.board) continue;
      watch.leave();
      watch.board = board;
      watch.leave = board.follow(id);
      this.#lose(watch);
      watch.isMoved = true;
    }
  }

  close(): void {
    for (const [id, watch] of this.#watches) {
      watch.stopLinger?.();
      this.#end(id, watch);
    }
  }

  #begin(id: string, board: VenueBoard): Watch {
    const watch: Watch = {
      count: 0,
      stopLinger: undefined,
      board,
      leave: board.follow(id),
      tape: new Tape(this.#nextIds.get(id)),
      book: undefined,
      isLost: true,
      isMoved: false,
      isTapeOld: false,
    };
    this.#watches.set(id, watch);
    return watch;
  }

  #takeBook(id: string, watch: Watch, { bids, asks }: Book): void {
    const book = { bids: bids.slice(0, BOOK_DEPTH), asks: asks.slice(0, BOOK_DEPTH) };
    const market = this.#deps.marketOf(id);
    const own = watch.board.market(id);
    const isHome = market?.tick === own?.tick && market?.lot === own?.lot;
    watch.book = isHome || !market ? book : fitBook(book, market);
    watch.isLost = false;
    if (watch.isMoved) this.#reset(id, watch);
    this.#deps.publish({ kind: 'book', id });
  }

  /** A snapshot holds trades of before: it fills no orders, and readers start again. */
  #takeTrades({ id, snapshot, trades }: Extract<BoardEvent, { kind: 'trades' }>, watch: Watch): void {
    if (trades.length > 0) watch.isTapeOld = false;
    if (!snapshot && !watch.isMoved) {
      const added = watch.tape.add(trades);
      if (added.length > 0) this.#deps.publish({ kind: 'trades', id, trades: added });
      return;
    }
    watch.tape.replace(trades);
    this.#reset(id, watch);
  }

  #reset(id: string, watch: Watch): void {
    watch.isMoved = false;
    this.#deps.publish({ kind: 'reset', id });
  }
}

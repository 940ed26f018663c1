import type { Book, Dec, Market, Ticker, Trade } from '../../domain/index.ts';
import type { VenueCandlePage as CandlePage, VenueCandleQuery, VenueName } from '../../feeds/index.ts';

export interface CandleQuery extends VenueCandleQuery {
  /** Aborted when nobody waits for the bars any more. */
  readonly gone?: AbortSignal;
}

/** An event of a market. Tickers are published for all markets; the rest for watched ones. */
export type MarketEvent =
  | { readonly kind: 'tickers'; readonly rows: readonly Ticker[] }
  /** Ascending by id, each published once. */
  | { readonly kind: 'trades'; readonly id: string; readonly trades: readonly Trade[] }
  /** The book has changed since this event was last published: read it with `book`. */
  | { readonly kind: 'book'; readonly id: string }
  /** Continuity of this market's book and trades is lost; they start again. */
  | { readonly kind: 'reset'; readonly id: string };

export type { VenueCandlePage as CandlePage } from '../../feeds/index.ts';

/** The status of live venues. */
export interface VenueWord {
  /** The venue that is read. */
  readonly venue: VenueName;
  /** The one that is preferred. */
  readonly wanted: VenueName;
  /**
   * `standIn`: another venue than the preferred one is read; `gone`: none is live, and prices are the last
   * known ones.
   */
  readonly state: 'live' | 'standIn' | 'gone';
}

/** How a venue does. */
export interface VenueReport {
  readonly venue: VenueName;
  /** ms since it last spoke. */
  readonly silentMs: number;
  /** Messages and rows that were left out since the start. */
  readonly dropped: number;
}

/** What an index needs of a venue. */
export type IndexSource = Pick<MarketSource, 'markets' | 'tickers' | 'candles' | 'subscribe'>;

/** How far live prices can be believed. */
export interface LiveState {
  /** Whether a market's price is too old to trade on. */
  isStale(id: string): boolean;
  /** Whether a market's book is present and valid; otherwise this subscribes to it for a while. */
  hasBook(id: string): boolean;
  /** The last price of a market at each venue that has it and speaks of it. */
  prices(id: string): readonly Dec[];
  word(): VenueWord;
  /** Each venue, in the order of preference. */
  reports(): readonly VenueReport[];
  /** Another text whenever a venue fell silent or came back; each second while one speaks of a part of its markets. */
  readonly freshness: string;
  /** Each venue alone, in the order of preference. */
  readonly venues: readonly IndexSource[];
}

/**
 * The source of prices. One interface for the simulated market, the replay of recordings and live venues;
 * nothing of a venue's own format passes through it.
 */
export interface MarketSource {
  readonly origin: 'simulated' | 'recorded' | 'live';
  /** Of live venues alone. */
  readonly live?: LiveState;
  /** All markets; the same array until `version` changes. */
  markets(): readonly Market[];
  readonly version: string;
  /** The market's clock, ms UTC: the device's own times the speed factor. */
  now(): number;
  /** The newest state of every market that has a price. */
  tickers(): readonly Ticker[];
  /** Best first, at most BOOK_DEPTH levels a side; undefined for an unknown market. */
  book(id: string): Book | undefined;
  /** The price of the last trade; undefined where none is known. Orders ask for it, so it costs no tape. */
  last(id: string): Dec | undefined;
  /** The newest trades, ascending, at most TRADES_KEPT; undefined for an unknown market. */
  trades(id: string): readonly Trade[] | undefined;
  /** The bars of a market that exists; the last may be running. @throws {RuleError} `timedOut` once nobody waits. */
  candles(query: CandleQuery): Promise<CandlePage>;
  /** Hourly closes of the last 24 hours, oldest first. */
  sparkline(id: string, gone?: AbortSignal): Promise<readonly Dec[]>;
  /** Subscribes to events from now on. @returns undo. */
  subscribe(listener: (event: MarketEvent) => void): () => void;
  /** Publishes book and trades of this market until undone; counted, so that two watches need two undos. */
  watch(id: string): () => void;
  /** Ends timers and files. */
  close(): void;
}

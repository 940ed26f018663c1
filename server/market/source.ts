import type { Book, Candle, Dec, Interval, Market, Ticker, Trade } from '../../domain/index.ts';

/** Something happened in a market. Tickers are told for all markets; the rest for watched ones. */
export type MarketEvent =
  | { readonly kind: 'tickers'; readonly rows: readonly Ticker[] }
  /** Ascending by id, each told once. */
  | { readonly kind: 'trades'; readonly id: string; readonly trades: readonly Trade[] }
  /** The book differs from when it was last told: read it with `book`. */
  | { readonly kind: 'book'; readonly id: string }
  /** Continuity of this market's book and trades is lost; what follows starts anew. */
  | { readonly kind: 'reset'; readonly id: string };

export interface CandleQuery {
  readonly id: string;
  readonly interval: Interval;
  /** Only bars that start before this moment, ms UTC; absent: up to the running bar. */
  readonly before?: number;
  /** 1–1000. */
  readonly limit: number;
}
export interface CandlePage {
  /** Ascending. */
  readonly candles: readonly Candle[];
  /** Whether older bars exist. */
  readonly more: boolean;
}

/**
 * Where prices come from. One interface for the simulated market, the replay of recordings and live venues;
 * nothing of a venue's own format passes through it.
 */
export interface MarketSource {
  readonly origin: 'simulated' | 'recorded' | 'live';
  /** All markets; the same array until `version` changes. */
  markets(): readonly Market[];
  readonly version: string;
  /** The market's clock, ms UTC: the device's own times the speed factor. */
  now(): number;
  /** The newest state of every market that has a price. */
  tickers(): readonly Ticker[];
  /** Best first, at most BOOK_DEPTH levels a side; undefined for an unknown market. */
  book(id: string): Book | undefined;
  /** The newest trades, ascending, at most TRADES_KEPT; undefined for an unknown market. */
  trades(id: string): readonly Trade[] | undefined;
  /** The bars of a market that exists; the last may be running. */
  candles(query: CandleQuery): Promise<CandlePage>;
  /** Hourly closes of the last 24 hours, oldest first. */
  sparkline(id: string): Promise<readonly Dec[]>;
  /** Tells events from now on. @returns undo. */
  subscribe(listener: (event: MarketEvent) => void): () => void;
  /** Book and trades of this market are told until undone; counted, so watching twice needs two undos. */
  watch(id: string): () => void;
  /** Ends timers and files. */
  close(): void;
}

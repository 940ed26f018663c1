import type { Observable } from 'rxjs';
import type { MarkRow, PrivateData, PrivateSnapshot, SourceNotice } from '../domain/contract/index.ts';
import type { Book, Candle, Interval, Market, Ticker, Trade } from '../domain/index.ts';

/** Time, handed in so that tests own it. */
export interface Clock {
  /** Wall clock, ms UTC. */
  now(): number;
  /** Never jumps, ms from any start. */
  monotonic(): number;
  /** @returns undo. */
  after(ms: number, run: () => void): () => void;
}

/** The part of a WebSocket that a link uses. */
export interface Socket {
  readonly readyState: number;
  binaryType?: string;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: (() => void) | null;
}

/** What a feed needs from its surroundings. */
export interface FeedDeps {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Opens a socket; may throw when the address is refused. */
  readonly createSocket: (url: string, protocol: string) => Socket;
  /** POSTs JSON with the account's token, and yields the answer's JSON; rejects when the network or the server fails. */
  readonly post: (path: string, body: unknown, token?: string) => Promise<unknown>;
}

/** When a value was received, and made. */
export interface Received {
  /** The device's monotonic clock, ms. */
  receivedAt: number;
  /** The source's clock when the newest value was made, ms UTC. */
  at: number;
  isLost: boolean;
}

export type LinkState = 'connecting' | 'live' | 'slow' | 'offline';

/** What a feed emits, normalised: nothing of a venue's own format is left. `at` is the source's clock, ms UTC. */
export type FeedEvent =
  | {
      readonly kind: 'tickers';
      /** `tick` when left out. */
      readonly channel?: string;
      /** Whether these are all there are. */
      readonly snapshot: boolean;
      readonly rows: readonly Ticker[];
      readonly at: number;
    }
  | { readonly kind: 'book'; readonly id: string; readonly book: Book; readonly at: number }
  | {
      readonly kind: 'trades';
      readonly id: string;
      readonly snapshot: boolean;
      readonly trades: readonly Trade[];
      readonly at: number;
    }
  | {
      readonly kind: 'candle';
      readonly id: string;
      readonly interval: Interval;
      readonly candle: Candle;
      readonly closed: boolean;
      readonly at: number;
    }
  /** Marks, indices and funding of perpetuals: all of them in a snapshot, else those that changed. */
  | {
      readonly kind: 'marks';
      readonly snapshot: boolean;
      readonly rows: readonly MarkRow[];
      /** Hours between settlements of funding by market, where they differ from market to market. */
      readonly fundingHours?: readonly (readonly [id: string, hours: number])[];
      readonly at: number;
    }
  /** The source says that this channel is alive though nothing changed. */
  | { readonly kind: 'alive'; readonly channels: readonly string[]; readonly at: number }
  /** What was received of this channel can no longer be trusted; a snapshot follows. */
  | { readonly kind: 'lost'; readonly channel: string }
  /** The whole state of the logged-in user. */
  | { readonly kind: 'private'; readonly snapshot: PrivateSnapshot; readonly at: number }
  /** One change of it. */
  | { readonly kind: 'private'; readonly row: PrivateData; readonly at: number }
  /** The exchange knows this token no more. */
  | { readonly kind: 'loginEnded'; readonly token: string }
  | { readonly kind: 'link'; readonly state: LinkState }
  | { readonly kind: 'clock'; readonly offsetMs: number }
  | { readonly kind: 'origin'; readonly origin: Market['origin'] }
  /** What live prices are read from. */
  | { readonly kind: 'source'; readonly notice: SourceNotice }
  /** The version of the list of markets, as the exchange has it now. */
  | { readonly kind: 'listed'; readonly version: string };

export interface FeedCounts {
  /** Malformed or hostile frames and rows left out. */
  readonly dropped: number;
  readonly resyncs: number;
  readonly reconnects: number;
}

/** One source of market data, as workers and the server see it. */
export interface MarketFeed {
  /** All events of the link and of every channel that is open. A subscription to it opens nothing. */
  readonly events$: Observable<FeedEvent>;
  /** Texts as they come over the socket, to be counted. */
  readonly frames$?: Observable<string>;
  /**
   * The messages of a channel (`tick`, `sort`, `row:ID`, `mark`, `book:ID`, `trade:ID`, `cndl:ID:INTERVAL`), from its snapshot on.
   * Subscribing opens the channel, and the last to unsubscribe closes it.
   */
  channel$(channel: string): Observable<FeedEvent>;
  /** Whether there are `sort` and `row:ID`, as long as is known; without, there is `tick` alone. */
  readonly rows$?: Observable<boolean>;
  /** When a market's price was received, where `tick` speaks for several sources, of which each may fall silent alone. */
  readonly received?: (id: string) => Received | undefined;
  /** Asks for fewer messages of each channel, or for all again. A source that has one pace alone has no such request. */
  setPace?(isSlow: boolean): void;
  /** Whose private channel is read from here on; null for nobody's. */
  login(token: string | null): void;
  /** The device woke, the page was shown or time jumped: sockets are replaced, not trusted. */
  wake(): void;
  counts(): FeedCounts;
  close(): void;
}

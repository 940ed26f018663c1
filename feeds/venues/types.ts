import type { Observable } from 'rxjs';
import type { Candle, Dec, Interval, Market, VenueName } from '../../domain/index.ts';
import type { Clock, FeedCounts, FeedEvent, Socket } from '../types.ts';

export type { VenueName } from '../../domain/index.ts';

export type VenueKind = 'spot' | 'perpetual';

/** A question over HTTP. Venues' public questions need no header of ours. */
export interface VenueRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** JSON text; of a POST only. */
  readonly body?: string;
}
/** What came back, whatever its status. */
export interface VenueAnswer {
  readonly status: number;
  /** A header by its lower-case name; undefined when it is absent or hidden from this origin. */
  readonly header: (name: string) => string | undefined;
  /** The parsed JSON; undefined when the body is none. */
  readonly body: unknown;
}

/** What a venue needs from its surroundings. */
export interface VenueDeps {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Opens a socket; may throw when the address is refused. */
  readonly createSocket: (url: string) => Socket;
  /** Asks once. An answer with an error status is an answer; rejects when there is none (network, CORS). */
  readonly ask: (request: VenueRequest) => Promise<VenueAnswer>;
}

/** What every adapter keeps in its one configuration object; each adds its paths, limits and stream names. */
export interface VenueConfig {
  /** Addresses by what they are for, without a slash at the end; the preferred one first, then its fall-backs. */
  readonly hosts: Readonly<Record<string, readonly string[]>>;
}
export interface VenueOptions {
  /** In place of the configuration's own hosts of the same names. */
  readonly hosts?: VenueConfig['hosts'];
  /** Levels a side that books need, 1 to BOOK_DEPTH, which it is when absent. Fewer may save the venue's snapshots. */
  readonly bookLevels?: number;
  /** How long the list of markets is kept, ms; a day when absent: it is large, and on a phone it is paid for. */
  readonly listCachedMs?: number;
  /** Kinds of markets that are read; both when absent. A venue that is read for one kind alone fails for that one alone. */
  readonly kinds?: readonly VenueKind[];
}

/** One venue before it is connected to. */
export interface VenueAdapter<C extends VenueConfig = VenueConfig> {
  readonly name: VenueName;
  readonly config: C;
  /** Opens nothing by itself: sockets follow `open`. */
  connect(deps: VenueDeps, options?: VenueOptions): Venue;
}

export interface VenueFunding {
  /** Signed fraction of the position's value for one interval; a positive rate is paid by longs. */
  readonly rate: Dec;
  /** Hours of that interval. Rates of different intervals are never compared as they are. */
  readonly hours: number;
  /** When it is settled next, ms UTC. */
  readonly nextAt: number;
}
/** A perpetual's mark and index, quote per base. */
export interface VenueMark {
  readonly id: string;
  readonly mark: Dec;
  readonly index: Dec;
  /** Undefined while the venue has not sent it. */
  readonly funding: VenueFunding | undefined;
}

/**
 * Whether the venue answers requests: `limited` it demands a pause until a moment (ms UTC), `blocked` it does not
 * serve this place or address (403, 451), `unreachable` no answer comes (network, or CORS in a browser).
 */
export type VenueRestState =
  | { readonly state: 'open' | 'blocked' | 'unreachable' }
  | { readonly state: 'limited'; readonly until: number };

/**
 * The events of a venue, in the common shape. `at` is the venue's clock, ms UTC, which may be ahead of ours. Books are
 * always whole, best first, at most `bookLevels` a side. Trades rise by id, each emitted once between two snapshots.
 */
export type VenueEvent =
  | Extract<FeedEvent, { kind: 'tickers' | 'book' | 'trades' | 'candle' | 'alive' | 'lost' | 'link' }>
  | {
      readonly kind: 'venueMarks';
      readonly snapshot: boolean;
      readonly rows: readonly VenueMark[];
      readonly at: number;
    }
  /** Instead of `alive`, of a list that comes by several streams: the markets whose own stream is as it should be. */
  | { readonly kind: 'partlyAlive'; readonly has: (id: string) => boolean; readonly at: number }
  | ({ readonly kind: 'rest' } & VenueRestState)
  /** The venue has said that it stops or restarts soon; connections are replaced by themselves. */
  | { readonly kind: 'maintenance'; readonly at: number };

export interface VenueCandleQuery {
  readonly id: string;
  readonly interval: Interval;
  /** Only bars that start before this moment, ms UTC; absent: up to the running bar. */
  readonly before?: number;
  /** 1–1000. */
  readonly limit: number;
}
export interface VenueCandlePage {
  /** Ascending. */
  readonly candles: readonly Candle[];
  /** Whether older bars may exist. */
  readonly more: boolean;
}

export interface VenueCounts extends FeedCounts {
  /** Cost of the questions of the running minute, in the venue's own weights. */
  readonly restWeight: number;
}

/** Why a question has no answer. */
export type VenueErrorCode =
  | 'unknownMarket'
  | 'limited'
  | 'blocked'
  | 'unreachable'
  /** The venue answered with an error of its own, or with what cannot be read. */
  | 'refused'
  | 'closed';

export class VenueError extends Error {
  override readonly name = 'VenueError';
  readonly code: VenueErrorCode;
  /** @param detail the venue's own words, for logs. */
  constructor(code: VenueErrorCode, detail = '', options?: ErrorOptions) {
    super(detail === '' ? code : `${code}: ${detail}`, options);
    this.code = code;
  }
}

/** A venue that is read: the same for a server's sources and for a browser without a server. */
export interface Venue {
  /**
   * Every market that trades, spot and perpetual, with ids of ours: `BTC-USDT`, `BTC-USDT-PERP`, of the quote that the
   * venue has. Pictures (`iconId` null) and cycle contracts (`cycle` false) are the host's to add; `listedAt` is 0 where
   * the venue does not send it. Kept for `listKeptMs`. Where requests are refused but sockets deliver, the markets are those
   * that the sockets have sent, with steps of "0".
   * @throws {VenueError}
   */
  markets(): Promise<readonly Market[]>;
  /** Bars of any interval, aggregated where the venue lacks it. @throws {VenueError} */
  candles(query: VenueCandleQuery): Promise<VenueCandlePage>;
  readonly events$: Observable<VenueEvent>;
  /**
   * Wants a channel until undone: `tick` (every market), `mark` (every perpetual), `book:ID`, `trade:ID`,
   * `cndl:ID:INTERVAL`; counted, with a linger. It may be called before `markets()` has answered. `lost` is emitted for it
   * when what was said can no longer be trusted; books then begin again, trades with a snapshot, and bars missed in
   * between are emitted first. `alive` is emitted each second of channels whose line speaks and that are not lost.
   */
  open(channel: string): () => void;
  /** The device woke or time jumped: connections are replaced, not trusted. */
  wake(): void;
  counts(): VenueCounts;
  close(): void;
}

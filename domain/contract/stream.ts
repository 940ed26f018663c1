import * as v from 'valibot';
import type { Interval } from '../interval.ts';
import { intervals, isInterval } from '../interval.ts';
import { Amount, LevelPair, MarketId, Moment, Side } from './fields.ts';

/** The wire's version: query `?v=1`, subprotocol `ex.v1`. @see wire protocol v1 */
export const STREAM_PATH = '/ws';
/** Value of the query parameter `v`; a socket with another is closed with `closeCodes.version`. */
export const STREAM_VERSION = 1;
/** WebSocket subprotocol that the server selects when it is offered. */
export const STREAM_PROTOCOL = 'ex.v1';
/**
 * In the address of a socket (`?v=1&pack=1`): messages of the public channels come packed, several in one binary
 * frame. Such a frame is pieces, one a message: three unsigned LEB128 numbers, which are twice the number of its log, its
 * `s` and a number of bytes, then so many bytes of raw DEFLATE (RFC 1951) of the message's JSON in UTF-8. One is added
 * to the first number where the last PACK_WINDOW bytes of the log's message before (`s` less one) are the dictionary; a
 * reader that has another one, or none, leaves the piece out and asks for a snapshot. All else is text, in its order
 * with the frames. Without `pack`, everything is text, a frame a message.
 */
export const PACK_PARAMETER = 'pack';
/** Bytes of a message that the one after it is packed by. */
export const PACK_WINDOW = 32_000;

/** Why the server closes a socket. 1012 follows a `drain`. */
export const closeCodes = {
  badFrame: 4400,
  auth: 4401,
  version: 4406,
  idle: 4408,
  slow: 4413,
  rate: 4429,
  restart: 1012,
} as const;

/** Limits that the server enforces on a socket; `hello` carries them. */
export const streamLimits = {
  /** Largest frame that a client may send, bytes. */
  frameBytes: 16_384,
  framesPerSecond: 20,
  burst: 40,
  channels: 200,
  /** For each of the users that an address is taken for; a socket that has proven whose it is counts for its owner. */
  socketsPerAddress: 4,
  socketsPerUser: 5,
  /** A socket without a subscription is closed after this time. */
  idleMs: 10_000,
  /** An idle channel's head is sent this often. */
  beatMs: 1_000,
} as const;

/** Levels a side that a book channel carries. */
export const BOOK_DEPTH = 50;
/** One in this number of book deltas carries the checksum of the best ten levels. */
export const BOOK_CHECK_EVERY = 50;
/** Least ms between two messages of a channel, by kind: at full pace, and for readers that subscribe with `slow`. */
export const PACE_MS = {
  tick: 250,
  sort: 15_000,
  row: 250,
  mark: 250,
  book: 100,
  trade: 100,
  cndl: 250,
} as const;
/** Least ms between two messages of a channel, by kind, for subscriptions with `slow`. */
export const SLOW_MS = {
  tick: 2_000,
  sort: 30_000,
  row: 2_000,
  mark: 2_000,
  book: 1_000,
  trade: 1_000,
  cndl: 1_000,
} as const;
/** Trades that a trade channel's snapshot holds. */
export const TRADES_KEPT = 100;

const CHANNEL = new RegExp(
  `^(tick|sort|mark|row:[A-Za-z0-9-]{1,40}|book:[A-Za-z0-9-]{1,40}|trade:[A-Za-z0-9-]{1,40}|cndl:[A-Za-z0-9-]{1,40}:(${intervals.join('|')}))$`,
);
/** The private channel of the account that the socket has authenticated as. Lossless, read on where it was left. */
export const PRIVATE_CHANNEL = 'me';
/** `tick`, `sort`, `row:ID`, `mark`, `book:ID`, `trade:ID`, `cndl:ID:INTERVAL`. */
export const Channel = /*#__PURE__*/ v.pipe(v.string(), v.maxLength(60), v.regex(CHANNEL));

/** What a channel's name says. */
export type ChannelName =
  | { readonly kind: 'tick' }
  /** What lists are sorted by, of every market, seldom. */
  | { readonly kind: 'sort' }
  /** One row of `tick`. */
  | { readonly kind: 'row'; readonly id: string }
  /** Mark, index and funding of every perpetual. */
  | { readonly kind: 'mark' }
  | { readonly kind: 'book'; readonly id: string }
  | { readonly kind: 'trade'; readonly id: string }
  | { readonly kind: 'cndl'; readonly id: string; readonly interval: Interval };

/** Reads a channel's name; undefined when it names none. */
export function parseChannel(name: unknown): ChannelName | undefined {
  if (typeof name !== 'string' || name.length > 60 || !CHANNEL.test(name)) return undefined;
  const [kind, id = '', interval] = name.split(':');
  if (kind === 'tick' || kind === 'sort' || kind === 'mark') return { kind };
  if (kind === 'row') return { kind, id };
  if (kind === 'book') return { kind, id };
  if (kind === 'trade') return { kind, id };
  return isInterval(interval) ? { kind: 'cndl', id, interval } : undefined;
}

const requestId = /*#__PURE__*/ v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)));
const Channels = /*#__PURE__*/ v.pipe(
  v.array(v.pipe(v.string(), v.maxLength(60))),
  v.minLength(1),
  v.maxLength(200),
);

/** What a client may say. Unknown fields are ignored. */
export const ClientMessage = /*#__PURE__*/ v.variant('op', [
  v.object({
    op: v.literal('sub'),
    id: requestId,
    ch: Channels,
    /**
     * Fewer messages of the public channels (`SLOW_MS`), each of the same form; a slow log has an epoch of its own.
     * Saying `sub` of a channel that is read already changes its pace: what is read goes on until the snapshot of the
     * other log, which comes with its next message. Both count as one channel. Older servers know one pace.
     */
    slow: v.exactOptional(v.boolean()),
    /** With a change of pace: a reader that has everything up to here needs no data with that snapshot, but `from`. */
    bare: v.exactOptional(v.boolean()),
    /** For `me` alone: the last message that was read, to receive only what came after it. */
    from: v.exactOptional(
      v.object({
        epoch: v.pipe(v.string(), v.maxLength(40)),
        seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      }),
    ),
  }),
  v.object({ op: v.literal('unsub'), id: requestId, ch: Channels }),
  v.object({ op: v.literal('ping'), id: requestId, ts: v.exactOptional(Moment) }),
  v.object({ op: v.literal('auth'), id: requestId, ticket: v.pipe(v.string(), v.maxLength(200)) }),
]);
export type ClientMessage = v.InferOutput<typeof ClientMessage>;

/** Market, last, price 24 h ago, volume of 24 h (quote units), high, low. */
export const TickRow = /*#__PURE__*/ v.tuple([MarketId, Amount, Amount, Amount, Amount, Amount]);
export type TickRow = v.InferOutput<typeof TickRow>;
/** Significant digits of a volume in a `SortRow`. */
export const SORT_DIGITS = 3;
/**
 * A row of a delta of `sort`: market, last, volume of 24 h cut down to SORT_DIGITS digits, and the price 24 h ago where
 * that has changed. A market that the reader has not received has a `TickRow`, as all have in a snapshot.
 */
export const SortRow = /*#__PURE__*/ v.union([
  TickRow,
  v.tuple([MarketId, Amount, Amount]),
  v.tuple([MarketId, Amount, Amount, Amount]),
]);
export type SortRow = v.InferOutput<typeof SortRow>;
/** Id, price, quantity, taker's side, ms UTC. */
export const TradeRow = /*#__PURE__*/ v.tuple([v.number(), Amount, Amount, Side, Moment]);
export type TradeRow = v.InferOutput<typeof TradeRow>;
/** Snapshot (`b`, `a` best first) or delta (quantity "0" takes a level out); `c`: checksum of the best ten. */
export const BookData = /*#__PURE__*/ v.object({
  b: v.array(LevelPair),
  a: v.array(LevelPair),
  c: v.exactOptional(v.number()),
});
export type BookData = v.InferOutput<typeof BookData>;
/** Start, open, high, low, close, volume, closed. */
export const CandleData = /*#__PURE__*/ v.tuple([
  Moment,
  Amount,
  Amount,
  Amount,
  Amount,
  Amount,
  v.boolean(),
]);
export type CandleData = v.InferOutput<typeof CandleData>;
/** Newest last; `skipped`: trades that back-pressure left out before these. */
export const TradeData = /*#__PURE__*/ v.object({
  rows: v.array(TradeRow),
  skipped: v.exactOptional(v.number()),
});
export type TradeData = v.InferOutput<typeof TradeData>;

const envelope = {
  ch: Channel,
  /** Epoch of the channel's log. */
  e: v.pipe(v.string(), v.maxLength(20)),
  /** Sequence number, +1 a message and channel. */
  s: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The server's clock when the message was made, ms UTC. */
  ts: Moment,
};
/** Full state of a channel at `s`; `d` has the form of the channel's kind. */
export const SnapMessage = /*#__PURE__*/ v.object({ t: v.literal('snap'), ...envelope, d: v.unknown() });
export type SnapMessage = v.InferOutput<typeof SnapMessage>;
/** In place of a snapshot, for who has read another log of the channel up to `from`: it stands where this one does. */
export interface BareMessage extends Omit<SnapMessage, 'd'> {
  readonly from: readonly [epoch: string, seq: number];
}
/** Change of a channel from `s` − 1 to `s`; applies only to the state of the same epoch. */
export type DeltaMessage = Omit<SnapMessage, 't'> & { readonly t: 'delta' };

/** What live prices are read from. */
export interface SourceNotice {
  /** The venue that is read. */
  readonly venue: string;
  /** The one that is preferred. */
  readonly wanted: string;
  /**
   * `standIn`: another venue than the preferred one is read; `partial`: it sends prices and answers no requests;
   * `gone`: none answers, prices are the last known ones.
   */
  readonly state: 'live' | 'standIn' | 'partial' | 'gone';
  /** Whose money is traded: nobody's without an exchange. */
  readonly money: 'play' | 'real' | 'none';
}

/** First message on a socket. */
export interface HelloMessage {
  readonly t: 'hello';
  readonly conn: string;
  /** The server's clock, ms UTC. */
  readonly now: number;
  /** ms between beats. */
  readonly beat: number;
  readonly limits: typeof streamLimits;
  /** Why prices are not a live venue's. */
  readonly origin: 'simulated' | 'recorded' | 'live';
  /** Whether there are `sort` and `row:ID`. Older servers say nothing, and have `tick` alone. */
  readonly rows?: boolean;
  /** Of live prices alone; in each heartbeat. */
  readonly src?: SourceNotice;
  /** The version of the list of markets; a beat says it when it has changed. Older servers say none. */
  readonly list?: string;
}
/** The heads of the subscribed channels, so that a lost last message is found too. */
export interface BeatMessage {
  readonly t: 'beat';
  readonly ts: number;
  readonly heads: Readonly<Record<string, readonly [epoch: string, seq: number]>>;
  readonly src?: SourceNotice;
  readonly list?: string;
}
/** Result of a client message, with its `id` where it had one; `code` says why it was rejected. */
export interface AnswerMessage {
  readonly t: 'ok' | 'err';
  readonly id?: number;
  readonly code?: string;
  readonly msg?: string;
  /** Of a private subscription: whether it goes on where `from` left it. */
  readonly recovered?: boolean;
}
/** Reply to `ping`, for measuring latency and clock offset. */
export interface PongMessage {
  readonly t: 'pong';
  readonly id?: number;
  /** What the client sent. */
  readonly ts?: number;
  /** The server's clock, ms UTC. */
  readonly now: number;
}
/** The server will close this socket with 1012 after `in` ms: connect again. */
export interface DrainMessage {
  readonly t: 'drain';
  readonly in: number;
}
/** Messages from server to client, distinguished by `t`. */
export type ServerMessage =
  | SnapMessage
  | DeltaMessage
  | HelloMessage
  | BeatMessage
  | AnswerMessage
  | PongMessage
  | DrainMessage;

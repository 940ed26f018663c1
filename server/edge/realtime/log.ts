import type { BareMessage, SnapMessage } from '../../../domain/contract/index.ts';
import type { Channel } from './channel.ts';
import type { Pack } from './message.ts';
import { Message } from './message.ts';

/** A receiver of a channel's messages. */
export interface Reader {
  /** The caller that is charged for its subscriptions. */
  readonly who: () => string;
  /** A numbered message of the channel. */
  take(message: Message): void;
  /** The channel starts again: subscribe again. */
  restart(): void;
}

export interface Subscription {
  /** Resolves when the snapshot was sent; rejects when the channel could not be built. */
  readonly ready: Promise<void>;
  leave(): void;
}

/** How a channel is read. */
export interface ReadOptions {
  /** Fewer messages, from a log of their own. */
  readonly isSlow: boolean;
  /** The reader comes from the channel's other log: the snapshot waits for the next message, so that it is no older. */
  readonly isChange?: boolean;
  /** The reader's own reader of the other log, if it needs no snapshot once that one is complete. */
  readonly knowing?: Reader | undefined;
}

/** The published messages of a channel at one pace. */
export interface Log {
  readonly name: string;
  readonly isSlow: boolean;
  /** Another one for each log. */
  readonly number: number;
  /** ms between its messages. */
  readonly pace: number;
  readonly readers: Set<Reader>;
  /** Readers that come from the other log, with their reader there; the next message is their snapshot. */
  readonly coming: Map<Reader, Reader | undefined>;
  readonly opened: Promise<Channel>;
  channel: Channel | undefined;
  epoch: string;
  seq: number;
  /** When its last message was made; the device's clock, which keeps its pace when the market's runs faster. */
  publishedAt: number;
  /** The text of the newest delta; undefined if it had no readers. */
  last: string | undefined;
  /** The newest snapshot, shared by all that request it. */
  snap: Message | undefined;
  /** When that was made, the device's clock. */
  snapAt: number;
  stopLinger: (() => void) | undefined;
}

/** A log's key; no channel's name begins with the sign of slow ones. */
export const keyOf = (name: string, isSlow: boolean): string => (isSlow ? `~${name}` : name);

export const isRead = ({ readers, coming }: Log): boolean => readers.size > 0 || coming.size > 0;

/**
 * Whether nothing was sent for so long. A clock that was set back begins the count again: else the log would not be
 * idle for as long as the clock was set.
 * @param now the device's clock.
 */
export function isIdle(log: Pick<Log, 'publishedAt'>, idleMs: number, now: number): boolean {
  log.publishedAt = Math.min(log.publishedAt, now);
  return now - log.publishedAt >= idleMs;
}

/** Age of a snapshot, ms, from which it is made again, so that unchanged data does not appear stale. */
const SNAP_MS = 1_000;

/** @param at the market's clock, ms UTC. */
export const snapOf = (log: Log, at: number): SnapMessage => ({
  t: 'snap',
  ch: log.name,
  e: log.epoch,
  s: log.seq,
  ts: at,
  d: log.channel?.snapshot(),
});

/** A snapshot. @param at the market's clock, ms UTC. @param now the device's. */
export function snapMessageOf(log: Log, pack: Pack | undefined, at: number, now: number): Message {
  // Either way, as a clock may be set back.
  if (log.snap === undefined || Math.abs(now - log.snapAt) >= SNAP_MS) {
    const text = JSON.stringify(snapOf(log, at));
    log.snap = new Message(text, { log: log.number, seq: log.seq, isDelta: false, pack });
    log.snapAt = now;
  }
  return log.snap;
}

/** The next delta of a log. @param at the market's clock, ms UTC. */
export function deltaOf(log: Log, pack: Pack | undefined, at: number, d: unknown): Message {
  const text = JSON.stringify({ t: 'delta', ch: log.name, e: log.epoch, s: log.seq, ts: at, d });
  const before = log.last;
  log.last = text;
  return new Message(text, { log: log.number, seq: log.seq, isDelta: true, before, pack });
}

/**
 * For a reader of the other log up to its end, which has the same state.
 * @param at the market's clock, ms UTC.
 */
export function bareMessageOf({ name, number, epoch, seq }: Log, other: Log, at: number): Message {
  const message: BareMessage = {
    t: 'snap',
    ch: name,
    e: epoch,
    s: seq,
    ts: at,
    from: [other.epoch, other.seq],
  };
  return new Message(JSON.stringify(message), { log: number, seq, isDelta: false });
}

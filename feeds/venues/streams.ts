import type { BudgetLimit } from './budget.ts';

/** What a reader receives of one stream. */
export interface StreamListener {
  /** The venue sends it from here on; nothing that was received before goes on. Request a snapshot now, if one is needed. */
  begin(): void;
  /** One message, as the venue's frame held it. */
  take(message: unknown): void;
  /** What was received cannot be trusted any more; another `begin` follows by itself. */
  lost(): void;
  /** The venue does not send it; it is tried again on the next socket. */
  refused(): void;
}

export interface StreamSubscription {
  /** The stream as `StreamPlan.read` names it. */
  readonly stream: string;
  readonly listener: StreamListener;
  /** Longest usual silence, ms: after it, the stream is subscribed to again. Absent: it may be silent for ever. */
  readonly quietMs?: number;
  /** Whether a second such silence proves that the line is bad. */
  readonly isSteady?: boolean;
}

/** One frame, as far as a line has to understand it. Of commands either the id or the streams are given. */
export type StreamIncoming =
  | { readonly kind: 'data'; readonly stream: string; readonly message: unknown }
  | { readonly kind: 'answered' | 'refused'; readonly id?: number; readonly streams?: readonly string[] }
  /** The venue will close this socket soon. */
  | { readonly kind: 'maintenance' }
  /** A pong, or a kind of message that is not used. */
  | { readonly kind: 'other' };

/** How a venue's sockets are spoken with. All limits are those of one socket. */
export interface StreamPlan {
  /** Addresses with the same content, the preferred one first. */
  readonly hosts: readonly string[];
  /** Path of a new socket on which these streams are wanted. */
  readonly path: (streams: readonly string[]) => string;
  /** A command for at most `batch` streams. */
  readonly command: (op: 'subscribe' | 'unsubscribe', streams: readonly string[], id: number) => string;
  /** Reads what a socket said; undefined for what is to be counted and dropped. Never throws. */
  readonly read: (data: unknown) => StreamIncoming | undefined;
  /** A request that the venue answers, sent when it has been silent for two seconds. */
  readonly probe: (id: number) => string;
  /** Whether probes are no commands, so that they cost nothing of `commands`. */
  readonly areProbesFree?: boolean;
  /** The probe is sent after this time without a word of ours too; absent: silence of ours does no harm. */
  readonly speakEveryMs?: number;
  /** Streams on one socket. */
  readonly streams: number;
  /** Streams in one command. */
  readonly batch: number;
  /** How often commands and probes may be sent. */
  readonly commands: readonly BudgetLimit[];
  /** Age at which a socket is replaced before the venue closes it, ms; Infinity for never. */
  readonly lifetimeMs: number;
}

import type { Channel } from './channel.ts';

/** Who takes a channel's messages. */
export interface Reader {
  /** Who is charged for what it reads. */
  readonly who: () => string;
  /** A numbered message of the channel, as the text of its frame. */
  take(text: string): void;
  /** The channel begins anew: read it again. */
  restart(): void;
}

export interface Subscription {
  /** Resolves when the snapshot was told; rejects when the channel could not be built. */
  readonly ready: Promise<void>;
  leave(): void;
}

/** How a channel is read. */
export interface Wish {
  /** Fewer messages, from a log of their own. */
  readonly isSlow: boolean;
  /** The reader comes from the channel's other log: the snapshot waits for the next message, so that it is no older. */
  readonly isChange?: boolean;
}

/** What has been told of a channel at one pace. */
export interface Log {
  readonly name: string;
  readonly isSlow: boolean;
  /** ms between its messages. */
  readonly pace: number;
  readonly readers: Set<Reader>;
  /** Who comes from the other log, and is told a snapshot with the next message. */
  readonly coming: Set<Reader>;
  readonly opened: Promise<Channel>;
  channel: Channel | undefined;
  epoch: string;
  seq: number;
  /** When its last message was made; the device's clock, which keeps its pace when the market's runs faster. */
  toldAt: number;
  /** The frame of the newest snapshot, shared by all who ask for it. */
  snapText: string | undefined;
  stopLinger: (() => void) | undefined;
}

/** The name under which a log stands; no channel's name begins so. */
export const keyOf = (name: string, isSlow: boolean): string => (isSlow ? `~${name}` : name);

export const isRead = ({ readers, coming }: Log): boolean => readers.size > 0 || coming.size > 0;

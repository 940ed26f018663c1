import type { StreamSubscription } from './streams.ts';
import type { VenueEvent } from './types.ts';

/** Where a reader puts what it read. */
export interface ReaderOutlet {
  publish(event: VenueEvent): void;
  /** Rows that were malformed and left out. */
  dropped(count?: number): void;
  /** A book or a log had to begin again. */
  resynced(): void;
  /** Asks the venue for a stream of this reader from its beginning on. */
  renew(stream: string): void;
  /** The reader needs one stream more, which its `streams` name from here on. */
  add(stream: ReaderStream): void;
}

/** A stream that a reader needs, and the kind of socket that sends it. */
export type ReaderStream = Omit<StreamSubscription, 'listener'> & { readonly pool: string };

/** Turns the streams of one channel into events. */
export interface ChannelReader {
  /** What it needs now. */
  readonly streams: readonly ReaderStream[];
  /** The venue sends this stream from here on: nothing of before goes on. */
  begin(stream: string): void;
  take(stream: string, message: unknown): void;
  lost(stream: string): void;
  /** Whether what was emitted last is the venue's present state, as far as it has said. */
  isValid(): boolean;
  /** Of a list that comes by several streams: the one that a market's row comes by. */
  streamOf?(id: string): string | undefined;
  close(): void;
}

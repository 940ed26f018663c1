import type { Dec, Market } from '../../../domain/index.ts';

/** A recorded minute: start (ms UTC), open, high, low, close, volume in base units. */
export type RecordedMinute = readonly [at: number, open: Dec, high: Dec, low: Dec, close: Dec, volume: Dec];

/** A venue's raw frames of one market. */
export interface FrameRecording {
  readonly market: Market;
  /** The venue's own symbol, as it stands in the frames. */
  readonly symbol: string;
  /** Lines "receive time in ns, space, JSON frame", in order; from the beginning at each call. */
  lines(): AsyncIterable<string>;
}
/** One-minute bars of one market; some minutes may be missing. */
export interface MinuteRecording {
  readonly market: Market;
  readonly minutes: readonly RecordedMinute[];
}
/** What a page's flight recorder has saved: prices, books and trades of many markets. */
export interface FlightRecording {
  readonly markets: readonly Market[];
  /** Lines as those of frames; from the beginning at each call. */
  lines(): AsyncIterable<string>;
}
export interface Recordings {
  readonly frames: readonly FrameRecording[];
  readonly minutes: readonly MinuteRecording[];
  readonly flights: readonly FlightRecording[];
}

import type { Direction, PositionSide, Refusal } from '../../domain/index.ts';
import type { Freshness } from './market.ts';

/** What stands open in a perpetual market, what was liquidated lately, and its settled funding rates. */
export interface OpenInterestView {
  readonly kind: 'openInterest';
  readonly market: string;
}
/** Longs against shorts. */
export interface RatioTexts {
  readonly long: string;
  readonly short: string;
  /** Longs per short; a dash without shorts. */
  readonly ratio: string;
}
export interface LiquidatedLine {
  /** Its place in the list, the oldest last: rows of one moment differ by it. */
  readonly key: string;
  readonly time: string;
  readonly side: PositionSide;
  readonly price: string;
  readonly value: string;
}
export interface InterestTexts {
  /** Base units, and their value at the mark price, quote. */
  readonly quantity: string;
  readonly value: string;
  readonly accounts: RatioTexts;
  readonly positions: RatioTexts;
  /** Values of 24 hours, quote. */
  readonly liquidated: Readonly<Record<PositionSide, string>>;
  /** The newest first. */
  readonly liquidations: readonly LiquidatedLine[];
  /** How long ago it was counted. */
  readonly freshness: Freshness;
}
export interface SettledRateLine {
  readonly at: number;
  readonly time: string;
  readonly rate: string;
  readonly direction: Direction;
  readonly mark: string;
}
export interface OpenInterestFrame {
  readonly kind: 'openInterest';
  /** Null where positions are not known here: prices are those of a live venue. */
  readonly interest?: InterestTexts | null;
  /** The newest first. */
  readonly rates?: readonly SettledRateLine[];
  readonly failed?: Refusal;
}

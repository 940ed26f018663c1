import type { Direction, Refusal, WorthRange } from '../../domain/index.ts';

/** What the accounts are worth, today and over time. */
export interface WorthView {
  readonly kind: 'worth';
  readonly range: WorthRange;
}
export interface WorthFrame {
  readonly kind: 'worth';
  readonly range: WorthRange;
  /** Whether the exchange has answered for this range. */
  readonly isKnown: boolean;
  /** P/L of the day in USDT with its sign, without what was moved in or out, and as a share. Dashes when not known. */
  readonly profit: string;
  readonly percent: string;
  readonly direction: Direction;
  /** From when it counts, when that is not 00:00 UTC; else empty. */
  readonly since: string;
  /** The line, when it has changed since the last frame. */
  readonly line?: WorthLine;
  readonly failed?: Refusal;
}
export interface WorthLine {
  /** Moments in seconds UTC and worths for pixels alone, ascending; fewer than two are no line. */
  readonly points: readonly (readonly [time: number, worth: number])[];
  /** Words for the first, the lowest, the highest and the newest worth; empty without a line. */
  readonly words: {
    readonly first: string;
    readonly low: string;
    readonly high: string;
    readonly last: string;
  };
}

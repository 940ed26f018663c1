/** Bars that begin within it, both ends included, seconds UTC; `to` null: up to the newest, whichever that is. */
export interface TimeRange {
  readonly from: number;
  readonly to: number | null;
}
/** Volume by price. */
export interface ProfileFrame {
  /** Bounds of the rows, ascending: one more than rows. */
  readonly prices: Float64Array;
  /** Of rising and of falling bars, by row, per mille of the row with the most. */
  readonly up: Float64Array;
  readonly down: Float64Array;
  /** The middle of the row with the most volume. */
  readonly control: number;
  /** First and last row of the value area. */
  readonly value: readonly [from: number, to: number];
  readonly controlText: string;
  /** Bounds of the value area. */
  readonly valueTexts: readonly [low: string, high: string];
}

/** A minute's bar in ticks and lots; `fills` is 0 for a minute without a trade. */
export interface MinuteBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
  readonly fills: number;
}

/**
 * One channel's state as its readers know it. `flush` moves the readers' state forward and yields the difference;
 * `snapshot` is the state after the last flush, so that a snapshot and the deltas after it always agree.
 */
export interface Channel {
  /** Data of a snapshot. */
  snapshot(): unknown;
  /** Data of the next delta, or undefined when nothing changed. */
  flush(): unknown;
  /** Whether changes wait for the next flush: the published state is then not the present one. */
  hasNews?(): boolean;
  close(): void;
}

/**
 * One channel's state as its readers know it. `flush` moves the readers' state forward and yields the difference;
 * `snapshot` is the state after the last flush, so that a snapshot and the deltas after it always agree.
 */
export interface Channel {
  /** Data of a snapshot. */
  snapshot(): unknown;
  /** Data of the next delta, or undefined when nothing changed. */
  flush(): unknown;
  /** Whether something waits for the next flush: what was told last is not how things stand then. */
  hasNews?(): boolean;
  close(): void;
}

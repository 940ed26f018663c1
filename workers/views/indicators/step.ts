/** A bar as the indicators take it. */
export interface PlainBar {
  /** ms UTC. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Takes the next bar, or the newest one again; answers with a figure for each line, NaN where there is none yet. */
export type Step = (bar: PlainBar, isAgain: boolean) => readonly number[];

/** Where there is no figure. */
export const NONE = Number.NaN;

/** Figures that follow from the bar and what stood before it, which is kept for when the bar comes again. */
export function folded<S>(
  first: S,
  next: (before: S, bar: PlainBar) => S,
  read: (state: S) => readonly number[],
): Step {
  let before = first;
  let now = first;
  return (bar, isAgain) => {
    if (!isAgain) before = now;
    now = next(before, bar);
    return read(now);
  };
}

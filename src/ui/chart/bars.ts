import type { Bars } from '../../../workers/api.ts';

/** Bars as the chart draws them: one object each, ascending, no two at one time. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Of each line of the indicators; NaN where it does not exist yet. */
  readonly plots: readonly number[];
}

/** Columns to bars; what is out of order or no number is left out, as a chart would refuse all for the sake of one. */
export function barsOf(columns: Bars): Bar[] {
  const bars: Bar[] = [];
  for (let i = 0; i < columns.time.length; i++) {
    const bar = barAt(columns, i);
    const last = bars.at(-1);
    if (!Number.isFinite(bar.time + bar.open + bar.high + bar.low + bar.close)) continue;
    if (last && bar.time === last.time) bars[bars.length - 1] = bar;
    else if (!last || bar.time > last.time) bars.push(bar);
  }
  return bars;
}

function barAt(columns: Bars, i: number): Bar {
  const at = (column: Float64Array): number => column[i] ?? Number.NaN;
  return {
    time: at(columns.time),
    open: at(columns.open),
    high: at(columns.high),
    low: at(columns.low),
    close: at(columns.close),
    volume: at(columns.volume),
    plots: columns.plots.map(at),
  };
}

/** Older bars before the known ones; where both have a bar, the figures of the newer frame count. */
export function prependBars(known: readonly Bar[], older: readonly Bar[]): Bar[] {
  const newest = older.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
  return [...older, ...known.filter(({ time }) => time > newest)];
}

/**
 * The known bars with a tail put in place or appended, and those bars of the tail that differ from what was known.
 * Known bars between or after the tail's stay.
 */
export function appendTail(
  known: readonly Bar[],
  tail: readonly Bar[],
): { bars: Bar[]; changed: readonly Bar[] } {
  const first = tail[0]?.time ?? Number.POSITIVE_INFINITY;
  const kept = known.findLastIndex(({ time }) => time < first) + 1;
  const end = new Map(known.slice(kept).map((bar) => [bar.time, bar]));
  const changed = tail.filter((bar) => !isSame(bar, end.get(bar.time)));
  for (const bar of tail) end.set(bar.time, bar);
  const sorted = [...end.values()].sort((a, b) => a.time - b.time);
  return { bars: [...known.slice(0, kept), ...sorted], changed };
}

function isSame(a: Bar, b: Bar | undefined): boolean {
  return (
    b !== undefined &&
    a.open === b.open &&
    a.high === b.high &&
    a.low === b.low &&
    a.close === b.close &&
    a.volume === b.volume &&
    a.plots.every((value, i) => Object.is(value, b.plots[i]))
  );
}

import type { Candle, Interval } from '../../domain/index.ts';
import { aggregateCandles, barAfter, barStart, intervalMs } from '../../domain/index.ts';
import type { VenueCandlePage, VenueCandleQuery } from './types.ts';

export interface BarSource {
  /** An interval that the venue has and that divides the one that is wanted. */
  readonly interval: Interval;
  /** Most bars of one answer. */
  readonly most: number;
  /** The newest `limit` bars that start before a moment, ascending. */
  ask(before: number, limit: number): Promise<readonly Candle[]>;
}

/** Bars of a further answer at least: none of fewer might be readable, though there are older ones. */
const LEAST_MORE = 10;

/** A page of bars: as many answers as it takes, finer bars joined where the venue lacks the interval. */
export async function pageOfBars(
  { interval, before, limit }: VenueCandleQuery,
  source: BarSource,
  now: number,
): Promise<VenueCandlePage> {
  const newest = barStart(before === undefined ? now : before - 1, interval);
  const end = barAfter(newest, interval);
  const first = barAfter(newest, interval, 1 - limit);
  const fine: Candle[] = [];
  let until = end;
  let isBeginning = false;
  while (until > first && !isBeginning) {
    const missing = Math.ceil((until - first) / intervalMs(source.interval));
    const wanted = Math.min(source.most, fine.length > 0 ? Math.max(LEAST_MORE, missing) : missing);
    const answer = (await source.ask(until, wanted)).filter(({ at }) => at < until);
    const oldest = answer[0];
    // An answer that is short is no beginning: a bar that cannot be read is left out, and one without trades may lack.
    isBeginning = oldest === undefined;
    fine.unshift(...answer);
    until = Math.min(until, oldest?.at ?? until);
  }
  const all = aggregateCandles(fine, interval);
  const within = all.filter(({ at }) => at >= first);
  // Before a halt that is longer than a page there are older bars, the oldest of which may lack a part.
  const isHalted = within.length === 0 && before !== undefined;
  const bars = isHalted ? all.slice(source.interval === interval ? 0 : 1) : within;
  return { candles: bars.slice(-limit), more: bars.length > 0 && !isBeginning };
}

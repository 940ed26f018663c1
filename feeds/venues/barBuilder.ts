import type { Candle, Interval } from '../../domain/index.ts';
import { aggregateCandles, barStart } from '../../domain/index.ts';

/**
 * The running bar of an interval that is made of finer ones.
 * @param parts finer bars that are known so far, ascending.
 */
export function createBarBuilder(interval: Interval, parts: readonly Candle[]) {
  let known = new Map(parts.map((bar) => [bar.at, bar]));
  return {
    /** Finer bars as they are by question. */
    renew(bars: readonly Candle[]): void {
      for (const bar of bars) known.set(bar.at, bar);
    },
    /** The bar that a finer one, the newest, is part of. */
    take(bar: Candle): Candle {
      const start = barStart(bar.at, interval);
      known.set(bar.at, bar);
      known = new Map([...known].filter(([at]) => at >= start).sort(([a], [b]) => a - b));
      return aggregateCandles([...known.values()], interval).at(-1) ?? bar;
    },
  };
}

import type { Candle } from '../../domain/index.ts';
import { toChartNumber } from '../../domain/index.ts';
import type { Bars } from '../protocol.ts';

/** Bars [from, to) as columns. @param plots those of the indicators' lines. */
export function barsFrom(
  candles: readonly Candle[],
  from: number,
  to: number,
  plots: readonly Float64Array[],
): Bars {
  const part = candles.slice(from, to);
  const column = (read: (candle: Candle) => number) => Float64Array.from(part, read);
  return {
    time: column(({ at }) => at / 1_000),
    open: column(({ open }) => toChartNumber(open)),
    high: column(({ high }) => toChartNumber(high)),
    low: column(({ low }) => toChartNumber(low)),
    close: column(({ close }) => toChartNumber(close)),
    volume: column(({ volume }) => toChartNumber(volume)),
    plots,
  };
}

/** The buffers of bars, to hand over instead of copying. */
export function buffersOf(bars: Bars): ArrayBuffer[] {
  const columns = [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume, ...bars.plots];
  return columns.map(({ buffer }) => buffer as ArrayBuffer);
}

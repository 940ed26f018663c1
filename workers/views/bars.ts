import { SMA } from 'trading-signals';
import type { Candle } from '../../domain/index.ts';
import { toChartNumber } from '../../domain/index.ts';
import type { Bars } from '../protocol.ts';
import { movingAverages } from '../protocol.ts';

/** Bars from `from` on as columns, with the moving averages of the close at each of them. */
export function barsFrom(candles: readonly Candle[], from: number, to = candles.length): Bars {
  const part = candles.slice(from, to);
  const column = (read: (candle: Candle) => number) => Float64Array.from(part, read);
  return {
    time: column(({ at }) => at / 1_000),
    open: column(({ open }) => toChartNumber(open)),
    high: column(({ high }) => toChartNumber(high)),
    low: column(({ low }) => toChartNumber(low)),
    close: column(({ close }) => toChartNumber(close)),
    volume: column(({ volume }) => toChartNumber(volume)),
    averages: movingAverages.map((length) => averageColumn(candles, from, to, length)),
  };
}

/** NaN where fewer than `length` bars lie behind. */
function averageColumn(candles: readonly Candle[], from: number, to: number, length: number): Float64Array {
  const average = new SMA(length);
  const values = new Float64Array(Math.max(0, to - from)).fill(Number.NaN);
  for (let i = Math.max(0, from - length + 1); i < to; i++) {
    const candle = candles[i];
    const value = candle ? average.add(toChartNumber(candle.close)) : null;
    if (i >= from && value !== null) values[i - from] = value;
  }
  return values;
}

/** The buffers of bars, to hand over instead of copying. */
export function buffersOf(bars: Bars): ArrayBuffer[] {
  const columns = [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume, ...bars.averages];
  return columns.map(({ buffer }) => buffer as ArrayBuffer);
}

import type { Candle, Indicator, Interval } from '../../../domain/index.ts';

/**
 * Every indicator a second time, bar by bar from the beginning and by its textbook formula, without anything that the
 * product reckons with.
 */
type Line = (candles: readonly Candle[]) => number;

const number = (text: string): number => Number(text);
const closes = (candles: readonly Candle[]) => candles.map(({ close }) => number(close));
const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
const mean = (all: readonly number[]) => sum(all) / all.length;
const last = <T>(all: readonly T[], length: number) => all.slice(-length);

const sma =
  (length: number, read = closes): Line =>
  (candles) =>
    candles.length < length ? Number.NaN : mean(last(read(candles), length));

const emaOf = (figures: readonly number[], length: number) =>
  figures.reduce((before, each, i) => (i === 0 ? each : before + (2 / (length + 1)) * (each - before)), 0);
const ema =
  (length: number): Line =>
  (candles) =>
    candles.length < length ? Number.NaN : emaOf(closes(candles), length);

/** Wilder's average: the plain one of the first figures, and then a part of the way to each next. */
const wilder = (figures: readonly number[], length: number): number =>
  figures.length < length
    ? Number.NaN
    : figures
        .slice(length)
        .reduce((before, each) => (before * (length - 1) + each) / length, mean(figures.slice(0, length)));

const band =
  (length: number, by: number): Line =>
  (candles) => {
    const own = last(closes(candles), length);
    if (own.length < length) return Number.NaN;
    return mean(own) + by * Math.sqrt(mean(own.map((each) => (each - mean(own)) ** 2)));
  };

const dif = (candles: readonly Candle[], fast: number, slow: number) =>
  emaOf(closes(candles), fast) - emaOf(closes(candles), slow);
const dea = (candles: readonly Candle[], [fast = 0, slow = 0, signal = 0]: readonly number[]) => {
  const figures = candles.map((_, i) => dif(candles.slice(0, i + 1), fast, slow)).slice(slow - 1);
  return emaOf(figures, signal);
};
const macd =
  (params: readonly number[], read: (dif: number, dea: number) => number): Line =>
  (candles) => {
    const [fast = 0, slow = 0] = params;
    return candles.length < slow ? Number.NaN : read(dif(candles, fast, slow), dea(candles, params));
  };

const rsi =
  (length: number): Line =>
  (candles) => {
    const moves = closes(candles)
      .slice(1)
      .map((each, i) => each - number(candles[i]?.close ?? ''));
    const up = wilder(
      moves.map((move) => Math.max(move, 0)),
      length,
    );
    const down = wilder(
      moves.map((move) => Math.max(-move, 0)),
      length,
    );
    return down === 0 ? 100 : 100 - 100 / (1 + up / down);
  };

const atr =
  (length: number): Line =>
  (candles) => {
    const ranges = candles.map(({ high, low }, i) => {
      const before = number(candles[i - 1]?.close ?? high);
      return Math.max(number(high), before) - Math.min(number(low), i === 0 ? number(low) : before);
    });
    return wilder(ranges, length);
  };

const obv: Line = (candles) =>
  candles.length < 2
    ? Number.NaN
    : sum(
        candles
          .slice(1)
          .map(
            ({ close, volume }, i) =>
              Math.sign(number(close) - number(candles[i]?.close ?? '')) * number(volume),
          ),
      );

const rawK = (candles: readonly Candle[], length: number) => {
  const own = last(candles, length);
  const low = Math.min(...own.map((each) => number(each.low)));
  const high = Math.max(...own.map((each) => number(each.high)));
  return high === low ? 0 : (100 * (number(own.at(-1)?.close ?? '') - low)) / (high - low);
};
const kdj =
  ([length = 0, k = 0, d = 0]: readonly number[], read: (k: number, d: number) => number): Line =>
  (candles) => {
    const raws = candles.map((_, i) => rawK(candles.slice(0, i + 1), length)).slice(length - 1);
    const ks = raws.map((_, i) => wilder(raws.slice(0, i + 1), k)).slice(k - 1);
    return read(ks.at(-1) ?? Number.NaN, wilder(ks, d));
  };

/** Of bars that begin in one UTC day, once a bar at midnight, or a day before, was seen. */
const vwap: Line = (candles) => {
  const day = (at: number) => Math.floor(at / 86_400_000);
  const today = day(candles.at(-1)?.at ?? 0);
  const own = candles.filter(({ at }) => day(at) === today);
  const isWhole = own.length < candles.length || own[0]?.at === today * 86_400_000;
  const volume = sum(own.map((each) => number(each.volume)));
  const worth = own.map(
    (each) => ((number(each.high) + number(each.low) + number(each.close)) / 3) * number(each.volume),
  );
  return isWhole && volume > 0 ? sum(worth) / volume : Number.NaN;
};

/** Wilder's rules as his tables go: the stop of tomorrow from that of today. */
const sar =
  ([step = 0, most = 0]: readonly number[]): Line =>
  (candles) => {
    const [first, second] = candles;
    if (!first || !second) return Number.NaN;
    const [high, low] = [(c: Candle) => number(c.high), (c: Candle) => number(c.low)];
    const fell = low(first) - low(second);
    let isLong = !(fell > 0 && fell > high(second) - high(first));
    let extreme = isLong ? high(second) : low(second);
    let stop = isLong ? low(first) : high(first);
    let factor = step;
    let shown = stop;
    let before = second;
    for (const today of candles.slice(1)) {
      const lows = Math.min(low(before), low(today));
      const highs = Math.max(high(before), high(today));
      if (isLong && low(today) <= stop) {
        isLong = false;
        shown = Math.max(extreme, highs);
        [extreme, factor] = [low(today), step];
      } else if (!isLong && high(today) >= stop) {
        isLong = true;
        shown = Math.min(extreme, lows);
        [extreme, factor] = [high(today), step];
      } else {
        shown = stop;
        const isFurther = isLong ? high(today) > extreme : low(today) < extreme;
        if (isFurther) extreme = isLong ? high(today) : low(today);
        if (isFurther) factor = Math.min(most, factor + step);
      }
      stop = shown + factor * (extreme - shown);
      stop = isLong ? Math.min(stop, lows) : Math.max(stop, highs);
      before = today;
    }
    return shown;
  };

const volumesOf = (candles: readonly Candle[]) => candles.map(({ volume }) => number(volume));

const lines: Readonly<Record<Indicator['kind'], (params: readonly number[]) => readonly Line[]>> = {
  ma: (params) => params.filter((length) => length > 0).map((length) => sma(length)),
  ema: (params) => params.filter((length) => length > 0).map(ema),
  boll: ([length = 0, by = 0]) => [band(length, by), band(length, 0), band(length, -by)],
  vwap: () => [vwap],
  sar: (params) => [sar(params)],
  vol: (params) => [
    (candles) => volumesOf(candles).at(-1) ?? Number.NaN,
    ...params.filter((length) => length > 0).map((length) => sma(length, volumesOf)),
  ],
  macd: (params) => [macd(params, (a, b) => a - b), macd(params, (a) => a), macd(params, (_, b) => b)],
  rsi: ([length = 0]) => [rsi(length)],
  kdj: (params) => [
    kdj(params, (k, d) => (Number.isNaN(d) ? d : k)),
    kdj(params, (_, d) => d),
    kdj(params, (k, d) => 3 * k - 2 * d),
  ],
  atr: ([length = 0]) => [atr(length)],
  obv: () => [obv],
};

/** Columns of figures, one for each line. @param _interval below four hours. */
export function reckonedAgain(
  { kind, params }: Indicator,
  candles: readonly Candle[],
  _interval: Interval,
): number[][] {
  return lines[kind](params).map((line) => candles.map((_, i) => line(candles.slice(0, i + 1))));
}

import { describe, expect, it } from 'vitest';
import type { Candle, Indicator, IndicatorKind, Interval } from '../../../domain/index.ts';
import { firstIndicator, indicatorKinds, MINUTE_MS, plainStyle } from '../../../domain/index.ts';
import { Plots } from '../../../workers/views/indicators/plots.ts';
import { referenceDays, wilderDays } from './reference.ts';
import { reckonedAgain } from './second.ts';

const of = (kind: IndicatorKind, ...params: number[]): Indicator => ({
  ...firstIndicator(kind),
  ...(params.length > 0 ? { params } : {}),
});

function columnsOf(indicator: Indicator, candles: readonly Candle[], interval: Interval = '1d'): number[][] {
  const plots = new Plots([indicator], interval);
  plots.follow(candles);
  return plots.columns(0, candles.length).map((column) => [...column]);
}

/** Expected figures by line and bar, with so many decimals, the last of them rounded or cut off. */
type Vector = readonly [line: number, bar: number, figure: number, decimals: number];

describe('published figures', () => {
  it.each<[string, Indicator, readonly Candle[], readonly Vector[]]>([
    // TA-Lib test_bbands.c, "With identical upper/lower multiplier", bar 19.
    [
      'Bollinger bands, whose middle is the plain average',
      of('boll', 20, 2),
      referenceDays,
      [
        [0, 19, 98.0734, 4],
        [1, 19, 92.891, 4],
        [2, 19, 87.7086, 4],
      ],
    ],
    // TA-Lib test_ma.c, "EMA TEST - Metastock": the first price begins the average, as here. Its second figure.
    [
      'the exponential average',
      of('ema', 2, 0, 0),
      referenceDays,
      [
        [0, 2, 94.15, 2],
        [0, 3, 94.78, 2],
      ],
    ],
    // TA-Lib test_po.c, "APO TEST - EXPONENTIAL - METASTOCK": the difference of the averages of 12 and 26.
    [
      'the difference of averages',
      of('macd', 12, 26, 9),
      referenceDays,
      [
        [1, 25, -2.4193, 4],
        [1, 26, -2.4367, 4],
      ],
    ],
    // TA-Lib test_rsi.c, classic, 14.
    [
      'relative strength',
      of('rsi', 14),
      referenceDays,
      [
        [0, 14, 49.14, 2],
        [0, 15, 52.32, 2],
        [0, 16, 46.07, 2],
      ],
    ],
    // TA-Lib test_kdj.c, the arm of Tulip Indicators, 9, 3, 3.
    [
      'the stochastic',
      of('kdj', 9, 3, 3),
      referenceDays,
      [
        [0, 12, 69.314524995033992, 9],
        [1, 12, 59.903455280756042, 9],
        [2, 12, 88.136664423589892, 9],
        [0, 13, 49.478261806741756, 9],
        [2, 13, 35.578003841389375, 9],
        [0, 44, 71.388731802979933, 9],
        [2, 44, 102.7210280499592, 9],
      ],
    ],
    // TA-Lib test_sar.c with Wilder's data; its index 0 is bar 1.
    [
      'the parabolic',
      of('sar', 0.02, 0.2),
      wilderDays,
      [
        [0, 1, 50, 3],
        [0, 2, 50.047, 3],
        [0, 5, 50.182, 3],
        [0, 36, 52.93, 2],
        [0, 37, 50, 2],
      ],
    ],
  ])('of %s', (_, indicator, candles, vectors) => {
    const columns = columnsOf(indicator, candles);
    for (const [line, bar, figure, decimals] of vectors)
      expect(
        Math.abs((columns[line]?.[bar] ?? Number.NaN) - figure),
        `line ${line}, bar ${bar}: ${columns[line]?.[bar]}`,
      ).toBeLessThanOrEqual(10 ** -decimals);
  });

  it('of the average true range, and TA-Lib’s, which begins a day later, once its beginning has lost its weight', () => {
    // test_trange.xls, index 14 and 15. With the first day's range of 2.5 the first average has another beginning.
    const [column = []] = columnsOf(of('atr', 14), referenceDays);
    const ranges = [2.5, 3.535, 2.125, 2.69, 3.185, 1.22, 3, 3.97, 3.31, 2.435, 3.78, 3.5, 3.095, 9.685];
    const first = ranges.reduce((total, range) => total + range, 0) / 14;
    expect(column[13]).toBeCloseTo(first, 9);
    expect(column[14]).toBeCloseTo((first * 13 + 4.565) / 14, 9);
    // Index 70.
    expect(column[70]).toBeCloseTo(2.67812783165523, 2);
  });

  it('of volume on balance: Investopedia’s ten days', () => {
    const closes = ['10', '10.15', '10.17', '10.13', '10.11', '10.15', '10.20', '10.20', '10.22', '10.21'];
    const volumes = [25_200, 30_000, 25_600, 32_000, 23_000, 40_000, 36_000, 20_500, 23_000, 27_500];
    const candles = closes.map((close, i) => ({
      at: i * 86_400_000,
      open: close,
      high: close,
      low: close,
      close,
      volume: `${volumes[i]}`,
    }));
    expect(columnsOf(of('obv'), candles)[0]?.slice(1)).toEqual([
      30_000, 55_600, 23_600, 600, 40_600, 76_600, 76_600, 99_600, 72_100,
    ]);
  });
});
/** Runs of random bars; more on a long day. */
const RUNS = Number(process.env['INDICATOR_RUNS'] ?? 3);
const SEED = Number(process.env['INDICATOR_SEED'] ?? 5);

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Minutes over a midnight; some trade nothing, and some move the price by nothing. */
function randomBars(random: () => number, count: number): Candle[] {
  let price = 0.5 + random() * 100;
  return Array.from({ length: count }, (_, i) => {
    const open = price;
    if (random() > 0.2) price = Math.max(0.01, price * (0.98 + random() * 0.04));
    const [high, low] = [
      Math.max(open, price) * (1 + random() / 100),
      Math.min(open, price) * (1 - random() / 100),
    ];
    return {
      at: (1_440 - 30 + i) * MINUTE_MS,
      open: open.toFixed(6),
      high: high.toFixed(6),
      low: low.toFixed(6),
      close: price.toFixed(6),
      volume: random() < 0.15 ? '0' : (random() * 50).toFixed(3),
    };
  });
}

const close = (figure: number, again: number): boolean =>
  Object.is(figure, again) || Math.abs(figure - again) <= 1e-9 * Math.max(1, Math.abs(again));

function expectSame(
  own: readonly (readonly number[])[],
  other: readonly (readonly number[])[],
  what: string,
) {
  expect(own.length, what).toBe(other.length);
  own.forEach((column, line) => {
    const wrong = column.findIndex((figure, bar) => !close(figure, other[line]?.[bar] ?? Number.NaN));
    expect(wrong, `${what}, line ${line}: ${column[wrong]} and ${other[line]?.[wrong]}`).toBe(-1);
  });
}

describe.each(indicatorKinds)('%s of random bars', (kind) => {
  const indicator = firstIndicator(kind);
  it('is what its formula gives, reckoned from the beginning at each bar', () => {
    const candles = randomBars(dice(SEED), 130);
    expectSame(columnsOf(indicator, candles, '1m'), reckonedAgain(indicator, candles, '1m'), kind);
  });
  it('is the same by ticks of the newest bar as reckoned at once', () => {
    const random = dice(SEED + 1);
    for (let run = 0; run < RUNS; run++) {
      const candles = randomBars(random, 120);
      const plots = new Plots([indicator], '1m');
      const seen: Candle[] = [];
      for (const candle of candles) {
        const { open, at } = candle;
        const flat = { at, open, high: open, low: open, close: open, volume: '0' };
        // A new bar opens flat, moves some times, and is what it is when the next one comes; some frames show two bars.
        seen.push(flat);
        if (random() < 0.7) plots.follow(seen);
        for (let tick = 0; tick < 2; tick++) {
          seen[seen.length - 1] = { ...candle, close: candle.high, volume: `${random()}` };
          if (random() < 0.7) plots.follow(seen);
        }
        seen[seen.length - 1] = candle;
      }
      plots.follow(seen);
      const own = plots.columns(0, candles.length).map((column) => [...column]);
      expectSame(own, columnsOf(indicator, candles, '1m'), `${kind}, run ${run}`);
    }
  });
  it('is reckoned anew when older bars come, and when the bar before the last is corrected', () => {
    const candles = randomBars(dice(SEED + 2), 130);
    const plots = new Plots([indicator], '1m');
    plots.follow(candles.slice(40));
    plots.follow(candles);
    const corrected = candles.map((candle, i) =>
      i === 128 ? { ...candle, close: candle.low, volume: '7' } : candle,
    );
    plots.follow(corrected);
    expectSame(
      plots.columns(0, 130).map((column) => [...column]),
      columnsOf(indicator, corrected, '1m'),
      kind,
    );
  });
});

describe('the words of a figure', () => {
  const candle = (price: number, step: number) => (_: unknown, i: number) => ({
    at: i * MINUTE_MS,
    open: `${price}`,
    high: `${price + step * (i % 3)}`,
    low: `${price}`,
    close: `${price}`,
    volume: '0.001',
  });
  const textsOf = (kind: IndicatorKind, price: number, step: number, tick: string) => {
    const plots = new Plots([firstIndicator(kind)], '1m');
    const candles = Array.from({ length: 30 }, candle(price, step));
    plots.follow(candles);
    return plots.texts(candles.length - 1, `${price}`, { tick, quote: 'USDT' }, plainStyle);
  };
  it('are no nought where differences are finer than the tick of a tiny price', () => {
    expect(textsOf('atr', 3.3e-9, 1e-11, '0.0000000001')).toEqual(['0.0₁₀103']);
    expect(textsOf('atr', 60_000, 10, '0.01')).toEqual(['10.35']);
  });
  it('have no sign where a quantity is rounded to nought', () => {
    const obvOf = (volume: string) => {
      const plots = new Plots([firstIndicator('obv')], '1m');
      const one = { at: 0, open: '2', high: '2', low: '1', close: '2', volume };
      plots.follow([one, { ...one, at: MINUTE_MS, close: '1' }]);
      return plots.texts(1, '1', { tick: '0.01', quote: 'USDT' }, plainStyle);
    };
    expect(obvOf('0.004')).toEqual(['0.00']);
    expect(obvOf('0.014')).toEqual(['-0.01']);
  });
});

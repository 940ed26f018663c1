import { ATR, BollingerBands, EMA, MACD, OBV, RSI, SMA, WSMA } from 'trading-signals';
import type { Indicator, IndicatorKind, Interval } from '../../../domain/index.ts';
import { vwapAnchor } from '../../../domain/index.ts';
import { parabolic } from './parabolic.ts';
import type { PlainBar, Step } from './step.ts';
import { folded, NONE } from './step.ts';

interface Averaging {
  readonly isStable: boolean;
  update(value: number, isAgain: boolean): number | null;
}

const settled = (average: Averaging, value: number, isAgain: boolean): number => {
  const figure = average.update(value, isAgain);
  return average.isStable ? (figure ?? NONE) : NONE;
};

/** Averages of one figure over several lengths; 0 is none. */
function averaged(
  lengths: readonly number[],
  make: (length: number) => Averaging,
  read: (bar: PlainBar) => number,
): Step {
  const averages = lengths.filter((length) => length > 0).map(make);
  return (bar, isAgain) => averages.map((average) => settled(average, read(bar), isAgain));
}

function bollinger([length = 20, deviation = 2]: readonly number[]): Step {
  const bands = new BollingerBands(length, deviation);
  return ({ close }, isAgain) => {
    const figure = bands.update(close, isAgain);
    return figure ? [figure.upper, figure.middle, figure.lower] : [NONE, NONE, NONE];
  };
}

function convergence([fast = 12, slow = 26, signal = 9]: readonly number[]): Step {
  const macd = new MACD(new EMA(fast), new EMA(slow), new EMA(signal));
  return ({ close }, isAgain) => {
    const figure = macd.update(close, isAgain);
    return figure ? [figure.histogram, figure.macd, figure.signal] : [NONE, NONE, NONE];
  };
}

/** The average price since the anchor, by volume: unknown until a bar begins at one. The library's has no anchor. */
function volumeWeighted(interval: Interval): Step {
  interface Sum {
    readonly anchor: number;
    readonly isWhole: boolean;
    readonly worth: number;
    readonly volume: number;
  }
  return folded<Sum>(
    { anchor: NONE, isWhole: false, worth: 0, volume: 0 },
    (before, { at, high, low, close, volume }) => {
      const anchor = vwapAnchor(at, interval);
      const worth = ((high + low + close) / 3) * volume;
      if (anchor === before.anchor)
        return { ...before, worth: before.worth + worth, volume: before.volume + volume };
      return { anchor, isWhole: at === anchor || !Number.isNaN(before.anchor), worth, volume };
    },
    ({ isWhole, worth, volume }) => [isWhole && volume > 0 ? worth / volume : NONE],
  );
}

/** K and D follow slowly, as exchanges draw them; the library's stochastic takes plain averages. */
function stochastic([length = 9, k = 3, d = 3]: readonly number[]): Step {
  const bars: PlainBar[] = [];
  const [slowK, slowD] = [new WSMA(k), new WSMA(d)];
  return (bar, isAgain) => {
    if (isAgain) bars.pop();
    bars.push(bar);
    if (bars.length > length) bars.shift();
    if (bars.length < length) return [NONE, NONE, NONE];
    const low = Math.min(...bars.map((each) => each.low));
    const span = Math.max(...bars.map((each) => each.high)) - low;
    const K = settled(slowK, span > 0 ? ((bar.close - low) / span) * 100 : 0, isAgain);
    const D = Number.isNaN(K) ? NONE : settled(slowD, K, isAgain);
    return Number.isNaN(D) ? [NONE, NONE, NONE] : [K, D, 3 * K - 2 * D];
  };
}

function ofCandles(indicator: { update(bar: PlainBar, isAgain: boolean): number | null }): Step {
  return (bar, isAgain) => [indicator.update(bar, isAgain) ?? NONE];
}

function volumes(lengths: readonly number[]): Step {
  const averages = averaged(
    lengths,
    (length) => new SMA(length),
    ({ volume }) => volume,
  );
  return (bar, isAgain) => [bar.volume, ...averages(bar, isAgain)];
}

const close = (bar: PlainBar): number => bar.close;

const steps: Readonly<Record<IndicatorKind, (params: readonly number[], interval: Interval) => Step>> = {
  ma: (params) => averaged(params, (length) => new SMA(length), close),
  ema: (params) => averaged(params, (length) => new EMA(length), close),
  boll: bollinger,
  vwap: (_, interval) => volumeWeighted(interval),
  sar: ([step = 0.02, most = 0.2]) => parabolic(step, most),
  vol: volumes,
  macd: convergence,
  rsi: ([length = 14]) => averaged([length], (each) => new RSI(each), close),
  kdj: stochastic,
  atr: ([length = 14]) => ofCandles(new ATR(length)),
  // Compares two bars.
  obv: () => ofCandles(new OBV(2)),
};

/** How an indicator goes from bar to bar; its figures are in the order of `plotsOf`. */
export const stepOf = ({ kind, params }: Indicator, interval: Interval): Step =>
  steps[kind](params, interval);

import type {
  Candle,
  Dec,
  Indicator,
  Interval,
  NumberStyle,
  PlotUnit,
  PriceScale,
} from '../../../domain/index.ts';
import {
  barsNeeded,
  D,
  fixedPriceText,
  indicatorRules,
  plotsOf,
  toChartNumber,
  tradeDecimals,
  volumeText,
} from '../../../domain/index.ts';
import type { PlainBar, Step } from './step.ts';
import { stepOf } from './steps.ts';

const LEVEL_DECIMALS = 2;
/** Digits from the first one of the price on that its differences have at least: their steps are finer than the tick. */
const DIFFERENCE_DIGITS = 5;
const NO_FIGURE = '--';

interface Drawn {
  readonly step: Step;
  readonly unit: PlotUnit;
  /** A figure for each bar, by line. */
  readonly columns: readonly number[][];
}

const plainBar = ({ at, open, high, low, close, volume }: Candle): PlainBar => ({
  at,
  open: toChartNumber(open),
  high: toChartNumber(high),
  low: toChartNumber(low),
  close: toChartNumber(close),
  volume: toChartNumber(volume),
});

/** The figures of some indicators at each bar of a chart. A bar that changes or comes costs what it alone costs. */
export class Plots {
  readonly indicators: readonly Indicator[];
  readonly #interval: Interval;
  #drawn: readonly Drawn[] = [];
  #first: Candle | undefined;
  #beforeLast: Candle | undefined;
  #last: Candle | undefined;
  #length = 0;

  constructor(indicators: readonly Indicator[], interval: Interval) {
    this.indicators = indicators;
    this.#interval = interval;
  }

  /** Goes to where the bars are. Those but the last are the ones known, else all is reckoned again. */
  follow(candles: readonly Candle[]): void {
    const length = this.#length;
    const isSame =
      length > 0 &&
      candles[0] === this.#first &&
      (length < 2 || candles[length - 2] === this.#beforeLast) &&
      candles.length >= length;
    if (!isSame) this.#begin();
    const newest = candles[this.#length - 1];
    // A history of one bar is all one bar: it has no first that stays.
    if (newest && newest !== this.#last) this.#take(newest, true);
    for (let i = this.#length; i < candles.length; i++) {
      const candle = candles[i];
      if (candle) this.#take(candle, false);
    }
    this.#length = candles.length;
    this.#first = candles[0];
    this.#beforeLast = candles.at(-2);
    this.#last = candles.at(-1);
  }

  /** How many bars back from the running one they reach at least before they say anything. @param now ms UTC. */
  barsNeeded(now: number): number {
    return barsNeeded(this.indicators, this.#interval, now);
  }

  /** Figures of the bars [from, to), a column for each line of each indicator. */
  columns(from: number, to: number): Float64Array[] {
    return this.#drawn.flatMap(({ columns }) =>
      columns.map((column) => Float64Array.from(column.slice(from, to))),
    );
  }

  /** The figures of one bar in words. */
  texts(index: number, close: Dec, market: PriceScale, style: NumberStyle): string[] {
    const decimals = tradeDecimals(close, market);
    const finer = Math.max(decimals, DIFFERENCE_DIGITS - 1 - new D(close).e);
    return this.#drawn.flatMap(({ unit, columns }) =>
      columns.map((column) =>
        textOf(column[index] ?? Number.NaN, unit, unit === 'difference' ? finer : decimals, style),
      ),
    );
  }

  #begin(): void {
    this.#length = 0;
    this.#last = undefined;
    this.#drawn = this.indicators.map((indicator) => ({
      step: stepOf(indicator, this.#interval),
      unit: indicatorRules[indicator.kind].unit,
      columns: plotsOf(indicator).map(() => []),
    }));
  }

  #take(candle: Candle, isAgain: boolean): void {
    const bar = plainBar(candle);
    for (const { step, columns } of this.#drawn) {
      const figures = step(bar, isAgain);
      columns.forEach((column, i) => {
        if (isAgain) column.pop();
        column.push(figures[i] ?? Number.NaN);
      });
    }
  }
}

/** Half away from zero, as prices are shown; quantities towards zero, as volumes are. */
function textOf(figure: number, unit: PlotUnit, decimals: number, style: NumberStyle): string {
  if (!Number.isFinite(figure)) return NO_FIGURE;
  if (unit === 'level') return fixedPriceText(`${figure}`, LEVEL_DECIMALS, style);
  if (unit !== 'volume') return fixedPriceText(`${figure}`, decimals, style);
  const text = volumeText(`${Math.abs(figure)}`, style);
  return figure < 0 && text !== volumeText('0', style) ? style.minus + text : text;
}

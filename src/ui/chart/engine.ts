import type { IChartApiBase, ISeriesApi, MouseEventParams, Time, UTCTimestamp } from 'lightweight-charts';
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChartEx,
  HistogramSeries,
  PriceScaleMode,
} from 'lightweight-charts';
import { countedZeros } from '../../../domain/index.ts';
import type { CandlesFrame, CycleMark, MarksFrame } from '../../../workers/api.ts';
import type { Bar } from './bars.ts';
import { appendTail, barsOf, prependBars } from './bars.ts';
import type { EngineOptions } from './chartOptions.ts';
import { fixedOptions } from './chartOptions.ts';
import type { ChartStyle } from './chartStyle.ts';
import { readChartStyle } from './chartStyle.ts';
import { EntryLines } from './entryLines.ts';
import { LevelLines } from './levelLines.ts';
import { OwnMarks } from './ownMarks.ts';
import { Plots } from './plots.ts';
import { readerScale } from './readerScale.ts';
import { saneScale } from './saneScale.ts';

/** What of a frame is drawn. */
export type DrawnBars = Pick<CandlesFrame, 'mode' | 'bars' | 'indicators' | 'decimals' | 'more'>;

/** `percent`: as shares of the first price in sight. */
export type ChartScale = 'normal' | 'log' | 'percent';

export { WorthEngine } from './worthEngine.ts';

/** Bars left of the window at which older ones are requested. */
const NEAR_PAST = 60;
const FIRST_BARS = 60;
/** Between two panes, px. */
const SEPARATOR = 1;

const MODES: Readonly<Record<ChartScale, PriceScaleMode>> = {
  normal: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

/** What drawings lie on. */
export interface ChartParts {
  readonly element: HTMLElement;
  readonly chart: IChartApiBase<Time>;
  readonly main: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
  readonly bars: () => readonly Bar[];
}

/** A chart in an element: the one place that speaks the library's language. */
export class ChartEngine {
  readonly #element: HTMLElement;
  readonly #chart: IChartApiBase<Time>;
  readonly #options: EngineOptions;
  readonly #main: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #plots: Plots;
  readonly #sizes: ResizeObserver;
  readonly #marks: OwnMarks;
  readonly #entries: EntryLines;
  readonly #levels: LevelLines;
  #look: ChartStyle;
  #bars: Bar[] = [];
  #more = false;
  #axis: Intl.NumberFormat;
  /** Of the prices on the axis; undefined before the first bars. */
  #decimals: number | undefined;

  constructor(element: HTMLElement, options: EngineOptions) {
    this.#element = element;
    this.#options = options;
    this.#look = readChartStyle(element);
    this.#axis = new Intl.NumberFormat(options.language);
    this.#chart = createChartEx(element, readerScale(options.isDaily), fixedOptions(options));
    this.#main = options.isLine
      ? this.#chart.addSeries(AreaSeries)
      : this.#chart.addSeries(CandlestickSeries);
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#plots = new Plots(this.#chart, this.#main, options.language);
    this.#main.applyOptions({ autoscaleInfoProvider: saneScale });
    this.#marks = new OwnMarks(element, this.#chart, this.#main, options);
    this.#entries = new EntryLines(this.#main);
    this.#levels = new LevelLines(this.#main, options.words);
    this.restyle();
    this.#chart.subscribeCrosshairMove(this.#hovered);
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#moved);
    this.#sizes = new ResizeObserver(this.#publishPanes);
    this.#sizes.observe(element);
  }

  /** Takes a frame of bars. */
  apply({ mode, bars: columns, indicators, decimals, more }: DrawnBars): void {
    this.#more = more;
    if (this.#plots.choose(indicators, this.#look)) {
      this.#volume.applyOptions({ visible: !this.#plots.hasVolume });
      this.#publishPanes();
    }
    const bars = barsOf(columns);
    this.#setDecimals(decimals);
    if (mode === 'tail' && this.#bars.length > 0) this.#applyTail(bars);
    else {
      const isFirst = this.#bars.length === 0;
      this.#bars = mode === 'older' ? prependBars(this.#bars, bars) : bars;
      this.#drawAll();
      this.#marks.restyle(this.#look, this.#bars);
      if (isFirst)
        this.#chart
          .timeScale()
          .setVisibleLogicalRange({ from: this.#bars.length - FIRST_BARS, to: this.#bars.length + 3 });
    }
  }

  /** Draws the user's own orders and fills. */
  mark(frame: MarksFrame): void {
    this.#marks.show(frame, this.#look, this.#bars);
    this.#levels.show(frame.levels ?? [], this.#look);
  }

  /** Draws the entry prices of the user's cycle contracts. */
  enter(entries: readonly CycleMark[]): void {
    this.#entries.show(entries, this.#look);
  }

  /** Reads the page's colours again: theme or colours changed. */
  restyle(): void {
    this.#look = readChartStyle(this.#element);
    const { text, line, accent, up, down, background, isHollow } = this.#look;
    this.#chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' },
        textColor: text,
        fontSize: 11,
        attributionLogo: false,
        panes: { enableResize: false, separatorColor: line },
      },
      grid: { vertLines: { visible: false }, horzLines: { color: line, style: 4 } },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderColor: line },
      crosshair: {
        mode: CrosshairMode.MagnetOHLC,
        vertLine: { color: text, labelBackgroundColor: accent },
        horzLine: { color: text, labelBackgroundColor: accent },
      },
    });
    this.#main.applyOptions(
      this.#options.isLine
        ? {
            lineColor: accent,
            topColor: accent.replace(/[\d.]+\)$/, '0.25)'),
            bottomColor: accent.replace(/[\d.]+\)$/, '0)'),
            lineWidth: 2,
          }
        : {
            upColor: isHollow ? background : up,
            downColor: down,
            wickUpColor: up,
            wickDownColor: down,
            borderVisible: isHollow,
            borderUpColor: up,
            borderDownColor: down,
            priceLineColor: accent,
          },
    );
    this.#plots.restyle(this.#look);
    if (this.#bars.length > 0) this.#drawAll();
    this.#marks.restyle(this.#look, this.#bars);
    this.#entries.restyle(this.#look);
    this.#levels.restyle(this.#look);
  }

  /** How prices lie on the axis. */
  scale(scale: ChartScale): void {
    this.#main.priceScale().applyOptions({ mode: MODES[scale] });
  }

  destroy(): void {
    this.#sizes.disconnect();
    this.#marks.destroy();
    this.#chart.remove();
  }

  get parts(): ChartParts {
    return { element: this.#element, chart: this.#chart, main: this.#main, bars: () => this.#bars };
  }

  /** How many bars are drawn. */
  get length(): number {
    return this.#bars.length;
  }

  #applyTail(tail: readonly Bar[]): void {
    const known = this.#bars;
    const newest = known.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    const { bars, changed } = appendTail(known, tail);
    this.#bars = bars;
    const isHole = (bar: Bar) => bar.time < newest && !known.some(({ time }) => time === bar.time);
    if (changed.some(isHole)) this.#drawAll();
    else for (const bar of changed) this.#drawBar(bar, bar.time < newest);
    // A fill may be known before the bar in which it happened.
    if (changed.some(({ time }) => time > newest)) this.#marks.restyle(this.#look, bars);
  }

  /** @param isPast the library has to know when a bar is not the newest. */
  #drawBar(bar: Bar, isPast: boolean): void {
    this.#main.update(this.#mainPoint(bar) as never, isPast);
    this.#volume.update(this.#volumePoint(bar), isPast);
    this.#plots.drawBar(this.#bars, bar, isPast);
  }

  #drawAll(): void {
    this.#main.setData(this.#bars.map((bar) => this.#mainPoint(bar)) as never);
    this.#volume.setData(this.#bars.map((bar) => this.#volumePoint(bar)));
    this.#plots.drawAll(this.#bars);
  }

  #mainPoint({ time, open, high, low, close }: Bar) {
    return this.#options.isLine
      ? { time: time as UTCTimestamp, value: close }
      : { time: time as UTCTimestamp, open, high, low, close };
  }

  #volumePoint({ time, open, close, volume }: Bar) {
    return {
      time: time as UTCTimestamp,
      value: volume,
      color: close >= open ? this.#look.upVolume : this.#look.downVolume,
    };
  }

  /** The library lays panes out with its next picture. */
  readonly #publishPanes = (): void => {
    requestAnimationFrame(() => {
      let top = 0;
      const tops = this.#chart.panes().map((pane) => {
        const own = top;
        top += pane.getHeight() + SEPARATOR;
        return own;
      });
      this.#options.onPanes(tops.slice(1));
    });
  };

  /** The axis is the library's own ruler; its steps are no prices of anybody. */
  readonly #axisText = (value: number): string => countedZeros(this.#axis.format(value));

  #setDecimals(decimals: number): void {
    if (this.#decimals === decimals) return;
    this.#decimals = decimals;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    this.#axis = new Intl.NumberFormat(this.#options.language, digits);
    this.#main.applyOptions({
      priceFormat: {
        type: 'custom',
        formatter: this.#axisText,
        minMove: 10 ** -decimals,
        // One over the step is no power of ten with 17 or 18 decimals, and the library fails at it.
        base: 10 ** decimals,
      },
    });
  }

  readonly #hovered = ({ time }: MouseEventParams<Time>): void => {
    this.#options.onHover(typeof time === 'number' ? time : undefined);
  };

  readonly #moved = (range: { from: number } | null): void => {
    if (range && range.from < NEAR_PAST && this.#more) this.#options.onNearPast();
  };
}

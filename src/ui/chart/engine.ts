import type {
  DeepPartial,
  IChartApiBase,
  ISeriesApi,
  MouseEventParams,
  Time,
  TimeChartOptions,
  UTCTimestamp,
} from 'lightweight-charts';
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChartEx,
  HistogramSeries,
  LineSeries,
} from 'lightweight-charts';
import { countedZeros } from '../../../domain/index.ts';
import type { CandlesFrame, CycleMark, MarksFrame } from '../../../workers/api.ts';
import { axisTexts } from './axisTexts.ts';
import type { Bar } from './bars.ts';
import { appendTail, barsOf, prependBars } from './bars.ts';
import type { ChartStyle } from './chartStyle.ts';
import { readChartStyle } from './chartStyle.ts';
import { EntryLines } from './entryLines.ts';
import type { LineTexts } from './levelLines.ts';
import { LevelLines } from './levelLines.ts';
import { OwnMarks } from './ownMarks.ts';
import { readerScale } from './readerScale.ts';
import { saneScale } from './saneScale.ts';

export { WorthEngine } from './worthEngine.ts';

export interface EngineOptions {
  /** BCP 47, for the axis. */
  readonly language: string;
  /** Time-share: a line of closes in place of candles. */
  readonly isLine: boolean;
  /** Bars of a day and longer: they begin at midnight UTC. */
  readonly isDaily: boolean;
  /** The reader asked the system for less motion: a fling ends where the finger leaves. */
  readonly isCalm: boolean;
  readonly showsAverages: boolean;
  /** The reader came near the oldest bar. */
  readonly onNearPast: () => void;
  /** The bar under the finger, seconds UTC; undefined when there is none. */
  readonly onHover: (time: number | undefined) => void;
  /** An order's line was dragged to another price. */
  readonly onMove: (id: number, price: number) => void;
  /** Names of a perpetual's lines, in the reader's language. */
  readonly words: () => LineTexts;
}

/** Bars left of the window at which older ones are asked for. */
const NEAR_PAST = 60;
const FIRST_BARS = 60;

/** A chart in an element: the one place that speaks the library's language. */
export class ChartEngine {
  readonly #element: HTMLElement;
  readonly #chart: IChartApiBase<Time>;
  readonly #options: EngineOptions;
  readonly #main: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
  readonly #volume: ISeriesApi<'Histogram'>;
  readonly #averages: readonly ISeriesApi<'Line'>[];
  readonly #marks: OwnMarks;
  readonly #entries: EntryLines;
  readonly #levels: LevelLines;
  #look: ChartStyle;
  #bars: Bar[] = [];
  #more = false;
  #axis: Intl.NumberFormat;

  constructor(element: HTMLElement, options: EngineOptions) {
    this.#element = element;
    this.#options = options;
    this.#look = readChartStyle(element);
    this.#axis = new Intl.NumberFormat(options.language);
    this.#chart = createChartEx(element, readerScale(options.isDaily), this.#fixedOptions());
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
    this.#averages = options.isLine ? [] : this.#look.averages.map(() => this.#addAverage());
    this.#main.applyOptions({ autoscaleInfoProvider: saneScale });
    this.showAverages(options.showsAverages);
    this.#marks = new OwnMarks(element, this.#chart, this.#main, options);
    this.#entries = new EntryLines(this.#main);
    this.#levels = new LevelLines(this.#main, options.words);
    this.restyle();
    this.#chart.subscribeCrosshairMove(this.#hovered);
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange(this.#moved);
  }

  /** Takes a frame of bars. */
  apply({ mode, bars: columns, decimals, more }: CandlesFrame): void {
    this.#more = more;
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

  /** Draws the person's own orders and fills. */
  mark(frame: MarksFrame): void {
    this.#marks.show(frame, this.#look, this.#bars);
    this.#levels.show(frame.levels ?? [], this.#look);
  }

  /** Draws the entry prices of the person's cycle contracts. */
  enter(entries: readonly CycleMark[]): void {
    this.#entries.show(entries, this.#look);
  }

  /** Reads the page's colours again: theme or colours changed. */
  restyle(): void {
    this.#look = readChartStyle(this.#element);
    const { text, line, accent, up, down, averages, background, isHollow } = this.#look;
    this.#chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: 'transparent' },
        textColor: text,
        fontSize: 11,
        attributionLogo: false,
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
    this.#averages.forEach((series, i) => {
      series.applyOptions({ color: averages[i] ?? text });
    });
    if (this.#bars.length > 0) this.#drawAll();
    this.#marks.restyle(this.#look, this.#bars);
    this.#entries.restyle(this.#look);
    this.#levels.restyle(this.#look);
  }

  /** Shows or hides the moving averages; everything else stays where it is. */
  showAverages(shows: boolean): void {
    for (const series of this.#averages) series.applyOptions({ visible: shows });
  }

  destroy(): void {
    this.#marks.destroy();
    this.#chart.remove();
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
  }

  /** @param isPast the library is told when a bar is not the newest. */
  #drawBar(bar: Bar, isPast: boolean): void {
    this.#main.update(this.#mainPoint(bar) as never, isPast);
    this.#volume.update(this.#volumePoint(bar), isPast);
    this.#averages.forEach((series, i) => {
      const value = bar.averages[i] ?? Number.NaN;
      if (!Number.isNaN(value)) series.update({ time: bar.time as UTCTimestamp, value }, isPast);
    });
  }

  #drawAll(): void {
    this.#main.setData(this.#bars.map((bar) => this.#mainPoint(bar)) as never);
    this.#volume.setData(this.#bars.map((bar) => this.#volumePoint(bar)));
    this.#averages.forEach((series, i) => {
      const points = this.#bars.filter(({ averages }) => !Number.isNaN(averages[i] ?? Number.NaN));
      series.setData(
        points.map(({ time, averages }) => ({ time: time as UTCTimestamp, value: averages[i] ?? 0 })),
      );
    });
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

  #fixedOptions(): DeepPartial<TimeChartOptions> {
    const { language, isDaily, isCalm } = this.#options;
    const words = axisTexts(language, isDaily);
    return {
      autoSize: true,
      // The library's own mark needs an inline style, which the page's policy forbids: Chart.tsx shows it as a link.
      layout: { attributionLogo: false },
      localization: { locale: language, priceFormatter: this.#axisText, timeFormatter: words.moment },
      timeScale: {
        timeVisible: !isDaily,
        secondsVisible: false,
        rightOffset: 4,
        minBarSpacing: 1.5,
        tickMarkFormatter: words.label,
      },
      rightPriceScale: { scaleMargins: { top: 0.06, bottom: 0.24 } },
      // A finger that moves up or down scrolls the page, not the prices.
      handleScroll: { vertTouchDrag: false },
      handleScale: { axisPressedMouseMove: { time: true, price: false } },
      kineticScroll: { touch: !isCalm, mouse: false },
    };
  }

  #addAverage(): ISeriesApi<'Line'> {
    return this.#chart.addSeries(LineSeries, {
      lineWidth: 1,
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
      // The prices in sight set the scale; an average that lies far off would press them flat.
      autoscaleInfoProvider: () => null,
    });
  }

  /** The axis is the library's own ruler; its steps are no prices of anybody. */
  readonly #axisText = (value: number): string => countedZeros(this.#axis.format(value));

  #setDecimals(decimals: number): void {
    if (this.#axis.resolvedOptions().minimumFractionDigits === decimals) return;
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
    this.#axis = new Intl.NumberFormat(this.#options.language, digits);
    this.#main.applyOptions({
      priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
    });
  }

  readonly #hovered = ({ time }: MouseEventParams<Time>): void => {
    this.#options.onHover(typeof time === 'number' ? time : undefined);
  };

  readonly #moved = (range: { from: number } | null): void => {
    if (range && range.from < NEAR_PAST && this.#more) this.#options.onNearPast();
  };
}

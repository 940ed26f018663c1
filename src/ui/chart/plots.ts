import type { IChartApiBase, ISeriesApi, Time, UTCTimestamp } from 'lightweight-charts';
import { PriceScaleMode } from 'lightweight-charts';
import type { Indicator, PlotUnit } from '../../../domain/index.ts';
import { indicatorRules, plotsOf } from '../../../domain/index.ts';
import type { Bar } from './bars.ts';
import type { ChartStyle } from './chartStyle.ts';
import { Overlay } from './overlay.ts';
import type { PlotStyle } from './plotDrawing.ts';
import type { PlotPoint } from './plotSeries.ts';
import { PlotSeries } from './plotSeries.ts';
import { finestSteps, rulerOf } from './ruler.ts';

interface Pane {
  readonly view: PlotSeries;
  readonly series: ISeriesApi<'Custom', Time>;
}

interface Drawn {
  readonly indicator: Indicator;
  /** Place of its first line among those of a bar. */
  readonly first: number;
  readonly count: number;
  /** Undefined over the prices. */
  readonly pane: Pane | undefined;
}

/** Of the room: the prices have this many parts where a pane below them has one. */
const PRICE_PARTS = 3.2;

/** The indicators of a chart: over its prices, and in panes below them. */
export class Plots {
  readonly #chart: IChartApiBase<Time>;
  readonly #language: string;
  readonly #overlay: Overlay;
  #drawn: readonly Drawn[] = [];
  #key = '[]';

  /** @param main the prices' own series. @param language BCP 47, for the axes of panes. */
  constructor(
    chart: IChartApiBase<Time>,
    main: ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>,
    language: string,
  ) {
    this.#chart = chart;
    this.#language = language;
    this.#overlay = new Overlay(chart, main);
  }

  /** Which are drawn from now on. @returns whether they are others. */
  choose(indicators: readonly Indicator[], look: ChartStyle): boolean {
    const key = JSON.stringify(indicators);
    if (key === this.#key) return false;
    this.#key = key;
    for (const { pane } of this.#drawn) if (pane) this.#chart.removeSeries(pane.series);
    let first = 0;
    let panes = 0;
    this.#drawn = indicators.map((indicator) => {
      const { isPane, unit } = indicatorRules[indicator.kind];
      const count = plotsOf(indicator).length;
      if (isPane) panes += 1;
      const drawn = { indicator, first, count, pane: isPane ? this.#addPane(panes, unit) : undefined };
      first += count;
      return drawn;
    });
    this.#chart.panes().forEach((pane, i) => {
      pane.setStretchFactor(i === 0 ? PRICE_PARTS : 1);
    });
    this.restyle(look);
    return true;
  }

  /** Whether traded volume has a pane of its own. */
  get hasVolume(): boolean {
    return this.#drawn.some(({ indicator }) => indicator.kind === 'vol');
  }

  restyle(look: ChartStyle): void {
    const columns = { up: look.upColumn, down: look.downColumn };
    for (const { indicator, pane } of this.#drawn) {
      if (!pane) continue;
      pane.view.columns = columns;
      pane.view.looks = stylesOf(indicator, look);
      // Draws it again.
      pane.series.applyOptions({});
    }
    this.#overlay.columns = columns;
    this.#overlay.lines = this.#drawn
      .filter(({ pane }) => !pane)
      .flatMap(({ indicator, first }) =>
        stylesOf(indicator, look).map((own, i) => ({ place: first + i, look: own })),
      );
  }

  drawAll(bars: readonly Bar[]): void {
    this.#overlay.bars = bars;
    for (const { pane, first, count } of this.#drawn)
      pane?.series.setData(bars.map((bar) => pointOf(bar, first, count)));
  }

  /** @param bars with the bar in its place. */
  drawBar(bars: readonly Bar[], bar: Bar, isPast: boolean): void {
    this.#overlay.bars = bars;
    for (const { pane, first, count } of this.#drawn) pane?.series.update(pointOf(bar, first, count), isPast);
  }

  #addPane(place: number, unit: PlotUnit): Pane {
    const view = new PlotSeries();
    const ruler = rulerOf(unit, this.#language);
    const series = this.#chart.addCustomSeries(
      view,
      {
        lastValueVisible: false,
        priceLineVisible: false,
        priceFormat: {
          type: 'custom',
          formatter: ruler.text,
          tickmarksFormatter: ruler.texts,
          ...finestSteps,
        },
      },
      place,
    );
    // A new pane would have the scale of the prices.
    series
      .priceScale()
      .applyOptions({ mode: PriceScaleMode.Normal, scaleMargins: { top: 0.28, bottom: 0.06 } });
    return { view, series };
  }
}

function stylesOf(indicator: Indicator, look: ChartStyle): PlotStyle[] {
  return plotsOf(indicator).map(({ shape, colour }) => ({
    shape,
    colour: colour === undefined ? look.text : (look.plots[indicator.colours[colour] ?? 0] ?? look.text),
  }));
}

function pointOf({ time, open, close, plots }: Bar, first: number, count: number): PlotPoint {
  return { time: time as UTCTimestamp, figures: plots.slice(first, first + count), isUp: close >= open };
}

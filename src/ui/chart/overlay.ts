import type {
  IChartApiBase,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  Time,
} from 'lightweight-charts';
import type { Bar } from './bars.ts';
import type { ColumnColours, PlotStyle } from './plotDrawing.ts';
import { drawPlot } from './plotDrawing.ts';

type Main = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;

/** A line over the prices, and its place among those of a bar. */
export interface OverLine {
  readonly place: number;
  readonly look: PlotStyle;
}

/**
 * Lines over the prices, drawn with the prices' own series: they lie on its scale whatever that is, leave its range to
 * the candles, and cost a tick nothing but what is in sight.
 */
export class Overlay implements ISeriesPrimitive<Time> {
  bars: readonly Bar[] = [];
  lines: readonly OverLine[] = [];
  columns: ColumnColours = { up: '', down: '' };
  readonly #chart: IChartApiBase<Time>;
  readonly #main: Main;
  readonly #views: readonly IPrimitivePaneView[];

  constructor(chart: IChartApiBase<Time>, main: Main) {
    this.#chart = chart;
    this.#main = main;
    this.#views = [
      {
        renderer: () => ({
          draw: (target) => target.useMediaCoordinateSpace(({ context }) => this.#draw(context)),
        }),
      },
    ];
    main.attachPrimitive(this);
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  #draw(context: CanvasRenderingContext2D): void {
    const scale = this.#chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range || this.lines.length === 0) return;
    // One beyond each edge, so that lines reach it.
    const first = Math.max(0, Math.floor(range.from) - 1);
    const inSight = this.bars.slice(first, Math.max(first, Math.ceil(range.to) + 2)).map((bar, i) => ({
      bar,
      x: scale.logicalToCoordinate((first + i) as Logical) ?? Number.NaN,
    }));
    const toY = (figure: number) => this.#main.priceToCoordinate(figure);
    const width = scale.options().barSpacing;
    for (const { place, look } of this.lines) {
      const places = inSight.map(({ bar, x }) => ({
        x,
        figure: bar.plots[place] ?? Number.NaN,
        isUp: bar.close >= bar.open,
      }));
      drawPlot(context, places, toY, { ...look, width, columns: this.columns });
    }
  }
}

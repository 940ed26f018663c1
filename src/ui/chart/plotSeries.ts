import type {
  CustomSeriesPricePlotValues,
  CustomSeriesWhitespaceData,
  ICustomSeriesPaneRenderer,
  ICustomSeriesPaneView,
  PaneRendererCustomData,
  PriceToCoordinateConverter,
  Time,
} from 'lightweight-charts';
import { customSeriesDefaultOptions } from 'lightweight-charts';
import type { ColumnColours, PlotStyle } from './plotDrawing.ts';
import { drawPlot } from './plotDrawing.ts';

/** The figures of one indicator at one bar. */
export interface PlotPoint extends CustomSeriesWhitespaceData<Time> {
  readonly time: Time;
  /** One for each line, NaN where there is none. */
  readonly figures: readonly number[];
  /** Whether its bar rose. */
  readonly isUp: boolean;
}

type Data = PaneRendererCustomData<Time, PlotPoint>;
type Options = typeof customSeriesDefaultOptions;

/**
 * All lines of an indicator as one series: the library makes the points of each series again at every tick, so that the
 * number of series is what a tick costs. Only bars in sight are drawn.
 */
export class PlotSeries implements ICustomSeriesPaneView<Time, PlotPoint, Options> {
  looks: readonly PlotStyle[] = [];
  columns: ColumnColours = { up: '', down: '' };
  #data: Data | undefined;

  renderer(): ICustomSeriesPaneRenderer {
    return {
      draw: (target, toY) => target.useMediaCoordinateSpace(({ context }) => this.#draw(context, toY)),
    };
  }

  update(data: Data): void {
    this.#data = data;
  }

  priceValueBuilder({ figures }: PlotPoint): CustomSeriesPricePlotValues {
    const own = figures.filter(Number.isFinite);
    const isColumns = this.looks.some(({ shape }) => shape === 'sign' || shape === 'volume');
    return isColumns ? [0, ...own] : own;
  }

  isWhitespace(
    point: PlotPoint | CustomSeriesWhitespaceData<Time>,
  ): point is CustomSeriesWhitespaceData<Time> {
    return !('figures' in point) || !point.figures.some(Number.isFinite);
  }

  defaultOptions(): Options {
    return customSeriesDefaultOptions;
  }

  #draw(context: CanvasRenderingContext2D, toY: PriceToCoordinateConverter): void {
    const data = this.#data;
    if (!data) return;
    const bars = barsInSight(data);
    this.looks.forEach((look, i) => {
      const places = bars.map(({ x, point: { figures, isUp } }) => ({
        x,
        isUp,
        figure: figures[i] ?? Number.NaN,
      }));
      drawPlot(context, places, toY, { ...look, width: data.barSpacing, columns: this.columns });
    });
  }
}

/** Bars in sight, and one beyond each edge, so that lines reach it; the library knows the places of those in sight. */
function barsInSight({ bars, visibleRange, barSpacing }: Data): { x: number; point: PlotPoint }[] {
  const first = bars[visibleRange?.from ?? -1];
  if (!visibleRange || !first) return [];
  return bars.slice(Math.max(0, visibleRange.from - 1), visibleRange.to + 1).map((bar) => ({
    x: first.x + (bar.time - first.time) * barSpacing,
    point: bar.originalData,
  }));
}

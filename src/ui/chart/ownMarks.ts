import type {
  IChartApiBase,
  IPriceLine,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  SeriesMarker,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import { createSeriesMarkers } from 'lightweight-charts';
import type { MarksFrame } from '../../../workers/api.ts';
import type { Bar } from './bars.ts';
import { SCROLL } from './chartOptions.ts';
import type { ChartStyle } from './chartStyle.ts';
import type { LineTexts } from './levelLines.ts';

type Main = ISeriesApi<'Candlestick'> | ISeriesApi<'Area'>;
/** A finger is this wide: a line is held from so far, px. */
const REACH = 16;

interface MarksOptions {
  readonly onMove: (id: number, price: number) => void;
  readonly words: () => LineTexts;
}

interface Drag {
  readonly id: number;
  readonly line: IPriceLine;
  readonly pointer: number;
  /** Where the line stood, and stands again if nothing comes of it. */
  readonly from: number;
}

/** A user's own orders as lines that can be dragged, and own fills as arrows. */
export class OwnMarks {
  readonly #element: HTMLElement;
  readonly #chart: IChartApiBase<Time>;
  readonly #main: Main;
  readonly #options: MarksOptions;
  readonly #lines = new Map<number, IPriceLine>();
  /** Made with the first fill: the library copies every bar for it at each tick. */
  #markers: ISeriesMarkersPluginApi<Time> | undefined;
  #frame: MarksFrame | undefined;
  #drag: Drag | undefined;

  constructor(element: HTMLElement, chart: IChartApiBase<Time>, main: Main, options: MarksOptions) {
    this.#element = element;
    this.#chart = chart;
    this.#main = main;
    this.#options = options;
    element.addEventListener('touchstart', this.#touched, { capture: true, passive: false });
    element.addEventListener('pointerdown', this.#down, { capture: true });
    element.addEventListener('pointermove', this.#moved);
    element.addEventListener('pointerup', this.#up);
    element.addEventListener('pointercancel', this.#cancel);
  }

  show(frame: MarksFrame, look: ChartStyle, bars: readonly Bar[]): void {
    this.#frame = frame;
    this.restyle(look, bars);
  }

  /** Draws again: colours or bars have changed. */
  restyle(look: ChartStyle, bars: readonly Bar[]): void {
    if (!this.#frame) return;
    const { orders, fills } = this.#frame;
    const ids = new Set(orders.map(({ id }) => id));
    for (const [id, line] of this.#lines) {
      if (ids.has(id)) continue;
      if (this.#drag?.id === id) this.#end(this.#drag);
      this.#main.removePriceLine(line);
      this.#lines.delete(id);
    }
    for (const { id, side, price, text, guard } of orders) {
      if (this.#drag?.id === id) continue;
      const words = this.#options.words();
      const options = {
        price,
        color: guard === 'profit' ? look.up : guard ? look.down : side === 'buy' ? look.up : look.down,
        title: guard ? `${words[guard]} ${text}`.trim() : text,
        lineStyle: 2,
      } as const;
      const known = this.#lines.get(id);
      if (known) known.applyOptions(options);
      else
        this.#lines.set(id, this.#main.createPriceLine({ ...options, lineWidth: 1, axisLabelVisible: true }));
    }
    this.#draw(fills.flatMap((fill) => markerOf(fill, look, bars)));
  }

  #draw(markers: SeriesMarker<Time>[]): void {
    if (this.#markers) this.#markers.setMarkers(markers);
    else if (markers.length > 0)
      this.#markers = createSeriesMarkers(
        this.#main as ISeriesApi<'Candlestick'>,
        markers,
      ) as ISeriesMarkersPluginApi<Time>;
  }

  destroy(): void {
    this.#element.removeEventListener('touchstart', this.#touched, { capture: true });
    this.#element.removeEventListener('pointerdown', this.#down, { capture: true });
    this.#element.removeEventListener('pointermove', this.#moved);
    this.#element.removeEventListener('pointerup', this.#up);
    this.#element.removeEventListener('pointercancel', this.#cancel);
  }

  /** A finger on a line moves it, and neither the chart nor the page. */
  readonly #touched = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (event.touches.length !== 1 || !touch || !this.#lineAt(this.#yOf(touch))) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #down = (event: PointerEvent): void => {
    const held = this.#lineAt(this.#yOf(event));
    if (!held || !event.isPrimary) return;
    event.stopPropagation();
    event.preventDefault();
    this.#element.setPointerCapture(event.pointerId);
    this.#drag = { ...held, pointer: event.pointerId, from: held.line.options().price };
    this.#setScroll(false);
  };

  readonly #moved = (event: PointerEvent): void => {
    if (this.#drag?.pointer !== event.pointerId) return;
    const price = this.#main.coordinateToPrice(this.#yOf(event));
    if (price !== null) this.#drag.line.applyOptions({ price });
  };

  readonly #up = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.pointer !== event.pointerId) return;
    const { price } = drag.line.options();
    this.#end(drag);
    // A tap on a line is no request to move it.
    const travelled = Math.abs(
      (this.#main.priceToCoordinate(price) ?? 0) - (this.#main.priceToCoordinate(drag.from) ?? 0),
    );
    if (travelled >= 3) this.#options.onMove(drag.id, price);
  };

  readonly #cancel = (event: PointerEvent): void => {
    if (this.#drag?.pointer === event.pointerId) this.#end(this.#drag);
  };

  /** The line goes back: the order stands where the exchange says until it has been amended. */
  #end(drag: Drag): void {
    this.#drag = undefined;
    const order = this.#frame?.orders.find(({ id }) => id === drag.id);
    drag.line.applyOptions({ price: order?.price ?? drag.from });
    this.#setScroll(true);
  }

  /** The library goes on beyond its pane: a price out of sight has a place too, and may lie in a pane below. */
  #lineAt(y: number): Pick<Drag, 'id' | 'line'> | undefined {
    const height = this.#chart.panes()[0]?.getHeight() ?? 0;
    const isInSight = (at: number): boolean => at >= 0 && at <= height;
    if (!isInSight(y)) return undefined;
    let best: (Pick<Drag, 'id' | 'line'> & { distance: number }) | undefined;
    const fixed = new Set(
      this.#frame?.orders.filter(({ guard, isFixed }) => guard === 'trail' || isFixed).map(({ id }) => id),
    );
    for (const [id, line] of this.#lines) {
      if (fixed.has(id)) continue;
      const at = this.#main.priceToCoordinate(line.options().price);
      const distance = at === null || !isInSight(at) ? Number.POSITIVE_INFINITY : Math.abs(at - y);
      if (distance <= REACH && (!best || distance < best.distance)) best = { id, line, distance };
    }
    return best;
  }

  #yOf({ clientY }: { readonly clientY: number }): number {
    return clientY - this.#element.getBoundingClientRect().top;
  }

  #setScroll(isOn: boolean): void {
    this.#chart.applyOptions({ handleScroll: isOn ? { ...SCROLL } : false, handleScale: isOn });
    if (isOn)
      this.#chart.applyOptions({ handleScale: { axisPressedMouseMove: { time: true, price: false } } });
  }
}

/** A fill stands at the bar in which it happened; none where that bar is not drawn. */
function markerOf(
  { time, side, price }: MarksFrame['fills'][number],
  look: ChartStyle,
  bars: readonly Bar[],
): SeriesMarker<Time>[] {
  const bar = bars.findLast((each) => each.time <= time);
  if (!bar) return [];
  const isBuy = side === 'buy';
  return [
    {
      time: bar.time as UTCTimestamp,
      position: isBuy ? 'atPriceBottom' : 'atPriceTop',
      price,
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      color: isBuy ? look.up : look.down,
      size: 0.8,
    },
  ];
}

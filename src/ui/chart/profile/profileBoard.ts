import type { IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts';
import type { ProfileFrame, TimeRange } from '../../../../workers/api.ts';
import type { ChartStyle } from '../chartStyle.ts';
import { readChartStyle } from '../chartStyle.ts';
import type { ChartParts } from '../engine.ts';

/** The longest row's share of the chart's width. */
const WIDTH = 0.28;
/** Rows outside the value area are seen less. */
const OUTSIDE = 0.45;
const TYPE_PX = 10;
const PAD_PX = 4;
/** While a finger moves the chart, ranges are published no more often, ms. */
const LEAST_MS = 120;

interface ProfileOptions {
  /** The bars in sight are others; undefined: none are. */
  readonly onRange: (range: TimeRange | undefined) => void;
}

/** Volume by price at the right edge of a chart, behind its bars, for those in sight. */
export class ProfileBoard implements ISeriesPrimitive<Time> {
  readonly #parts: ChartParts;
  readonly #options: ProfileOptions;
  readonly #views: readonly IPrimitivePaneView[];
  #style: ChartStyle;
  #frame: ProfileFrame | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #redraw: () => void = () => undefined;

  constructor(parts: ChartParts, options: ProfileOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#style = readChartStyle(parts.element);
    this.#views = [
      {
        zOrder: () => 'bottom',
        renderer: () => ({
          draw: (target) => target.useMediaCoordinateSpace(({ context }) => this.#paint(context)),
        }),
      },
    ];
    parts.main.attachPrimitive(this);
    parts.chart.timeScale().subscribeVisibleLogicalRangeChange(this.#moved);
    this.#publish();
  }

  attached({ requestUpdate }: { readonly requestUpdate: () => void }): void {
    this.#redraw = requestUpdate;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  show(frame: ProfileFrame | undefined): void {
    this.#frame = frame;
    this.#redraw();
  }

  restyle(): void {
    this.#style = readChartStyle(this.#parts.element);
    this.#redraw();
  }

  destroy(): void {
    clearTimeout(this.#timer);
    try {
      this.#parts.chart.timeScale().unsubscribeVisibleLogicalRangeChange(this.#moved);
      this.#parts.main.detachPrimitive(this);
    } catch {
      // The chart is gone, and all that was on it.
    }
  }

  readonly #moved = (): void => {
    this.#timer ??= setTimeout(() => this.#publish(), LEAST_MS);
  };

  #publish(): void {
    this.#timer = undefined;
    const range = this.#parts.chart.timeScale().getVisibleLogicalRange();
    const bars = this.#parts.bars();
    const place = (at: number) => Math.max(0, Math.min(bars.length - 1, at));
    const first = range ? bars[place(Math.ceil(range.from))] : undefined;
    const last = range ? bars[place(Math.floor(range.to))] : undefined;
    const isNewest = last === bars.at(-1);
    this.#options.onRange(first && last ? { from: first.time, to: isNewest ? null : last.time } : undefined);
  }

  #paint(context: CanvasRenderingContext2D): void {
    const frame = this.#frame;
    if (!frame) return;
    const { main, chart } = this.#parts;
    const right = chart.timeScale().width();
    const most = right * WIDTH;
    const ys = [...frame.prices].map((price) => main.priceToCoordinate(price));
    context.save();
    frame.up.forEach((up, i) => {
      const [bottom, top] = [ys[i], ys[i + 1]];
      if (typeof bottom !== 'number' || typeof top !== 'number') return;
      const isValue = i >= frame.value[0] && i <= frame.value[1];
      context.globalAlpha = isValue ? 1 : OUTSIDE;
      const high = Math.max(1, bottom - top - 1);
      const [upWide, downWide] = [(up / 1_000) * most, ((frame.down[i] ?? 0) / 1_000) * most];
      context.fillStyle = this.#style.upVolume;
      context.fillRect(right - upWide, top, upWide, high);
      context.fillStyle = this.#style.downVolume;
      context.fillRect(right - upWide - downWide, top, downWide, high);
    });
    context.globalAlpha = 1;
    this.#paintLines(context, frame, right);
    context.restore();
  }

  /** The point of control across the chart, and the bounds of the value area beside their rows. */
  #paintLines(context: CanvasRenderingContext2D, frame: ProfileFrame, right: number): void {
    const { main } = this.#parts;
    const { accent, text } = this.#style;
    const most = right * WIDTH;
    const line = (price: number | undefined, from: number, colour: string, words: string) => {
      const y = price === undefined ? null : main.priceToCoordinate(price);
      if (y === null) return;
      context.strokeStyle = colour;
      context.beginPath();
      context.moveTo(from, y);
      context.lineTo(right, y);
      context.stroke();
      context.fillStyle = colour;
      context.fillText(words, from + PAD_PX, y - PAD_PX);
    };
    context.font = `${TYPE_PX}px ${getComputedStyle(this.#parts.element).fontFamily}`;
    context.textBaseline = 'bottom';
    context.setLineDash([3, 3]);
    context.lineWidth = 1;
    const [from, to] = frame.value;
    line(frame.prices[to + 1], right - most, text, `VAH ${frame.valueTexts[1]}`);
    line(frame.prices[from], right - most, text, `VAL ${frame.valueTexts[0]}`);
    line(frame.control, right - most * 2, accent, `POC ${frame.controlText}`);
  }
}

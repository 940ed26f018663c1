import type { Logical } from 'lightweight-charts';
import type { ChartParts } from '../chart/engine.ts';
import type { Anchor, Drawing, Point } from './geometry.ts';
import { fibonacciPrices, placeOfTime, snappedPrice, timeOfPlace } from './geometry.ts';

/** A price of a bar takes what comes so near, px. */
const SNAP_PX = 16;

/** Between places on the market and pixels of a chart. */
export class DrawingScale {
  readonly #parts: ChartParts;

  constructor(parts: ChartParts) {
    this.#parts = parts;
  }

  get width(): number {
    return this.#parts.chart.timeScale().width();
  }

  /** Of the pane of prices alone. */
  get height(): number {
    return this.#parts.chart.panes()[0]?.getHeight() ?? 0;
  }

  get bars() {
    return this.#parts.bars();
  }

  /** Undefined while nothing is drawn. */
  pointOf({ time, price }: Anchor): Point | undefined {
    const x = this.#xOf(placeOfTime(this.bars, time));
    const y = this.#parts.main.priceToCoordinate(price);
    return x === undefined || y === null ? undefined : { x, y };
  }

  /** px of a Fibonacci drawing's lines from the top; none of other drawings. */
  linesOf({ kind, anchors: [from, to] }: Drawing): readonly number[] {
    if (kind !== 'fibonacci' || !from || !to) return [];
    return fibonacciPrices(from.price, to.price).flatMap(
      (price) => this.#parts.main.priceToCoordinate(price) ?? [],
    );
  }

  /** The place under a finger. @param isSnapping it goes to a price of its bar where one is near. */
  anchorAt({ x, y }: Point, isSnapping: boolean): Anchor | undefined {
    const place = Math.round(this.#placeAt(x));
    const price = this.#parts.main.coordinateToPrice(y);
    if (price === null || !Number.isFinite(place)) return undefined;
    const yOf = (value: number) => this.#parts.main.priceToCoordinate(value);
    const snapped = isSnapping ? snappedPrice(this.bars[place], y, yOf, SNAP_PX) : undefined;
    return { time: timeOfPlace(this.bars, place), price: snapped ?? price };
  }

  priceText(price: number): string {
    return this.#parts.main.priceFormatter().format(price);
  }

  /** The library turns places into pixels for whole numbers and rounds the other way: both are a straight line. */
  #line(): readonly [first: number, step: number] | undefined {
    const scale = this.#parts.chart.timeScale();
    const [first, second] = [
      scale.logicalToCoordinate(0 as Logical),
      scale.logicalToCoordinate(1 as Logical),
    ];
    return first === null || second === null || second === first ? undefined : [first, second - first];
  }

  #xOf(place: number): number | undefined {
    const line = this.#line();
    return line && line[0] + place * line[1];
  }

  #placeAt(x: number): number {
    const line = this.#line();
    return line ? (x - line[0]) / line[1] : Number.NaN;
  }
}

/*
 * Where drawings lie. Places are pixels; prices and moments are the chart's own numbers and are for placing alone.
 */

/** What can be drawn. `level` is a line at a price, through all bars. */
export const drawingKinds = ['level', 'trend', 'ray', 'box', 'fibonacci', 'measure', 'text'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** A place on the market: seconds UTC, quote per base. */
export interface Anchor {
  readonly time: number;
  readonly price: number;
}
export interface Drawing {
  readonly id: number;
  readonly kind: DrawingKind;
  /** One or two, as `anchorsOf` says. */
  readonly anchors: readonly Anchor[];
  /** Of a text. */
  readonly text?: string;
}
/** px from the left upper corner of the chart. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
/** What of a bar a drawing can snap to. */
export interface SnapBar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export const anchorsOf = (kind: DrawingKind): 1 | 2 => (kind === 'level' || kind === 'text' ? 1 : 2);

/** Shares of the way between two prices at which traders look for turns. */
export const fibonacciRatios = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Where a moment lies among bars, by its place in their order: between two of them a fraction, beyond them by their last distance. */
export function placeOfTime(times: readonly { readonly time: number }[], time: number): number {
  const count = times.length;
  if (count === 0) return 0;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const before = low - 1;
  const start = times[Math.max(0, before)]?.time ?? 0;
  const length = stepAt(times, before);
  return before < 0 ? (time - start) / length : before + (time - start) / length;
}

/** The moment at a place in the order of bars; the other way round of `placeOfTime`. */
export function timeOfPlace(times: readonly { readonly time: number }[], place: number): number {
  const count = times.length;
  if (count === 0) return 0;
  const before = Math.min(Math.max(Math.floor(place), 0), count - 1);
  const start = times[before]?.time ?? 0;
  return start + (place - before) * stepAt(times, place < 0 ? -1 : before);
}

/** Seconds from the bar at a place to the next one; beyond the ends those of the nearest pair. */
function stepAt(times: readonly { readonly time: number }[], place: number): number {
  const from = Math.max(0, Math.min(place, times.length - 2));
  const step = (times[from + 1]?.time ?? 0) - (times[from]?.time ?? 0);
  return step > 0 ? step : 60;
}

/** The price of a bar that lies nearest to a place, where one lies within reach. @param yOf px of a price. */
export function snappedPrice(
  bar: SnapBar | undefined,
  y: number,
  yOf: (price: number) => number | null,
  reachPx: number,
): number | undefined {
  if (!bar) return undefined;
  let best: { readonly price: number; readonly distance: number } | undefined;
  for (const price of [bar.high, bar.low, bar.open, bar.close]) {
    const at = yOf(price);
    const distance = at === null ? Number.POSITIVE_INFINITY : Math.abs(at - y);
    if (distance <= reachPx && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { price, distance };
  }
  return best?.price;
}

/** At which price a drawing is ordered or watched: that of its later end, and of two at one moment of the one set last. */
export const priceOf = (anchors: readonly Anchor[]): number =>
  anchors.reduce((late, each) => (each.time >= late.time ? each : late), anchors[0] ?? NOWHERE).price;

const NOWHERE: Anchor = { time: 0, price: 0 };

/** px from a point to a line between two others. @param isEndless it goes on beyond the second one. */
export function distanceToLine(point: Point, from: Point, to: Point, isEndless = false): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const share = Math.max(0, isEndless ? along : Math.min(1, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}

/** Where a ray ends that leaves the picture. @param width px of the picture. */
export function rayEnd(from: Point, to: Point, width: number, height: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (dx === 0 && dy === 0) return to;
  // Twice the picture is beyond its edges from wherever the ray begins in it.
  const far = (2 * (width + height) + Math.abs(from.x) + Math.abs(from.y)) / Math.hypot(dx, dy);
  return { x: from.x + dx * Math.max(1, far), y: from.y + dy * Math.max(1, far) };
}

/** Prices of a Fibonacci drawing's lines, in the order of the shares. */
export const fibonacciPrices = (from: number, to: number): readonly number[] =>
  fibonacciRatios.map((ratio) => from + (to - from) * ratio);

/**
 * px from a point to a drawing whose anchors lie at these places; 0 within a filled one. @param width px of the picture.
 * @param lines px of a Fibonacci drawing's lines from the top, which are no shares of the way on a logarithmic scale.
 */
export function distanceTo(
  kind: DrawingKind,
  places: readonly Point[],
  point: Point,
  width: number,
  lines: readonly number[] = [],
): number {
  const [a, b] = places;
  if (!a) return Number.POSITIVE_INFINITY;
  if (kind === 'level') return Math.abs(point.y - a.y);
  if (kind === 'text') return Math.hypot(Math.max(0, a.x - point.x, point.x - a.x - 80), point.y - a.y);
  if (!b) return Math.hypot(point.x - a.x, point.y - a.y);
  if (kind === 'trend') return distanceToLine(point, a, b);
  if (kind === 'ray') return distanceToLine(point, a, b, true);
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  if (kind === 'fibonacci') {
    const beside = Math.max(0, left - point.x, point.x - width);
    return Math.hypot(beside, Math.min(...[a.y, b.y, ...lines].map((y) => Math.abs(y - point.y))));
  }
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return Math.hypot(
    Math.max(0, left - point.x, point.x - right),
    Math.max(0, top - point.y, point.y - bottom),
  );
}

/** What lies between two anchors: whole bars, seconds, and the change as a fraction of the first price. */
export interface Measured {
  readonly bars: number;
  readonly seconds: number;
  readonly change: number;
}

export function measured(times: readonly { readonly time: number }[], from: Anchor, to: Anchor): Measured {
  return {
    bars: Math.round(placeOfTime(times, to.time) - placeOfTime(times, from.time)),
    seconds: to.time - from.time,
    change: from.price === 0 ? 0 : (to.price - from.price) / from.price,
  };
}

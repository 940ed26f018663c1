import type { Drawing, Point } from './geometry.ts';
import { fibonacciPrices, fibonacciRatios, measured, rayEnd } from './geometry.ts';
import type { DrawingScale } from './scale.ts';

/** What drawings look like, read from the page's tokens. */
export interface DrawingStyle {
  readonly line: string;
  readonly fill: string;
  readonly ground: string;
  readonly text: string;
  readonly up: string;
  readonly down: string;
  readonly font: string;
}

export interface PaintDeps {
  readonly scale: DrawingScale;
  readonly look: DrawingStyle;
  /** What lies between two places, in the reader's language. */
  readonly measureText: (bars: number, seconds: number, change: number) => string;
  /** Fractions of a way, in the reader's language. */
  readonly ratioText: (ratio: number) => string;
}

/** Radius of a handle as it is seen, px; a finger holds it from further away. */
const HANDLE_PX = 7;
const PAD_PX = 4;
const ROW_PX = 16;

type Context = CanvasRenderingContext2D;

/** Draws one drawing. @param isChosen with its handles. */
export function paint(context: Context, drawing: Drawing, isChosen: boolean, deps: PaintDeps): void {
  const places = drawing.anchors.map((anchor) => deps.scale.pointOf(anchor));
  const [a, b] = places;
  if (!a || (drawing.anchors.length > 1 && !b)) return;
  context.save();
  context.strokeStyle = deps.look.line;
  context.fillStyle = deps.look.line;
  context.lineWidth = isChosen ? 2 : 1.5;
  context.font = deps.look.font;
  context.textBaseline = 'middle';
  paintKind(context, drawing, [a, b ?? a], deps);
  if (isChosen) for (const place of [a, b]) if (place) paintHandle(context, place, deps.look);
  context.restore();
}

function paintKind(
  context: Context,
  drawing: Drawing,
  [a, b]: readonly [Point, Point],
  deps: PaintDeps,
): void {
  const { scale, look } = deps;
  const price = drawing.anchors[0]?.price ?? 0;
  switch (drawing.kind) {
    case 'level':
      line(context, { x: 0, y: a.y }, { x: scale.width, y: a.y });
      label(context, scale.priceText(price), { x: PAD_PX, y: a.y - ROW_PX / 2 - 2 }, look);
      return;
    case 'trend':
      line(context, a, b);
      return;
    case 'ray':
      line(context, a, rayEnd(a, b, scale.width, scale.height));
      return;
    case 'box':
      area(context, a, b, look.fill);
      context.strokeRect(a.x, a.y, b.x - a.x, b.y - a.y);
      return;
    case 'fibonacci':
      paintFibonacci(context, drawing, [a, b], deps);
      return;
    case 'measure':
      paintMeasure(context, drawing, [a, b], deps);
      return;
    case 'text':
      label(context, drawing.text ?? '', { x: a.x, y: a.y }, look);
  }
}

function paintFibonacci(
  context: Context,
  { anchors: [from, to] }: Drawing,
  [a, b]: readonly [Point, Point],
  { scale, look, ratioText }: PaintDeps,
): void {
  if (!from || !to) return;
  const left = Math.min(a.x, b.x);
  const prices = fibonacciPrices(from.price, to.price);
  for (const [i, ratio] of fibonacciRatios.entries()) {
    const price = prices[i] ?? from.price;
    const y = scale.pointOf({ time: from.time, price })?.y ?? a.y + (b.y - a.y) * ratio;
    line(context, { x: left, y }, { x: scale.width, y });
    label(
      context,
      `${ratioText(ratio)} · ${scale.priceText(price)}`,
      { x: left, y: y - ROW_PX / 2 - 1 },
      look,
    );
  }
}

function paintMeasure(
  context: Context,
  { anchors: [from, to] }: Drawing,
  [a, b]: readonly [Point, Point],
  { scale, look, measureText }: PaintDeps,
): void {
  if (!from || !to) return;
  const { bars, seconds, change } = measured(scale.bars, from, to);
  context.strokeStyle = change < 0 ? look.down : look.up;
  area(context, a, b, look.fill);
  const middle = (a.x + b.x) / 2;
  line(context, { x: middle, y: a.y }, { x: middle, y: b.y });
  const tip = b.y < a.y ? 6 : -6;
  line(context, { x: middle - 5, y: b.y + tip }, { x: middle, y: b.y });
  line(context, { x: middle + 5, y: b.y + tip }, { x: middle, y: b.y });
  const text = measureText(bars, seconds, change);
  const wide = context.measureText(text).width;
  const x = Math.max(PAD_PX, Math.min(middle - wide / 2, scale.width - wide - 2 * PAD_PX));
  const y = b.y < a.y ? Math.max(ROW_PX, b.y - ROW_PX) : Math.min(scale.height - ROW_PX, b.y + ROW_PX);
  label(context, text, { x, y }, look);
}

function line(context: Context, from: Point, to: Point): void {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

function area(context: Context, a: Point, b: Point, fill: string): void {
  const before = context.fillStyle;
  context.fillStyle = fill;
  context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
  context.fillStyle = before;
}

/** Words on the ground of the page: bars behind them stay bars. @param at left, and the middle of the line. */
function label(context: Context, text: string, at: Point, look: DrawingStyle): void {
  if (text === '') return;
  const wide = context.measureText(text).width;
  context.fillStyle = look.ground;
  context.fillRect(at.x - 2, at.y - ROW_PX / 2, wide + 4, ROW_PX);
  context.fillStyle = look.text;
  context.fillText(text, at.x, at.y);
  context.fillStyle = look.line;
}

function paintHandle(context: Context, { x, y }: Point, look: DrawingStyle): void {
  context.beginPath();
  context.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
  context.fillStyle = look.ground;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = look.line;
  context.stroke();
}

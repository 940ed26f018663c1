import type { CycleMark, CycleSecondsFrame } from '../../../workers/api.ts';
import type { ChartStyle } from '../../ui/chart/chartStyle.ts';

interface Picture {
  readonly frame: CycleSecondsFrame;
  readonly marks: readonly CycleMark[];
  /** ms before now, and after it. */
  readonly span: { readonly past: number; readonly ahead: number };
  readonly words: {
    readonly tag: string;
    readonly buyPrice: string;
    readonly time: Intl.DateTimeFormat;
  };
  readonly look: ChartStyle;
}

/** Where moments and prices lie, px. */
interface Places {
  readonly pen: CanvasRenderingContext2D;
  readonly right: number;
  readonly bottom: number;
  readonly x: (at: number) => number;
  readonly y: (price: number) => number;
  readonly priceAt: (top: number) => number;
  /** Where something is written at the edge already, px from the top. */
  readonly written: number[];
}

const FONT = '11px system-ui, sans-serif';
const AXIS_PX = 20;
const LABEL_PX = 18;
const EDGE_PX = 12;
/** Prices that lie nearer than this share of themselves fill the height no further: noise is no cliff. */
const LEAST_SPAN = 0.0001;
/** Seconds that lie further apart have others between them that are not known. */
const HOLE_MS = 4_000;
const MARKED_ABOVE_PX = 90;

/** Draws the line of seconds, what has been bought and when it ends. */
export function drawSeconds(canvas: HTMLCanvasElement, picture: Picture): void {
  const pen = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!pen || width === 0 || height === 0) return;
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  pen.scale(scale, scale);
  pen.font = FONT;
  pen.textBaseline = 'middle';
  const { frame, look, words } = picture;
  const ruler = new Intl.NumberFormat(words.tag, {
    minimumFractionDigits: frame.decimals,
    maximumFractionDigits: frame.decimals,
  });
  const room = Math.max(...[frame.price, frame.high].map((text) => pen.measureText(text).width)) + 14;
  const places = placesOf(pen, picture, width - room, height - AXIS_PX);
  drawTimes(places, picture);
  for (const mark of picture.marks) {
    drawTerm(places, mark, look);
    write(places, mark.priceText, places.y(mark.price), mark.direction === 'up' ? look.up : look.down);
  }
  drawRuler(places, picture, (price) => ruler.format(price));
  const line = pathOf(places, picture);
  for (const mark of picture.marks) drawEntry(places, mark, picture);
  drawLine(places, line, picture);
}

/** Values of the window, and those of the contracts that run in it. */
function placesOf(
  pen: CanvasRenderingContext2D,
  { frame, marks, span }: Picture,
  right: number,
  bottom: number,
): Places {
  const from = frame.now - span.past;
  const to = frame.now + span.ahead;
  const seen = frame.prices.filter((_, i) => (frame.times[i] ?? 0) >= from);
  const all = [...seen, ...marks.map(({ price }) => price)];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const middle = (low + high) / 2;
  const reach = Math.max((high - low) / 2, Math.abs(middle) * LEAST_SPAN, 10 ** -frame.decimals);
  const tall = Math.max(1, bottom - 2 * EDGE_PX);
  const y = (price: number): number => EDGE_PX + (tall * (middle + reach - price)) / (2 * reach);
  return {
    pen,
    right,
    bottom,
    written: [y(frame.prices.at(-1) ?? middle)],
    x: (at) => (right * (at - from)) / (to - from),
    y,
    priceAt: (top) => middle + reach - ((top - EDGE_PX) * 2 * reach) / tall,
  };
}

function drawTimes({ pen, x, right, bottom }: Places, { frame, span, look, words }: Picture): void {
  const step = [15_000, 30_000, 60_000].find((each) => (span.past + span.ahead) / each <= 6) ?? 60_000;
  pen.textAlign = 'center';
  const half = pen.measureText(words.time.format(frame.now)).width / 2;
  for (let at = Math.ceil((frame.now - span.past) / step) * step; x(at) < right; at += step) {
    pen.fillStyle = look.line;
    pen.fillRect(Math.round(x(at)), 0, 1, bottom);
    if (x(at) < half || x(at) > right - half) continue;
    pen.fillStyle = look.text;
    pen.fillText(words.time.format(at), x(at), bottom + AXIS_PX / 2);
  }
}

function drawRuler(places: Places, { look }: Picture, textOf: (price: number) => string): void {
  const { pen, priceAt, right, bottom } = places;
  const rows = bottom > 2 * MARKED_ABOVE_PX ? 4 : 2;
  for (let row = 0; row < rows; row++) {
    const top = EDGE_PX + ((bottom - 2 * EDGE_PX) * row) / (rows - 1);
    pen.fillStyle = look.line;
    pen.fillRect(0, Math.round(top), right, 1);
    write(places, textOf(priceAt(top)), top, look.text);
  }
}

/** A price at the edge, unless another stands where it would. */
function write({ pen, right, written }: Places, text: string, top: number, color: string): void {
  if (written.some((other) => Math.abs(other - top) < LABEL_PX)) return;
  written.push(top);
  pen.textAlign = 'left';
  pen.fillStyle = color;
  pen.fillText(text, right + 7, top);
}

/** The time that counts for the settlement price, and the end. */
function drawTerm({ pen, x, right, bottom }: Places, mark: CycleMark, look: ChartStyle): void {
  const end = x(mark.endsAt);
  if (end > right || end < 0) return;
  const from = x(mark.windowFrom);
  pen.globalAlpha = 0.22;
  pen.fillStyle = look.text;
  pen.fillRect(from, 0, end - from, bottom);
  pen.globalAlpha = 1;
  pen.fillStyle = look.text;
  pen.fillRect(Math.round(end), 0, 1.5, bottom);
}

function pathOf({ x, y }: Places, { frame, span }: Picture): readonly Spot[] {
  const from = frame.now - span.past;
  return frame.times.flatMap((at, i) => {
    const price = frame.prices[i];
    return price === undefined || at < from ? [] : [[x(at), y(price)] as const];
  });
}

/** The buy price, dashed, and what lies between it and the line: ahead or behind. */
function drawEntry(places: Places, mark: CycleMark, picture: Picture): void {
  const { pen, x, y, right, bottom } = places;
  const { look, words } = picture;
  const color = mark.direction === 'up' ? look.up : look.down;
  const begin = Math.max(0, x(mark.startsAt));
  const level = y(mark.price);
  const since = pathOf(places, picture).filter(([left]) => left >= begin);
  const [first, last] = [since[0], since.at(-1)];
  if (first && last && mark.standing !== 0) {
    pen.globalAlpha = 0.16;
    pen.fillStyle = mark.standing > 0 ? look.up : look.down;
    pen.beginPath();
    pen.moveTo(first[0], level);
    for (const [left, top] of since) pen.lineTo(left, top);
    pen.lineTo(last[0], level);
    pen.fill();
    pen.globalAlpha = 1;
  }
  pen.strokeStyle = color;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 4]);
  pen.beginPath();
  pen.moveTo(begin, level);
  pen.lineTo(right, level);
  pen.stroke();
  pen.setLineDash([]);
  pen.beginPath();
  pen.arc(begin, level, 4, 0, 2 * Math.PI);
  pen.fillStyle = look.background;
  pen.fill();
  pen.stroke();
  // Of several the colours and the prices at the edge say enough.
  if (bottom < MARKED_ABOVE_PX || picture.marks.length > 1) return;
  pen.textAlign = 'left';
  pen.fillStyle = look.text;
  pen.fillText(words.buyPrice, begin + 8, level + (level > bottom - 2 * EDGE_PX ? -10 : 12));
}

function drawLine({ pen, x, y, right }: Places, line: readonly Spot[], { frame, look }: Picture): void {
  const last = line.at(-1);
  const newest = frame.prices.at(-1);
  if (!last || newest === undefined) return;
  pen.strokeStyle = look.accent;
  pen.lineWidth = 2;
  pen.lineJoin = 'round';
  const hole = x(frame.now + HOLE_MS) - x(frame.now);
  let before = line[0];
  pen.beginPath();
  for (const [left, top] of line) {
    // Where nothing is known in between, nothing is drawn as if it were.
    const isHole = before !== undefined && left - before[0] > hole;
    if (isHole) {
      pen.stroke();
      drawHole(pen, before ?? [left, top], [left, top]);
      pen.beginPath();
      pen.moveTo(left, top);
    } else pen.lineTo(left, top);
    before = [left, top];
  }
  pen.stroke();
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  pen.beginPath();
  pen.moveTo(last[0], last[1]);
  pen.lineTo(right, last[1]);
  pen.stroke();
  pen.setLineDash([]);
  pen.fillStyle = look.accent;
  pen.beginPath();
  pen.arc(last[0], last[1], 4, 0, 2 * Math.PI);
  pen.fill();
  pen.beginPath();
  pen.roundRect(right + 2, y(newest) - LABEL_PX / 2, pen.measureText(frame.price).width + 10, LABEL_PX, 3);
  pen.fill();
  pen.fillStyle = look.background;
  pen.textAlign = 'left';
  pen.fillText(frame.price, right + 7, y(newest));
}

type Spot = readonly [left: number, top: number];

function drawHole(pen: CanvasRenderingContext2D, from: Spot, to: Spot): void {
  pen.globalAlpha = 0.5;
  pen.setLineDash([3, 4]);
  pen.beginPath();
  pen.moveTo(...from);
  pen.lineTo(...to);
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

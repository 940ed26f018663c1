import type { PlotShape } from '../../../domain/index.ts';

/** How a line is drawn, and in which colour; columns take those of rising and falling. */
export interface PlotStyle {
  readonly shape: PlotShape;
  readonly colour: string;
}

export interface ColumnColours {
  readonly up: string;
  readonly down: string;
}

/** Where a line passes, or a column stands. */
export interface Place {
  readonly x: number;
  /** NaN where there is none. */
  readonly figure: number;
  /** Whether its bar rose. */
  readonly isUp: boolean;
}

interface Drawing extends PlotStyle {
  /** From one bar to the next, px. */
  readonly width: number;
  readonly columns: ColumnColours;
}

type ToY = (figure: number) => number | null;

/** A mark of a dotted line, px. */
const DOT = 1.5;
/** Of the room of a bar, a column takes this part. */
const COLUMN = 0.7;

export function drawPlot(
  context: CanvasRenderingContext2D,
  places: readonly Place[],
  toY: ToY,
  drawing: Drawing,
): void {
  if (drawing.shape === 'line') drawLine(context, places, toY, drawing.colour);
  else if (drawing.shape === 'dots') drawDots(context, places, toY, drawing.colour);
  else drawColumns(context, places, toY, drawing);
}

function drawLine(
  context: CanvasRenderingContext2D,
  places: readonly Place[],
  toY: ToY,
  colour: string,
): void {
  context.beginPath();
  let isPen = false;
  for (const { x, figure } of places) {
    const y = Number.isFinite(figure) ? toY(figure) : null;
    if (y === null) isPen = false;
    else if (isPen) context.lineTo(x, y);
    else {
      context.moveTo(x, y);
      isPen = true;
    }
  }
  context.lineWidth = 1;
  context.lineJoin = 'round';
  context.strokeStyle = colour;
  context.stroke();
}

function drawDots(
  context: CanvasRenderingContext2D,
  places: readonly Place[],
  toY: ToY,
  colour: string,
): void {
  context.fillStyle = colour;
  for (const { x, figure } of places) {
    const y = Number.isFinite(figure) ? toY(figure) : null;
    if (y === null) continue;
    context.beginPath();
    context.arc(x, y, DOT, 0, 2 * Math.PI);
    context.fill();
  }
}

function drawColumns(
  context: CanvasRenderingContext2D,
  places: readonly Place[],
  toY: ToY,
  { width, shape, columns }: Drawing,
): void {
  const zero = toY(0);
  if (zero === null) return;
  const wide = Math.max(1, width * COLUMN);
  for (const { x, figure, isUp } of places) {
    const y = Number.isFinite(figure) ? toY(figure) : null;
    if (y === null) continue;
    context.fillStyle = (shape === 'sign' ? figure >= 0 : isUp) ? columns.up : columns.down;
    context.fillRect(x - wide / 2, Math.min(y, zero), wide, Math.max(1, Math.abs(zero - y)));
  }
}

import type { IPrimitivePaneView, ISeriesPrimitive, Time } from 'lightweight-charts';
import type { ChartParts } from '../chart/engine.ts';
import type { Anchor, Drawing, DrawingKind, Point } from './geometry.ts';
import { anchorsOf, distanceTo } from './geometry.ts';
import { Loupe } from './loupe.ts';
import type { DrawingStyle, PaintDeps } from './paint.ts';
import { paint } from './paint.ts';
import { DrawingScale } from './scale.ts';
import { MOST_DRAWINGS } from './storedDrawings.ts';

/** A finger holds a handle from so far, and a line: half of what it taps, px. */
const HANDLE_REACH = 22;
const LINE_REACH = 20;
/** A finger that moves less than this taps, px. */
const TAP_PX = 8;

export interface BoardOptions extends Pick<PaintDeps, 'measureText' | 'ratioText'> {
  readonly look: () => DrawingStyle;
  /** Drawings are others: they are kept, and shown. */
  readonly onChange: (drawings: readonly Drawing[]) => void;
  /** Another one is chosen, or none, and where it lies. */
  readonly onChoose: (id: number | undefined) => void;
  /** A drawing has been made with the tool, which is put away. */
  readonly onMade: (drawing: Drawing) => void;
  /** Another one was drawn than can be kept: none of the others makes room, and the tool is put away. */
  readonly onFull: () => void;
}

interface Hold {
  readonly pointer: number;
  readonly from: Point;
  readonly drawing: Drawing;
  /** Which anchor is held; undefined: all of it. */
  readonly anchor: number | undefined;
  readonly isNew: boolean;
}

/** Drawings on a chart, and the finger that makes, chooses and moves them. */
export class DrawingBoard implements ISeriesPrimitive<Time> {
  readonly #parts: ChartParts;
  readonly #options: BoardOptions;
  readonly #scale: DrawingScale;
  readonly #loupe: Loupe;
  readonly #host: HTMLElement;
  readonly #views: readonly IPrimitivePaneView[];
  #drawings: readonly Drawing[] = [];
  #chosen: number | undefined;
  #tool: DrawingKind | undefined;
  #isSnapping = true;
  #hold: Hold | undefined;
  /** The first place of a drawing that is made by two taps. */
  #half: Drawing | undefined;
  #tap: { readonly pointer: number; readonly at: Point } | undefined;
  #redraw: () => void = () => undefined;

  constructor(parts: ChartParts, options: BoardOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#scale = new DrawingScale(parts);
    this.#loupe = new Loupe(parts.element, options.look);
    this.#views = [
      {
        zOrder: () => 'top',
        renderer: () => ({
          draw: (target) => target.useMediaCoordinateSpace(({ context }) => this.#paint(context)),
        }),
      },
    ];
    parts.main.attachPrimitive(this);
    // Before the chart and the lines of orders: what is being drawn is nothing that they have to know of.
    this.#host = parts.element.parentElement ?? parts.element;
    this.#host.addEventListener('touchstart', this.#touched, { capture: true, passive: false });
    this.#host.addEventListener('pointerdown', this.#down, { capture: true });
    this.#host.addEventListener('pointermove', this.#moved, { capture: true });
    this.#host.addEventListener('pointerup', this.#up, { capture: true });
    this.#host.addEventListener('pointercancel', this.#cancelled, { capture: true });
  }

  attached({ requestUpdate }: { readonly requestUpdate: () => void }): void {
    this.#redraw = requestUpdate;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  show(drawings: readonly Drawing[]): void {
    this.#drawings = drawings;
    this.#redraw();
  }

  choose(id: number | undefined): void {
    this.#chosen = id;
    this.#redraw();
  }

  /** @param tool what the next touch draws; undefined: touches choose and move. */
  use(tool: DrawingKind | undefined, isSnapping: boolean): void {
    this.#tool = tool;
    this.#isSnapping = isSnapping;
    this.#half = undefined;
    this.#redraw();
  }

  /** Where a drawing lies, px; undefined for one that lies nowhere. */
  placesOf(drawing: Drawing): readonly Point[] {
    return drawing.anchors.flatMap((anchor) => this.#scale.pointOf(anchor) ?? []);
  }

  destroy(): void {
    this.#host.removeEventListener('touchstart', this.#touched, { capture: true });
    this.#host.removeEventListener('pointerdown', this.#down, { capture: true });
    this.#host.removeEventListener('pointermove', this.#moved, { capture: true });
    this.#host.removeEventListener('pointerup', this.#up, { capture: true });
    this.#host.removeEventListener('pointercancel', this.#cancelled, { capture: true });
    this.#loupe.destroy();
    try {
      this.#parts.main.detachPrimitive(this);
    } catch {
      // The chart is gone, and all that was on it.
    }
  }

  #paint(context: CanvasRenderingContext2D): void {
    const deps = { ...this.#options, scale: this.#scale, look: this.#options.look() };
    const held = this.#hold?.drawing ?? this.#half;
    for (const drawing of this.#drawings)
      if (drawing.id !== held?.id) paint(context, drawing, drawing.id === this.#chosen, deps);
    if (held) paint(context, held, true, deps);
  }

  /** What a touch at a place would hold; undefined leaves it to the chart. */
  #holdAt(at: Point, pointer: number): Hold | undefined {
    if (at.x > this.#scale.width || at.y > this.#scale.height || at.y < 0) return undefined;
    if (this.#tool) return this.#newHold(this.#tool, at, pointer);
    const drawing = this.#drawings.find(({ id }) => id === this.#chosen);
    if (!drawing) return undefined;
    const places = this.placesOf(drawing);
    const near = places.map(({ x, y }) => Math.hypot(x - at.x, y - at.y));
    const anchor = near.indexOf(Math.min(...near));
    const isHandle = (near[anchor] ?? Number.POSITIVE_INFINITY) <= HANDLE_REACH;
    if (!isHandle && this.#distanceTo(drawing, at) > LINE_REACH) return undefined;
    return { pointer, from: at, drawing, anchor: isHandle ? anchor : undefined, isNew: false };
  }

  #distanceTo(drawing: Drawing, at: Point): number {
    const { width } = this.#scale;
    return distanceTo(drawing.kind, this.placesOf(drawing), at, width, this.#scale.linesOf(drawing));
  }

  #newHold(kind: DrawingKind, at: Point, pointer: number): Hold | undefined {
    const place = this.#scale.anchorAt(at, this.#isSnapping);
    if (!place) return undefined;
    const half = this.#half;
    const id = half?.id ?? Math.max(0, ...this.#drawings.map((each) => each.id)) + 1;
    const first = half?.anchors[0];
    const anchors = anchorsOf(kind) === 1 ? [place] : [first ?? place, place];
    return { pointer, from: at, drawing: { id, kind, anchors }, anchor: anchors.length - 1, isNew: true };
  }

  readonly #touched = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (event.touches.length !== 1 || !touch || !this.#holdAt(this.#pointOf(touch), -1)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #down = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    const at = this.#pointOf(event);
    const hold = this.#holdAt(at, event.pointerId);
    this.#tap = hold ? undefined : { pointer: event.pointerId, at };
    if (!hold) return;
    event.preventDefault();
    event.stopPropagation();
    this.#host.setPointerCapture(event.pointerId);
    this.#hold = hold;
    if (hold.isNew || hold.anchor !== undefined) this.#look(at);
    this.#redraw();
  };

  readonly #moved = (event: PointerEvent): void => {
    const hold = this.#hold;
    if (hold?.pointer !== event.pointerId) return;
    event.stopPropagation();
    const at = this.#pointOf(event);
    const drawing = this.#dragged(hold, at);
    if (drawing) this.#hold = { ...hold, drawing };
    if (hold.anchor !== undefined) this.#look(at);
    this.#redraw();
  };

  readonly #up = (event: PointerEvent): void => {
    const at = this.#pointOf(event);
    if (this.#tap?.pointer === event.pointerId) {
      const isTap = Math.hypot(at.x - this.#tap.at.x, at.y - this.#tap.at.y) < TAP_PX;
      this.#tap = undefined;
      if (isTap) this.#chooseAt(at);
      return;
    }
    const hold = this.#hold;
    if (hold?.pointer !== event.pointerId) return;
    event.stopPropagation();
    this.#end();
    const isMoved = Math.hypot(at.x - hold.from.x, at.y - hold.from.y) >= TAP_PX;
    if (hold.isNew) this.#made(hold.drawing, isMoved);
    else if (isMoved)
      this.#change(this.#drawings.map((each) => (each.id === hold.drawing.id ? hold.drawing : each)));
  };

  readonly #cancelled = (event: PointerEvent): void => {
    if (this.#tap?.pointer === event.pointerId) this.#tap = undefined;
    if (this.#hold?.pointer === event.pointerId) this.#end();
  };

  #end(): void {
    this.#hold = undefined;
    this.#loupe.hide();
    this.#redraw();
  }

  /** A drawing of two places is made by one stroke, or by a tap for each. */
  #made(drawing: Drawing, isMoved: boolean): void {
    if (anchorsOf(drawing.kind) === 2 && !this.#half && !isMoved) {
      this.#half = drawing;
      return;
    }
    this.#half = undefined;
    this.#tool = undefined;
    if (this.#drawings.length >= MOST_DRAWINGS) {
      this.#options.onFull();
      return;
    }
    this.#chosen = drawing.id;
    this.#change([...this.#drawings, drawing]);
    this.#options.onMade(drawing);
  }

  #dragged({ drawing, anchor, from }: Hold, at: Point): Drawing | undefined {
    if (anchor !== undefined) {
      const place = this.#scale.anchorAt(at, this.#isSnapping);
      if (!place) return undefined;
      return { ...drawing, anchors: drawing.anchors.map((each, i) => (i === anchor ? place : each)) };
    }
    const stands = this.#drawings.find(({ id }) => id === drawing.id);
    const anchors = stands?.anchors.map((each): Anchor | undefined => {
      const place = this.#scale.pointOf(each);
      return place && this.#scale.anchorAt({ x: place.x + at.x - from.x, y: place.y + at.y - from.y }, false);
    });
    if (!anchors || anchors.includes(undefined)) return undefined;
    return { ...drawing, anchors: anchors.filter((each) => each !== undefined) };
  }

  #chooseAt(at: Point): void {
    if (at.x > this.#scale.width || at.y > this.#scale.height) return;
    let best: { readonly id: number; readonly distance: number } | undefined;
    for (const drawing of this.#drawings) {
      const distance = this.#distanceTo(drawing, at);
      if (distance <= LINE_REACH && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
        best = { id: drawing.id, distance };
    }
    if (best?.id === this.#chosen) return;
    this.choose(best?.id);
    this.#options.onChoose(best?.id);
  }

  #change(drawings: readonly Drawing[]): void {
    this.show(drawings);
    this.#options.onChange(drawings);
  }

  #look(at: Point): void {
    // The picture of this moment comes with the next frame.
    requestAnimationFrame(() => this.#hold && this.#loupe.show(at));
  }

  #pointOf({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    const { left, top } = this.#parts.element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

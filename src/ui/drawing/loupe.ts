import type { Point } from './geometry.ts';

/** px: how wide it is, how far above the finger, and how much larger. */
const SIZE = 104;
const ABOVE = 84;
const ZOOM = 2;

/** What lies under a finger, larger, above it. */
export class Loupe {
  readonly #element: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #colours: () => { readonly line: string; readonly ground: string };

  constructor(element: HTMLElement, colours: () => { readonly line: string; readonly ground: string }) {
    this.#element = element;
    this.#colours = colours;
    this.#canvas = document.createElement('canvas');
    this.#canvas.dataset['loupe'] = '';
    this.#canvas.hidden = true;
    Object.assign(this.#canvas.style, {
      position: 'absolute',
      zIndex: '6',
      width: `${SIZE}px`,
      height: `${SIZE}px`,
      borderRadius: '50%',
      pointerEvents: 'none',
    });
    element.style.position = 'relative';
    element.append(this.#canvas);
  }

  show(at: Point): void {
    const ratio = window.devicePixelRatio || 1;
    const side = Math.round(SIZE * ratio);
    const canvas = this.#canvas;
    canvas.width = side;
    canvas.height = side;
    const width = this.#element.clientWidth;
    const top = at.y - ABOVE - SIZE / 2;
    // Where there is no room above the finger it stands beside it.
    const isBeside = top < 0;
    const left = isBeside ? (at.x > width / 2 ? at.x - ABOVE - SIZE : at.x + ABOVE) : at.x - SIZE / 2;
    canvas.style.left = `${Math.max(0, Math.min(left, width - SIZE))}px`;
    canvas.style.top = `${Math.max(0, top)}px`;
    canvas.hidden = false;
    const context = canvas.getContext('2d');
    if (context) this.#copy(context, at, ratio, side);
  }

  hide(): void {
    this.#canvas.hidden = true;
  }

  destroy(): void {
    this.#canvas.remove();
  }

  #copy(context: CanvasRenderingContext2D, at: Point, ratio: number, side: number): void {
    const { line, ground } = this.#colours();
    context.fillStyle = ground;
    context.fillRect(0, 0, side, side);
    const own = this.#element.getBoundingClientRect();
    const seen = SIZE / ZOOM;
    for (const layer of this.#element.querySelectorAll('canvas')) {
      if (layer === this.#canvas || layer.width === 0) continue;
      const box = layer.getBoundingClientRect();
      const scale = layer.width / box.width;
      const x = (at.x - seen / 2 - (box.left - own.left)) * scale;
      const y = (at.y - seen / 2 - (box.top - own.top)) * scale;
      context.drawImage(layer, x, y, seen * scale, seen * scale, 0, 0, side, side);
    }
    context.strokeStyle = line;
    context.lineWidth = ratio;
    context.beginPath();
    context.moveTo(side / 2, side * 0.35);
    context.lineTo(side / 2, side * 0.65);
    context.moveTo(side * 0.35, side / 2);
    context.lineTo(side * 0.65, side / 2);
    context.stroke();
    context.lineWidth = 4 * ratio;
    context.beginPath();
    context.arc(side / 2, side / 2, side / 2 - ratio, 0, 2 * Math.PI);
    context.stroke();
  }
}

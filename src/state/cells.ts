import { writtenZeros } from '../../domain/index.ts';

/**
 * Live text. A cell's element is registered once; from then on its text is written straight to it, without a render.
 * Texts that come before their element wait for it.
 */
export class CellBoard {
  readonly #elements = new Map<string, HTMLElement>();
  readonly #texts = new Map<string, string>();
  readonly #moves = new Map<string, number>();
  /** Elements whose text is read out otherwise than it stands there. */
  readonly #named = new WeakSet<HTMLElement>();

  /** Ties a cell to an element. @returns undo. */
  attach(key: string, element: HTMLElement): () => void {
    this.#elements.set(key, element);
    const text = this.#texts.get(key) ?? '';
    element.textContent = text;
    this.#name(element, text);
    markDirection(element, this.#moves.get(key) ?? 0);
    return () => {
      if (this.#elements.get(key) === element) this.#elements.delete(key);
    };
  }

  /** A cell's new text. @param direction −1, 0 or 1: of the value itself, shown for as long as the text stands. */
  write(key: string, text: string, direction?: number): void {
    // What stands there already costs the browser no look at it.
    if (this.#texts.get(key) === text && (direction === undefined || this.#moves.get(key) === direction))
      return;
    this.#texts.set(key, text);
    const element = this.#elements.get(key);
    if (direction !== undefined) this.#moves.set(key, direction);
    if (!element) return;
    // A single text node is changed in place; a new one would cost the browser more.
    const node = element.firstChild;
    if (node) node.nodeValue = text;
    else element.textContent = text;
    this.#name(element, text);
    if (direction !== undefined) markDirection(element, direction);
  }

  /** A price whose zeros are counted is read out with all of them. */
  #name(element: HTMLElement, text: string): void {
    const written = writtenZeros(text);
    if (written !== text) {
      this.#named.add(element);
      element.setAttribute('role', 'img');
      element.setAttribute('aria-label', written);
    } else if (this.#named.delete(element)) {
      element.removeAttribute('role');
      element.removeAttribute('aria-label');
    }
  }

  /** What a cell says now. */
  read(key: string): string {
    return this.#texts.get(key) ?? '';
  }

  /** The direction that is shown with it; undefined where none was. */
  direction(key: string): number | undefined {
    return this.#moves.get(key);
  }

  /** A cell's new text after a move, which is marked for a moment. @param move −1, 0 or 1. */
  writeMoved(key: string, text: string, move: number): void {
    if (isDue) fade();
    this.write(key, text);
    const element = this.#elements.get(key);
    if (element && move !== 0) flash(element, move);
  }

  /** Forgets all texts; elements stay. */
  clear(): void {
    this.#texts.clear();
    this.#moves.clear();
    for (const element of this.#elements.values()) {
      element.textContent = '';
      this.#name(element, '');
    }
  }
}

function markDirection(element: HTMLElement, direction: number): void {
  const mark = direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat';
  if (element.dataset['direction'] !== mark) element.dataset['direction'] = mark;
}

const FLASH_MS = 120;
/** Prices that come so soon after marks are due take them along: a paint of their own would cost as much as a frame's. */
const PATIENCE_MS = 60;
const flashing = new Set<HTMLElement>();
let fading: Set<HTMLElement> = new Set();
let isDue = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Marks a moved price; one timer for all takes the marks away again. */
function flash(element: HTMLElement, move: number): void {
  // A mark stands until it fades, however fast the price moves on.
  if (flashing.has(element) || fading.has(element)) return;
  element.dataset['move'] = move > 0 ? 'up' : 'down';
  flashing.add(element);
  timer ??= setTimeout(awaitPrices, FLASH_MS);
}

function awaitPrices(): void {
  isDue = true;
  timer = setTimeout(fade, PATIENCE_MS);
}

function fade(): void {
  clearTimeout(timer);
  isDue = false;
  for (const element of fading) delete element.dataset['move'];
  fading = new Set(flashing);
  flashing.clear();
  timer = fading.size > 0 ? setTimeout(awaitPrices, FLASH_MS) : undefined;
}

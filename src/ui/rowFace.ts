import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { RowHead } from '../../workers/api.ts';
import { isFavourite, onFavourite } from '../state/favourites.ts';
import type { ListModel } from '../state/listModel.ts';
import { hueOf, initialOf, pictureOf } from './coin/coinFace.ts';

/** Letters of a name beyond which it is written smaller. */
const LONG_NAME = 6;
export const isLongName = (base: string): boolean => base.length > LONG_NAME;

/** What a row writes of the market that stands there, in its own words. */
export interface FaceTexts {
  /** Where a tap leads, as the page's address. */
  readonly hrefOf: (head: RowHead) => string;
  /** Names the star; absent where the row has none. */
  readonly starOf: ((base: string) => string) | undefined;
}

/**
 * Which elements a row consists of, as a key: markets that share it differ in texts and attributes alone, which are
 * written in place. Another one is rendered.
 */
const shapeOf = ({ id, kind, status, iconId }: RowHead, isOwn: boolean): string =>
  `${kind} ${status} ${pictureOf(iconId) !== undefined} ${isOwn ? id : ''}`;

function setText(node: Node | null | undefined, text: string): void {
  if (node && node.nodeValue !== text) node.nodeValue = text;
}

function setAttribute(element: Element | null, name: string, text: string | undefined): void {
  if (!element || (element.getAttribute(name) ?? undefined) === text) return;
  if (text === undefined) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/**
 * The elements of a rendered row. A whole list changes its order within a frame, at times in each frame: rendered, the
 * rows would be most of what that frame costs. What is written is compared with the page and not with what was written
 * last, as a render writes too.
 */
class RowFace {
  readonly #row: Element;
  readonly #texts: FaceTexts;
  #id: string | undefined;
  #unstar = (): void => undefined;

  constructor(row: Element, texts: FaceTexts) {
    this.#row = row;
    this.#texts = texts;
  }

  show(head: RowHead): void {
    const row = this.#row;
    const base = row.querySelector('b');
    const pair = base?.parentElement;
    setText(base?.firstChild, head.base);
    setText(pair?.lastChild, `/${head.quote}`);
    setAttribute(pair ?? null, 'data-long', isLongName(head.base) ? 'true' : undefined);
    setAttribute(row.querySelector('a'), 'href', this.#texts.hrefOf(head));
    const path = row.querySelector('a > svg > path');
    setAttribute(path, 'd', head.sparkline);
    setAttribute(path?.parentElement ?? null, 'data-rises', String(head.rises));
    this.#showIcon(head);
    this.#showStar(head);
  }

  #showIcon({ iconId, base }: RowHead): void {
    const icon = this.#row.querySelector('a')?.firstElementChild;
    const address = pictureOf(iconId);
    if (address !== undefined) setAttribute(icon?.firstElementChild ?? null, 'href', address);
    else if (icon instanceof HTMLElement) {
      setText(icon.firstChild, initialOf(base));
      icon.style.setProperty('--hue', String(hueOf(base)));
    }
  }

  #showStar({ id, base }: RowHead): void {
    const { starOf } = this.#texts;
    if (!starOf) return;
    const star = this.#row.lastElementChild;
    const write = () => setAttribute(star, 'aria-pressed', String(isFavourite(id)));
    setAttribute(star, 'aria-label', starOf(base));
    write();
    if (id === this.#id) return;
    this.#unstar();
    this.#id = id;
    this.#unstar = onFavourite(id, write);
  }

  close(): void {
    this.#unstar();
  }
}

/**
 * The market at a place of a list: what to render, and from then on it is written to the row whenever another market
 * takes the place. @param isOwn each market is rendered: the row has parts of the caller's own.
 */
export function useRowFace(
  row: RefObject<Element | null>,
  { heads }: ListModel,
  place: number,
  texts: FaceTexts,
  isOwn: boolean,
): RowHead | undefined {
  const follow = useCallback((listener: () => void) => heads.subscribe(place, listener), [heads, place]);
  const read = () => {
    const head = heads.read(place);
    return head && shapeOf(head, isOwn);
  };
  // The same while the page is built, where the first sight is prepared.
  const shape = useSyncExternalStore(follow, read, read);
  const write = useRef((): void => undefined);
  useLayoutEffect(() => {
    if (!row.current) return undefined;
    const face = new RowFace(row.current, texts);
    write.current = () => {
      const head = heads.read(place);
      if (head && shapeOf(head, isOwn) === shape) face.show(head);
    };
    const leave = heads.subscribe(place, write.current);
    return () => {
      leave();
      face.close();
    };
  }, [row, heads, place, shape, texts, isOwn]);
  // A render that was begun before the last change is not the last word.
  useLayoutEffect(() => write.current());
  return heads.read(place);
}

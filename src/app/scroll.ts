import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { RecentMap } from '../state/recentMap.ts';

/** The row that a reader sees first, and how far it is scrolled beyond its own top; px. */
export interface SeenRow {
  readonly list: string;
  readonly key: string;
  readonly pastPx: number;
}

/** What a long list knows of where its rows stand, measured as `scrollTop` is; px. */
interface RowFinder {
  /** The row at a place, if it is one of this list's. */
  readonly rowAt: (top: number) => SeenRow | undefined;
  /** Where one has to scroll to for a row to be seen as it was; undefined while it is not there. */
  readonly placeOf: (row: SeenRow) => number | undefined;
}

interface Place {
  readonly top: number;
  readonly row: SeenRow | undefined;
}

const places = new RecentMap<Place>(60);
/** The tabs are found as they were left, however one comes to them. */
const TABS = /^\/(home|market|cycle|property)$/;
const tabPlaces = new RecentMap<Place>(5);
const finders = new WeakMap<HTMLElement, Set<RowFinder>>();
const TOP: Place = { top: 0, row: undefined };
const CALM_FRAMES = 3;
/** What a reader does to scroll: from then on the reader decides. */
const HANDS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/** A long list makes its rows known to what scrolls it. @returns what takes it back. */
export function findRowsIn(scroller: HTMLElement, finder: RowFinder): () => void {
  const known = finders.get(scroller) ?? new Set();
  finders.set(scroller, known.add(finder));
  return () => void known.delete(finder);
}

/** The first answer of the lists in a body. */
function ofLists<T>(body: HTMLElement, ask: (finder: RowFinder) => T | undefined): T | undefined {
  for (const finder of finders.get(body) ?? []) {
    const answer = ask(finder);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Keeps where a body was scrolled to, and goes there again on the way back. */
export function useStoredScroll(body: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const way = useNavigationType();
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const wanted = (way === 'POP' ? places.get(key) : undefined) ?? tabPlaces.get(pathname) ?? TOP;
    const returning = { isDone: wanted.top === 0 };
    const stopReturning = returnTo(element, wanted, returning);
    const remember = () => {
      const top = element.scrollTop;
      // While the content is still short, where it stands is not where the reader was.
      if (!returning.isDone) return;
      places.put(key, { top, row: ofLists(element, ({ rowAt }) => rowAt(top)) });
      if (TABS.test(pathname)) tabPlaces.put(pathname, { top, row: undefined });
    };
    for (const hand of HANDS) element.addEventListener(hand, stopReturning, { passive: true });
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      stopReturning();
      for (const hand of HANDS) element.removeEventListener(hand, stopReturning);
      element.removeEventListener('scroll', remember);
    };
  }, [body, key, pathname, way]);
}

/**
 * Scrolls to a place, again each time the content grows or is another, until it is there. Where a row is known, the
 * row leads: pages that come one by one are measured on the way, and what stands above it is higher or lower then.
 * @returns what stops it.
 */
function returnTo(element: HTMLElement, { top, row }: Place, returning: { isDone: boolean }): () => void {
  const aim = () => (row && ofLists(element, ({ placeOf }) => placeOf(row))) ?? top;
  const isThere = () => Math.abs(element.scrollTop - aim()) < 1;
  let [frame, calm] = [0, 0];
  const go = () => {
    cancelAnimationFrame(frame);
    calm = 0;
    element.scrollTop = aim();
    if (isThere()) frame = requestAnimationFrame(settle);
  };
  // A list that has measured rows, or has just found what scrolls it, scrolls too: only what stands for some frames is there.
  const settle = () => {
    if (!isThere()) go();
    else if (++calm === CALM_FRAMES) stop();
    else frame = requestAnimationFrame(settle);
  };
  const sizes = new ResizeObserver(go);
  const follow = () => {
    for (const child of element.children) sizes.observe(child);
  };
  // What takes the place of a skeleton is another element.
  const children = new MutationObserver(follow);
  const stop = () => {
    returning.isDone = true;
    cancelAnimationFrame(frame);
    sizes.disconnect();
    children.disconnect();
  };
  if (returning.isDone) {
    element.scrollTop = top;
    return stop;
  }
  go();
  follow();
  children.observe(element, { childList: true });
  return stop;
}

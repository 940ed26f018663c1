import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { Kept } from '../state/kept.ts';

const places = new Kept<number>(60);
/** What a reader does to scroll: from then on the reader decides. */
const HANDS = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const;

/** Keeps where a body was scrolled to, and goes there again on the way back. */
export function useKeptScroll(body: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const way = useNavigationType();
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const wanted = way === 'POP' ? (places.get(key) ?? 0) : 0;
    const returning = { isDone: wanted === 0 };
    const stopReturning = returnTo(element, wanted, returning);
    // While the content is still short, where it stands is not where the reader was.
    const remember = () => returning.isDone && places.put(key, element.scrollTop);
    for (const hand of HANDS) element.addEventListener(hand, stopReturning, { passive: true });
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      stopReturning();
      for (const hand of HANDS) element.removeEventListener(hand, stopReturning);
      element.removeEventListener('scroll', remember);
    };
  }, [body, key, way]);
}

/** Scrolls to a place, again each time the content grows or is another, until it is there. @returns what stops it. */
function returnTo(element: HTMLElement, place: number, returning: { isDone: boolean }): () => void {
  const sizes = new ResizeObserver(() => {
    element.scrollTop = place;
    if (Math.abs(element.scrollTop - place) < 2) stop();
  });
  const follow = () => {
    for (const child of element.children) sizes.observe(child);
  };
  // What takes the place of a skeleton is another element.
  const children = new MutationObserver(follow);
  const stop = () => {
    returning.isDone = true;
    sizes.disconnect();
    children.disconnect();
  };
  element.scrollTop = place;
  if (!returning.isDone) {
    follow();
    children.observe(element, { childList: true });
  }
  return stop;
}

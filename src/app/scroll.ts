import type { RefObject } from 'react';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const places = new Map<string, number>();
const MOST_PLACES = 60;

/** Keeps where a body was scrolled to, and goes there again on the way back. */
export function useKeptScroll(body: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const way = useNavigationType();
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    element.scrollTop = way === 'POP' ? (places.get(key) ?? 0) : 0;
    const remember = () => {
      places.delete(key);
      places.set(key, element.scrollTop);
      const oldest = places.keys().next().value;
      if (places.size > MOST_PLACES && oldest !== undefined) places.delete(oldest);
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [body, key, way]);
}

import type { Range, Virtualizer } from '@tanstack/react-virtual';
import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useReducer, useRef } from 'react';

/** What a frame may bring beyond the edges, and take away, px: each high row takes its time on a slow phone. */
const AROUND_PX = 200;
/** Of what is left behind a frame takes this part away where it is more: rows never gather faster than they go. */
const LEFT_PART = 16;

/** The first of some places whose rows are together this high, and one more. */
function upTo(places: readonly number[], px: number, heightOf: (place: number) => number): Set<number> {
  const taken = new Set<number>();
  let room = px;
  for (const place of places) {
    if (room <= 0) break;
    taken.add(place);
    room -= heightOf(place);
  }
  return taken;
}

/**
 * Brings rows around those in sight one after another, a frame each, and takes those away so that are far behind: a jump
 * that did it all at once would hold up the finger that made it.
 * @returns the rows that are there, and which there should be with the next render.
 */
export function useGradual(heightOf: (place: number) => number) {
  const there = useRef<ReadonlySet<number>>(new Set());
  const placesOf = (range: Range): number[] => {
    const wanted = new Set(defaultRangeExtractor(range));
    const beyond = (place: number) => Math.max(range.startIndex - place, place - range.endIndex);
    const coming = [...wanted]
      .filter((place) => beyond(place) > 0 && !there.current.has(place))
      .sort((a, b) => beyond(a) - beyond(b) || b - a);
    const going = [...there.current]
      .filter((place) => !wanted.has(place) && place < range.count)
      .sort((a, b) => beyond(b) - beyond(a));
    const brought = upTo(coming, AROUND_PX, heightOf);
    const leftPx = going.reduce((sum, place) => sum + heightOf(place), 0);
    const taken = upTo(going, Math.max(AROUND_PX, leftPx / LEFT_PART), heightOf);
    return [
      ...[...wanted].filter((place) => beyond(place) <= 0 || there.current.has(place) || brought.has(place)),
      ...going.filter((place) => !taken.has(place)),
    ].sort((a, b) => a - b);
  };
  return [there, placesOf] as const;
}

/** Counts the rows that are there once they are painted, and has the next ones come and go. */
export function useRest(
  there: RefObject<ReadonlySet<number>>,
  { range, options, getVirtualIndexes }: Virtualizer<HTMLElement, HTMLLIElement>,
): void {
  const [, comeOn] = useReducer((count: number) => count + 1, 0);
  const painted = useRef<number>(undefined);
  const isAtRest = useRef(true);
  const places = useRef<readonly number[]>([]);
  useEffect(() => {
    places.current = getVirtualIndexes();
    const { count, overscan } = options;
    const wanted = range ? defaultRangeExtractor({ ...range, count, overscan }) : [];
    const rendered = new Set(places.current);
    isAtRest.current = rendered.size <= wanted.length && wanted.every((place) => rendered.has(place));
    const isCounted =
      rendered.size === there.current.size && places.current.every((p) => there.current.has(p));
    if (isCounted || painted.current !== undefined) return;
    // The first of two is of the same frame where a scroll has begun it.
    painted.current = requestAnimationFrame(() => {
      painted.current = requestAnimationFrame(() => {
        painted.current = undefined;
        there.current = new Set(places.current);
        if (!isAtRest.current) comeOn();
      });
    });
  });
  useEffect(() => () => cancelAnimationFrame(painted.current ?? 0), []);
}

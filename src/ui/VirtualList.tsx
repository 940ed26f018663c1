import type { Rect, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import type { FocusEvent, ReactNode, RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import type { SeenRow } from '../app/scroll.ts';
import { findRowsIn } from '../app/scroll.ts';
import { RecentMap } from '../state/recentMap.ts';
import { useGradual, useRest } from './gradualRows.ts';
import styles from './VirtualList.module.css';

/** Rows beyond the edges of what is in sight. */
const OVERSCAN = 4;
/** Heights of rows by place in history and list: a way back finds each row where it stood. */
const heights = new RecentMap<VirtualItem[]>(60);

interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  /** What a row is taken to be high before it has been measured, px; by its place where they differ. */
  readonly rowPx: number | ((place: number) => number);
  /** Between two rows, px. */
  readonly gapPx?: number;
  /** Rows stand beside each other where that leaves each this wide, px; absent: one below the other. */
  readonly columnPx?: number;
  /** Between two columns, px. */
  readonly columnGapPx?: number;
  /** Whether there are more than `items`: screen readers get no total then. */
  readonly hasMore?: boolean;
  readonly label?: string;
  /** Its name among the lists of the same screen. */
  readonly name?: string;
  /** One row's content, without the list item around it. */
  readonly children: (item: T, place: number) => ReactNode;
}

/** Where a list stands: below the top of what scrolls, and how wide; px. */
interface Place {
  readonly offset: number;
  readonly width: number;
}
const UNKNOWN: Place = { offset: 0, width: 0 };

type Rows = Virtualizer<HTMLElement, HTMLLIElement>;

/**
 * A list of any length, of rows of any height: only those in sight and some around them exist. It scrolls with
 * whatever scrolls around it. The row that has the focus stays, with its neighbours, so that Tab goes on from it.
 */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const {
    items,
    keyOf,
    rowPx,
    gapPx = 0,
    columnPx,
    columnGapPx = 0,
    hasMore = false,
    label,
    name = '',
  } = props;
  const own = useRef<HTMLUListElement>(null);
  const [{ offset, width }, setPlace] = useState(UNKNOWN);
  const lanes = columnPx ? Math.max(1, Math.floor((width + columnGapPx) / (columnPx + columnGapPx))) : 1;
  const [held, holding] = useHeld();
  const getItemKey = useCallback((place: number) => String(keyOf(items[place] as T)), [items, keyOf]);
  const { kept, known } = useMemory(name);
  const [there, placesOf] = useGradual(sizeOf(rowPx));
  const scrollerOf = useScroller(own);
  const before = useRef<Rows>(undefined);
  const rows: Rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: scrollerOf,
    estimateSize: sizeOf(rowPx),
    gap: gapPx,
    lanes,
    overscan: OVERSCAN,
    getItemKey,
    scrollMargin: offset,
    initialRect: { width: 0, height: window.innerHeight },
    initialMeasurementsCache: known,
    initialOffset: () => scrollerOf()?.scrollTop ?? 0,
    observeElementRect: (instance, notify) => observeElementRect(instance, (rect) => notify(atLeast(rect))),
    // A reader in the midst of the list stays at the same row when rows come above it; at its head, they are seen.
    // How far it is scrolled the list knows: to ask the page would lay it out in the midst of each render.
    anchorTo: (before.current?.scrollOffset ?? 0) > offset ? 'end' : 'start',
    rangeExtractor: (range) => {
      const place = held === undefined ? -1 : items.findIndex((item) => String(keyOf(item)) === held);
      return withHeld(placesOf(range), place, items.length);
    },
  });
  before.current = rows;
  useRest(there, rows);
  usePlace(own, scrollerOf, `${items.length} ${rows.isScrolling}`, setPlace);
  useFinder(own, scrollerOf, rows, name);
  useEffect(() => () => heights.put(kept, rows.takeSnapshot()), [kept, rows]);
  return (
    <ul
      ref={own}
      className={styles['list']}
      aria-label={label}
      style={{ height: rows.getTotalSize() }}
      {...holding}
    >
      {rows.getVirtualItems().map(({ index, key, start, lane }) => (
        <li
          key={key}
          ref={rows.measureElement}
          data-index={index}
          data-key={key}
          aria-setsize={hasMore ? -1 : items.length}
          aria-posinset={index + 1}
          style={{ top: start - offset, ...columnOf(lane, lanes, columnGapPx) }}
        >
          {props.children(items[index] as T, index)}
        </li>
      ))}
    </ul>
  );
}

const sizeOf = (rowPx: VirtualListProps<never>['rowPx']) => (typeof rowPx === 'number' ? () => rowPx : rowPx);

/** From where to where a column reaches. */
function columnOf(lane: number, lanes: number, gapPx: number) {
  if (lanes === 1) return {};
  return {
    left: `calc((100% + ${gapPx}px) * ${lane / lanes})`,
    width: `calc((100% + ${gapPx}px) / ${lanes} - ${gapPx}px)`,
  };
}

/** A scroller that is not laid out yet counts as a window high. */
const atLeast = (rect: Rect): Rect => (rect.height > 0 ? rect : { ...rect, height: window.innerHeight });

/** Places in order, and with them the held one and its neighbours. */
function withHeld(places: number[], held: number, count: number): number[] {
  if (held < 0) return places;
  const around = [held - 1, held, held + 1].filter((place) => place >= 0 && place < count);
  return [...new Set([...places, ...around])].sort((a, b) => a - b);
}

/** The key of the row that has the focus, and what the list says of it. */
function useHeld() {
  const [held, setHeld] = useState<string>();
  const onFocus = ({ target }: FocusEvent<HTMLElement>) =>
    setHeld(target.closest<HTMLElement>('li[data-key]')?.dataset['key']);
  const onBlur = () => setHeld(undefined);
  return [held, { onFocus, onBlur }] as const;
}

/** Under which name the heights of a list's rows are kept, and those that are. */
function useMemory(name: string) {
  const { key } = useLocation();
  const way = useNavigationType();
  const [memory] = useState(() => {
    const kept = `${key} ${name}`;
    return { kept, known: way === 'POP' ? (heights.get(kept) ?? []) : [] };
  });
  return memory;
}

/** Has what scrolls around the list know its rows: a way back leads to a row, however high those above it are. */
function useFinder(
  own: RefObject<HTMLElement | null>,
  scrollerOf: () => HTMLElement | null,
  rows: Rows,
  name: string,
): void {
  useLayoutEffect(() => {
    const scroller = scrollerOf();
    if (!scroller) return undefined;
    const rowAt = (top: number): SeenRow | undefined => {
      const row = rows.getVirtualItemForOffset(top);
      const isBelow = top >= rows.options.scrollMargin + rows.getTotalSize();
      if (!row || top < row.start || isBelow) return undefined;
      return { list: name, key: String(row.key), pastPx: top - row.start };
    };
    const placeOf = ({ list, key, pastPx }: SeenRow) => {
      if (list !== name) return undefined;
      const row = rows.measurementsCache.find((each) => String(each.key) === key);
      if (!row || !own.current) return undefined;
      // Where the list stands is looked up: while it is new, its rows do not know yet.
      return offsetIn(scroller, own.current) + row.start - rows.options.scrollMargin + pastPx;
    };
    return findRowsIn(scroller, { rowAt, placeOf });
  }, [own, scrollerOf, rows, name]);
}

/** What scrolls around an element; looked for once. */
function useScroller(own: RefObject<HTMLElement | null>): () => HTMLElement | null {
  const found = useRef<HTMLElement | null>(null);
  return useCallback(() => {
    if (!own.current) return null;
    if (!found.current?.contains(own.current)) found.current = scrollerAround(own.current);
    return found.current;
  }, [own]);
}

function scrollerAround(element: HTMLElement): HTMLElement {
  for (let each = element.parentElement; each; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each;
  }
  return document.documentElement;
}

/** How far a list begins below the top of what scrolls; px. */
function offsetIn(scroller: HTMLElement, list: HTMLElement): number {
  const below = list.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.round(below + scroller.scrollTop - scroller.clientTop);
}

/**
 * Publishes where a list stands: when it has been laid out, when anything above it
 * changes its height, and when `moment` is another one.
 */
function usePlace(
  own: RefObject<HTMLElement | null>,
  scrollerOf: () => HTMLElement | null,
  moment: string,
  notify: (change: (before: Place) => Place) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moment is no more than when to look again
  useEffect(() => {
    const [list, scroller] = [own.current, scrollerOf()];
    if (!list || !scroller) return;
    const observer = new ResizeObserver(() => {
      const offset = offsetIn(scroller, list);
      const width = list.clientWidth;
      notify((before) => (before.offset === offset && before.width === width ? before : { offset, width }));
    });
    for (const each of [list, ...scroller.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [own, scrollerOf, moment, notify]);
}

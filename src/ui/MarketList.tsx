import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { MouseEvent, ReactNode, RefObject } from 'react';
import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ListColumn, ListView, RowHead } from '../../workers/api.ts';
import { client } from '../state/client.ts';
import { ListModel } from '../state/listModel.ts';
import { useRefresh } from '../state/refresh.ts';
import { status } from '../state/status.ts';
import { useStoredModel } from '../state/storedModels.ts';
import { useView } from '../state/useView.ts';
import styles from './MarketList.module.css';
import { MarketRow } from './MarketRow.tsx';
import { Failed } from './Notice.tsx';
import { rowWords, SpokenWords } from './rowWords.tsx';
import { Lists } from './watch/Lists.tsx';

const ROW_PX = 60;
/** Rows beyond the window's edges, while it rests and while it moves: each in it costs as much as one in sight. */
const OVERSCAN = { resting: 1, moving: 3 };
/** Columns that a phone shows; a wide window shows all. */
const NARROW: readonly ListColumn[] = ['value0', 'value1', 'value2', 'value3', 'mark', 'funding'];
const WIDE: readonly ListColumn[] = [...NARROW, 'value4', 'value5'];

type Query = Pick<ListView, 'list' | 'sort'> &
  Partial<Pick<ListView, 'quote' | 'marketKind' | 'query' | 'ids'>>;

interface MarketListProps {
  readonly query: Query;
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly model: ListModel;
  readonly empty: ReactNode;
  /** Shown at the end of a row in place of its change and the star. */
  readonly rowAction?: (id: string) => ReactNode;
  readonly limit?: number;
  /** Where a row leads; absent: to the market's detail. */
  readonly hrefOf?: (head: RowHead) => string;
  /** Called when a row is tapped, before it leads anywhere. */
  readonly onPick?: () => void;
  /** It stands in something narrow, however wide the window is. */
  readonly isNarrow?: boolean;
}

const detailOf = (head: RowHead): string => `/coinDetail/${head.id}`;

/** Whether the window has room for all columns. */
function useIsWide(): boolean {
  const [query] = useState(() => window.matchMedia('(min-width: 900px)'));
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const listen = () => setWide(query.matches);
    query.addEventListener('change', listen);
    return () => query.removeEventListener('change', listen);
  }, [query]);
  return isWide;
}

/** A list's model, kept for as long as the component lives. @param name under which it is kept for the next one. */
export const useListModel = (name?: string): ListModel => useStoredModel(name, () => new ListModel());

/** One look at the router for all rows: a link of its own in each would be a quarter of what a row costs. */
function useFollow(hrefOf: (head: RowHead) => string, onPick: (() => void) | undefined) {
  const navigate = useNavigate();
  const base = useHref('/').replace(/\/$/, '');
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>, head: RowHead) => {
      onPick?.();
      // A tap with a key held down is the browser's own: another tab, a download.
      const isOwn = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (event.button !== 0 || isOwn) return;
      event.preventDefault();
      navigate(hrefOf(head));
    },
    [navigate, hrefOf, onPick],
  );
  return { base, follow };
}

/** Rows that exist, and those of them that are in sight; all by place, both ends included. */
interface Seen {
  readonly first: number;
  readonly last: number;
  readonly top: number;
  readonly bottom: number;
}

const askAll = (): void => client.wake();

/** Has rows shown. @returns a function that takes whether a finger is on them: their order stands still for so long. */
function useRows(
  query: Query,
  { first, last, top, bottom }: Seen,
  columns: readonly ListColumn[],
  model: ListModel,
): (held: boolean) => void {
  const isHeld = useRef(false);
  const order = useMemo(() => JSON.stringify(query), [query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are those of the moment in which the order changes
  useLayoutEffect(() => model.turn(order, first, last), [model, order]);
  const view = useMemo<ListView>(() => {
    const sight = { first: top, last: bottom };
    return {
      kind: 'list',
      ...query,
      order,
      first,
      last,
      sight,
      columns,
      sparkline: true,
      held: isHeld.current,
    };
  }, [query, order, first, last, top, bottom, columns]);
  const { update } = useView(view, (frame) => model.apply(frame));
  useRefresh(askAll);
  // A finger changes nothing that is rendered: the page would be busy with it just when a tap is to be answered.
  return (held) => {
    if (isHeld.current === held) return;
    isHeld.current = held;
    update({ ...view, held });
  };
}

/**
 * Publishes how far a list lies below the top of what scrolls, px: at first, and when `moment` is another one. It is read
 * when the browser has laid the page out: between the writing of rows and their paint it would lay all of them out for
 * the answer alone.
 */
function useOffset(
  own: RefObject<HTMLElement | null>,
  moment: string,
  publish: (offset: number) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moment is no more than when to look again
  useEffect(() => {
    const list = own.current;
    if (!list) return;
    const observer = new ResizeObserver(() => publish(list.offsetTop));
    observer.observe(list);
    return () => observer.disconnect();
  }, [own, moment, publish]);
}

/** Live markets: only the rows in sight exist, and their numbers change without a render. */
export function MarketList({
  query,
  scroller,
  model,
  empty,
  rowAction,
  limit = Number.MAX_SAFE_INTEGER,
  hrefOf = detailOf,
  onPick,
  isNarrow = false,
}: MarketListProps) {
  const { t } = useTranslation('market');
  const words = useMemo(() => rowWords(t), [t]);
  const ids = useId();
  const { base, follow } = useFollow(hrefOf, onPick);
  const hasStar = !rowAction;
  const texts = useMemo(
    () => ({ hrefOf: (head: RowHead) => `${base}${hrefOf(head)}`, starOf: hasStar ? words.star : undefined }),
    [base, hrefOf, hasStar, words],
  );
  const { total } = useSnapshot(model.state);
  const { link } = useSnapshot(status);
  const shown = Math.min(Math.max(total, 0), limit);
  const isWide = useIsWide() && !isNarrow;
  const own = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  const rows = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    rangeExtractor: (range): number[] =>
      defaultRangeExtractor({ ...range, overscan: rows.isScrolling ? OVERSCAN.moving : OVERSCAN.resting }),
    scrollMargin: offset,
  });
  useOffset(own, `${shown} ${link} ${rows.isScrolling}`, setOffset);
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = Math.min(limit - 1, items.at(-1)?.index ?? 15);
  const { startIndex: top = first, endIndex: bottom = last } = rows.range ?? {};
  const [lists, setLists] = useState<{ readonly id: string; readonly name: string }>();
  const hold = useRows(query, { first, last, top, bottom }, isWide ? WIDE : NARROW, model);

  if (total === 0) return empty;
  if (total < 0 && link === 'offline') return <Failed onRetry={() => client.wake()} />;
  return (
    <>
      <ul
        ref={own}
        className={styles['list']}
        data-exact
        data-wide={isWide || undefined}
        style={total < 0 ? undefined : { height: rows.getTotalSize() }}
        onPointerDown={() => hold(true)}
        onPointerUp={() => hold(false)}
        onPointerCancel={() => hold(false)}
        onPointerLeave={() => hold(false)}
      >
        {total < 0 ? <SkeletonRows /> : null}
        {items.map(({ index, start }) => (
          <MarketRow
            key={index}
            place={index}
            top={start - rows.options.scrollMargin}
            model={model}
            words={words}
            ids={ids}
            isWide={isWide}
            rowAction={rowAction}
            texts={texts}
            onFollow={follow}
            onLists={setLists}
          />
        ))}
      </ul>
      <SpokenWords ids={ids} words={words} />
      <Lists open={lists} onClose={() => setLists(undefined)} />
    </>
  );
}

const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7];

/** One below the other without a style of their own, since the prepared page may have none. */
function SkeletonRows() {
  return SKELETONS.map((place) => (
    <li key={place} className={styles['skeleton']} aria-hidden="true">
      <i />
      <span />
      <span />
    </li>
  ));
}

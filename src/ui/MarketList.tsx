import { useVirtualizer } from '@tanstack/react-virtual';
import { Star } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ListColumn, ListView, RowHead } from '../../workers/api.ts';
import { client } from '../state/client.ts';
import { favourites, toggleFavourite } from '../state/favourites.ts';
import { ListModel } from '../state/listModel.ts';
import { status } from '../state/status.ts';
import { useView } from '../state/useView.ts';
import { CoinIcon } from './coin/CoinIcon.tsx';
import { LiveText } from './LiveText.tsx';
import styles from './MarketList.module.css';
import { Failed } from './Notice.tsx';

const ROW_PX = 60;
const OVERSCAN = 2;
/** Columns that a phone shows; a wide window shows all. */
const NARROW: readonly ListColumn[] = ['value0', 'value1', 'value2', 'value3'];
const WIDE: readonly ListColumn[] = ['value0', 'value1', 'value2', 'value3', 'value4', 'value5'];

type Query = Pick<ListView, 'list' | 'sort'> &
  Partial<Pick<ListView, 'quote' | 'marketKind' | 'query' | 'ids'>>;

interface MarketListProps {
  readonly query: Query;
  /** The element that scrolls. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly model: ListModel;
  readonly empty: ReactNode;
  /** Shown at the end of a row in place of the star. */
  readonly rowAction?: (id: string) => ReactNode;
  readonly limit?: number;
  /** Where a row leads; absent: to the market's detail. */
  readonly hrefOf?: (head: RowHead) => string;
  /** Told when a row is tapped, before it leads anywhere. */
  readonly onPick?: () => void;
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

/** A list's model, kept for as long as the component lives. */
export function useListModel(): ListModel {
  const [model] = useState(() => new ListModel());
  return model;
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
}: MarketListProps) {
  const { total } = useSnapshot(model.state);
  const { link } = useSnapshot(status);
  const shown = Math.min(Math.max(total, 0), limit);
  const isWide = useIsWide();
  const [held, setHeld] = useState(false);
  const top = useRef<HTMLUListElement>(null);
  const rows = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: top.current?.offsetTop ?? 0,
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = Math.min(limit - 1, items.at(-1)?.index ?? 15);
  const view = useMemo<ListView>(
    () => ({ kind: 'list', ...query, first, last, columns: isWide ? WIDE : NARROW, sparkline: true, held }),
    [query, first, last, isWide, held],
  );
  useView(view, (frame) => model.apply(frame));

  if (total === 0) return empty;
  if (total < 0 && link === 'offline') return <Failed onRetry={() => client.wake()} />;
  return (
    <ul
      ref={top}
      className={styles['list']}
      data-wide={isWide || undefined}
      style={{ height: total < 0 ? SKELETONS.length * ROW_PX : rows.getTotalSize() }}
      onPointerDown={() => setHeld(true)}
      onPointerUp={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onPointerLeave={() => setHeld(false)}
    >
      {total < 0 ? <SkeletonRows /> : null}
      {items.map(({ index, start }) => (
        <Row
          key={index}
          place={index}
          top={start - rows.options.scrollMargin}
          model={model}
          isWide={isWide}
          rowAction={rowAction}
          hrefOf={hrefOf}
          onPick={onPick}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  readonly place: number;
  readonly top: number;
  readonly model: ListModel;
  readonly isWide: boolean;
  readonly rowAction: ((id: string) => ReactNode) | undefined;
  readonly hrefOf: (head: RowHead) => string;
  readonly onPick: (() => void) | undefined;
}

const Row = memo(function Row({ place, top, model, isWide, rowAction, hrefOf, onPick }: RowProps) {
  const head = useSnapshot(model.state).heads[place] as RowHead | undefined;
  const offset = { top };
  if (!head) return <li className={styles['row']} style={offset} />;
  return (
    <li className={styles['row']} style={offset}>
      <Link className={styles['link']} to={hrefOf(head)} onClick={onPick}>
        <CoinIcon iconId={head.iconId} symbol={head.base} />
        <RowName head={head} place={place} model={model} />
        <svg className={styles['spark']} data-rises={head.rises} viewBox="0 0 64 24" aria-hidden="true">
          <path d={head.sparkline} />
        </svg>
        <span className={styles['price']}>
          <LiveText board={model.cells} cell={`${place}:0`} className={styles['strong']} />
          <LiveText board={model.cells} cell={`${place}:3`} className={styles['quiet']} />
        </span>
        {isWide ? (
          <>
            <LiveText board={model.cells} cell={`${place}:4`} className={styles['wide']} />
            <LiveText board={model.cells} cell={`${place}:5`} className={styles['wide']} />
          </>
        ) : null}
        <LiveText board={model.cells} cell={`${place}:1`} className={styles['change']} />
      </Link>
      {rowAction ? rowAction(head.id) : <StarButton id={head.id} name={head.base} />}
    </li>
  );
});

function RowName({
  head,
  place,
  model,
}: {
  readonly head: RowHead;
  readonly place: number;
  readonly model: ListModel;
}) {
  const { t } = useTranslation('market');
  return (
    <span className={styles['name']}>
      <span className={styles['pair']}>
        <b>{head.base}</b>/{head.quote}
        {head.kind === 'perpetual' ? <i className={styles['badge']}>{t('kind.perp')}</i> : null}
      </span>
      <span className={styles['quiet']}>
        {head.status === 'closed' ? t('closed') : <LiveText board={model.cells} cell={`${place}:2`} />}
      </span>
    </span>
  );
}

/** Toggles a favourite. */
export function StarButton({ id, name }: { readonly id: string; readonly name: string }) {
  const { t } = useTranslation('market');
  const isOn = useSnapshot(favourites).ids.includes(id);
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isOn}
      aria-label={t('star', { name })}
      onClick={() => toggleFavourite(id)}
    >
      <Star size={18} aria-hidden="true" />
    </button>
  );
}

const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7];

function SkeletonRows() {
  return SKELETONS.map((place) => (
    <li
      key={place}
      className={styles['skeleton']}
      style={{ transform: `translateY(${place * ROW_PX}px)` }}
      aria-hidden="true"
    >
      <i />
      <span />
      <span />
    </li>
  ));
}

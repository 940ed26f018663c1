import type { TFunction } from 'i18next';
import { Star } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { memo, useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketKind } from '../../domain/index.ts';
import { isTrading } from '../../domain/index.ts';
import type { RowHead } from '../../workers/api.ts';
import { isFavourite, onFavourite, toggleFavourite } from '../state/favourites.ts';
import type { ListModel } from '../state/listModel.ts';
import { useHead } from '../state/useHead.ts';
import { watchLists } from '../state/watchLists.ts';
import { CoinIcon } from './coin/CoinIcon.tsx';
import { LiveText } from './LiveText.tsx';
import { useLongPress } from './longPress.ts';
import { look } from './look.ts';
import styles from './MarketList.module.css';
import { Lists } from './watch/Lists.tsx';

/** The words of all rows of a list: a whole list changes within a frame, and each look-up would cost a part of it. */
export interface RowWords {
  /** Of what is no spot market: it may share its pair's name with one. */
  readonly kinds: Record<Exclude<MarketKind, 'spot'>, string>;
  readonly mark: string;
  readonly funding: string;
  readonly closed: string;
  readonly paused: string;
  /** Names the star of a market. */
  readonly star: (name: string) => string;
}

/** Stands for a name that is put in later. */
const NAME = '\u0000';

export function rowWords(t: TFunction<'market'>): RowWords {
  const star = t('market:star', { name: NAME });
  return {
    kinds: { perpetual: t('market:kind.perp'), futures: t('market:tabs.futures') },
    mark: t('market:kind.mark'),
    funding: t('market:kind.funding'),
    closed: t('market:closed'),
    paused: t('market:paused'),
    star: (name) => star.replace(NAME, () => name),
  };
}

interface MarketRowProps {
  readonly place: number;
  readonly top: number;
  readonly model: ListModel;
  readonly words: RowWords;
  readonly isWide: boolean;
  readonly rowAction: ((id: string) => ReactNode) | undefined;
  readonly hrefOf: (head: RowHead) => string;
  /** What the addresses of the page begin with. */
  readonly base: string;
  /** Called when the row was tapped; leads to where its address says. */
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>, to: string) => void;
  /** Called when a finger stays on the star. */
  readonly onLists: (market: { readonly id: string; readonly name: string }) => void;
}

/** One market of a list. It is rendered when another market takes its place, and never for a tick. */
export const MarketRow = memo(function MarketRow({
  place,
  top,
  model,
  words,
  isWide,
  rowAction,
  hrefOf,
  base,
  onFollow,
  onLists,
}: MarketRowProps) {
  const head = useHead(model, place);
  const offset = { top };
  if (!head) return <li className={styles['row']} style={offset} />;
  const to = hrefOf(head);
  const kind = head.kind === 'spot' ? undefined : head.kind;
  return (
    <li className={styles['row']} style={offset}>
      <a
        className={styles['link']}
        data-kind={kind}
        data-acts={rowAction !== undefined || undefined}
        href={`${base}${to}`}
        onClick={(event) => onFollow(event, to)}
      >
        <CoinIcon iconId={head.iconId} symbol={head.base} />
        <RowName head={head} place={place} model={model} words={words} />
        <svg className={styles['spark']} data-rises={head.rises} viewBox="0 0 64 24" aria-hidden="true">
          <path d={head.sparkline} />
        </svg>
        <RowCells place={place} model={model} isWide={isWide} isSpot={!kind} hasChange={!rowAction} />
        {kind ? (
          <RowTerms kind={kind} place={place} model={model} words={words} isShort={!!rowAction} />
        ) : null}
      </a>
      {rowAction ? (
        rowAction(head.id)
      ) : (
        <RowStar
          id={head.id}
          label={words.star(head.base)}
          onLong={() => onLists({ id: head.id, name: `${head.base}/${head.quote}` })}
        />
      )}
    </li>
  );
});

/** The live texts; they belong to the place, whichever market stands there. */
const RowCells = memo(function RowCells({
  place,
  model,
  isWide,
  isSpot,
  hasChange,
}: Pick<MarketRowProps, 'place' | 'model' | 'isWide'> & {
  readonly isSpot: boolean;
  readonly hasChange: boolean;
}) {
  return (
    <>
      <span className={styles['price']}>
        <LiveText board={model.cells} cell={`${place}:0`} className={styles['strong']} />
        {isSpot ? <LiveText board={model.cells} cell={`${place}:3`} className={styles['quiet']} /> : null}
      </span>
      {isWide ? (
        <>
          <span>
            <LiveText board={model.cells} cell={`${place}:4`} className={styles['wide']} />
          </span>
          <span>
            <LiveText board={model.cells} cell={`${place}:5`} className={styles['wide']} />
          </span>
        </>
      ) : null}
      {hasChange ? (
        <span>
          <LiveText board={model.cells} cell={`${place}:1`} className={styles['change']} />
        </span>
      ) : null}
    </>
  );
});

/** What of a perpetual is not on spot: its kind, its mark, and the funding under way. Their quotes are dollars. */
const RowTerms = memo(function RowTerms({
  kind,
  place,
  model,
  words,
  isShort,
}: Pick<MarketRowProps, 'place' | 'model' | 'words'> & {
  readonly kind: keyof RowWords['kinds'];
  /** While rows are moved, their figures can wait. */
  readonly isShort: boolean;
}) {
  return (
    <span className={look('tiny flex middle shrinks full whole', styles['terms'])}>
      <i className={styles['badge']}>{words.kinds[kind]}</i>
      {isShort ? null : (
        <>
          <span>
            {words.mark} <LiveText board={model.cells} cell={`${place}:6`} />
          </span>
          <span>
            {words.funding} <LiveText board={model.cells} cell={`${place}:7`} />
          </span>
        </>
      )}
    </span>
  );
});

/** Letters of a name beyond which it is written smaller. */
const LONG_NAME = 6;

function RowName({
  head,
  place,
  model,
  words,
}: Pick<MarketRowProps, 'place' | 'model' | 'words'> & { readonly head: RowHead }) {
  return (
    <span className={styles['name']}>
      <span className={styles['pair']} data-long={head.base.length > LONG_NAME || undefined}>
        <b>{head.base}</b>
        <wbr />/{head.quote}
      </span>
      <span className={styles['quiet']}>
        {isTrading(head.status) ? (
          <LiveText board={model.cells} cell={`${place}:2`} />
        ) : head.status === 'closed' ? (
          words.closed
        ) : (
          words.paused
        )}
      </span>
    </span>
  );
}

interface StarProps {
  /** The market's. */
  readonly id: string;
  readonly name: string;
}

const STAR = <Star size={18} aria-hidden="true" />;

interface RowStarProps {
  readonly id: string;
  readonly label: string;
  readonly onLong: () => void;
  /** Where a tap opens the lists too. */
  readonly onTap?: (() => void) | undefined;
}

function RowStar({ id, label, onLong, onTap }: RowStarProps) {
  const follow = useCallback((listener: () => void) => onFavourite(id, listener), [id]);
  const read = () => isFavourite(id);
  const isOn = useSyncExternalStore(follow, read, read);
  const press = useLongPress(onTap ?? (() => toggleFavourite(id)), onLong);
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isOn}
      aria-label={label}
      aria-haspopup={onTap && 'dialog'}
      {...press}
    >
      {STAR}
    </button>
  );
}

/** Toggles a favourite; with lists of one's own it opens them, as a finger that stays on it always does. */
export function StarButton({ id, name }: StarProps) {
  const { t } = useTranslation('market');
  const hasLists = useSnapshot(watchLists).all.length > 0;
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      <RowStar id={id} label={t('star', { name })} onLong={open} onTap={hasLists ? open : undefined} />
      <Lists open={isOpen ? { id, name } : undefined} onClose={() => setOpen(false)} />
    </>
  );
}

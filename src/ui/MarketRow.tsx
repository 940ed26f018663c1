import { Star } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { memo, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { isTrading } from '../../domain/index.ts';
import type { RowHead } from '../../workers/api.ts';
import { isFavourite, onFavourite, toggleFavourite } from '../state/favourites.ts';
import type { ListModel } from '../state/listModel.ts';
import { showToast } from '../state/toasts.ts';
import { watchLists } from '../state/watchLists.ts';
import { CoinIcon } from './coin/CoinIcon.tsx';
import { LiveText } from './LiveText.tsx';
import { useLongPress } from './longPress.ts';
import { look } from './look.ts';
import styles from './MarketList.module.css';
import type { FaceTexts } from './rowFace.ts';
import { isLongName, useRowFace } from './rowFace.ts';
import type { FullWords, RowWords } from './rowWords.tsx';
import { fullWords, sentence } from './rowWords.tsx';
import { Lists } from './watch/Lists.tsx';

interface MarketRowProps {
  readonly place: number;
  readonly top: number;
  readonly model: ListModel;
  readonly words: RowWords;
  /** Begins the ids of what a list's rows are read by. */
  readonly ids: string;
  readonly isWide: boolean;
  readonly rowAction: ((id: string) => ReactNode) | undefined;
  readonly texts: FaceTexts;
  /** Called when the row was tapped; leads to where its address says. */
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>, head: RowHead) => void;
  /** Called when a finger stays on the star. */
  readonly onLists: (market: { readonly id: string; readonly name: string }) => void;
}

/** One market of a list. It is rendered when a market of another kind takes its place, and never for a tick. */
export const MarketRow = memo(function MarketRow({
  place,
  top,
  model,
  words,
  ids,
  isWide,
  rowAction,
  texts,
  onFollow,
  onLists,
}: MarketRowProps) {
  const own = useRef<HTMLLIElement>(null);
  const head = useRowFace(own, model, place, texts, rowAction !== undefined);
  const offset = { top };
  if (!head) return <li ref={own} className={styles['row']} style={offset} />;
  // The market that stands there by then: it is written without a render.
  const now = () => model.heads.read(place) ?? head;
  const kind = head.kind === 'spot' ? undefined : head.kind;
  const row = `${ids}${place}`;
  return (
    <li ref={own} className={styles['row']} style={offset}>
      <a
        className={styles['link']}
        data-kind={kind}
        data-acts={rowAction !== undefined || undefined}
        href={texts.hrefOf(head)}
        aria-labelledby={sentence(ids, place, head, !rowAction)}
        onClick={(event) => onFollow(event, now())}
      >
        <CoinIcon iconId={head.iconId} symbol={head.base} />
        <RowName row={row} head={head} place={place} model={model} words={words} />
        <svg className={styles['spark']} data-rises={head.rises} viewBox="0 0 64 24" aria-hidden="true">
          <path d={head.sparkline} />
        </svg>
        <RowCells
          row={row}
          place={place}
          model={model}
          isWide={isWide}
          isSpot={!kind}
          hasChange={!rowAction}
        />
        {kind ? (
          <RowTerms row={row} kind={kind} place={place} model={model} words={words} isShort={!!rowAction} />
        ) : null}
      </a>
      {rowAction ? (
        rowAction(head.id)
      ) : (
        <RowStar
          isOn={isFavourite(head.id)}
          label={words.star(head.base)}
          onTap={() => toggle(now().id, words.full)}
          onLong={() => onLists({ id: now().id, name: `${now().base}/${now().quote}` })}
        />
      )}
    </li>
  );
});

interface RowPart extends Pick<MarketRowProps, 'place' | 'model'> {
  /** Begins the ids of what the row is read by. */
  readonly row: string;
}

/** The live texts; they belong to the place, whichever market stands there. */
const RowCells = memo(function RowCells({
  row,
  place,
  model,
  isWide,
  isSpot,
  hasChange,
}: RowPart & {
  readonly isWide: boolean;
  readonly isSpot: boolean;
  readonly hasChange: boolean;
}) {
  return (
    <>
      <span className={styles['price']}>
        <LiveText id={`${row}price`} board={model.cells} cell={`${place}:0`} className={styles['strong']} />
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
          <LiveText
            id={`${row}change`}
            board={model.cells}
            cell={`${place}:1`}
            className={styles['change']}
          />
        </span>
      ) : null}
    </>
  );
});

/** What of a perpetual is not on spot: its kind, its mark, and the funding under way. Their quotes are dollars. */
const RowTerms = memo(function RowTerms({
  row,
  kind,
  place,
  model,
  words,
  isShort,
}: RowPart & {
  readonly words: RowWords;
  readonly kind: keyof RowWords['kinds'];
  /** While rows are moved, their figures can wait. */
  readonly isShort: boolean;
}) {
  return (
    <span className={look('tiny flex middle shrinks full whole', styles['terms'])}>
      <i id={`${row}kind`} className={styles['badge']}>
        {words.kinds[kind]}
      </i>
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

function RowName({
  row,
  head,
  place,
  model,
  words,
}: RowPart & { readonly words: RowWords; readonly head: RowHead }) {
  return (
    <span className={styles['name']}>
      <span id={`${row}name`} className={styles['pair']} data-long={isLongName(head.base) || undefined}>
        <b>{head.base}</b>
        <wbr />
        {`/${head.quote}`}
      </span>
      <span id={`${row}volume`} className={styles['quiet']}>
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

/** Puts a market among the favourites, or takes it off; says so where there is no room. */
function toggle(id: string, full: FullWords): void {
  if (!toggleFavourite(id)) showToast({ id: 'favourites', tone: 'bad', ...full });
}

interface RowStarProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onTap: () => void;
  readonly onLong: () => void;
  readonly hasLists?: boolean;
}

function RowStar({ isOn, label, onTap, onLong, hasLists = false }: RowStarProps) {
  const press = useLongPress(onTap, onLong);
  return (
    <button
      type="button"
      className={styles['star']}
      aria-pressed={isOn}
      aria-label={label}
      aria-haspopup={hasLists ? 'dialog' : undefined}
      {...press}
    >
      {STAR}
    </button>
  );
}

/** Toggles a favourite; with lists of one's own it opens them, as a finger that stays on it always does. */
export function StarButton({ id, name }: StarProps) {
  const { t } = useTranslation('market');
  const follow = useCallback((listener: () => void) => onFavourite(id, listener), [id]);
  const read = () => isFavourite(id);
  const isOn = useSyncExternalStore(follow, read, read);
  const hasLists = useSnapshot(watchLists).all.length > 0;
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      <RowStar
        isOn={isOn}
        label={t('star', { name })}
        onTap={hasLists ? open : () => toggle(id, fullWords(t))}
        onLong={open}
        hasLists={hasLists}
      />
      <Lists open={isOpen ? { id, name } : undefined} onClose={() => setOpen(false)} />
    </>
  );
}

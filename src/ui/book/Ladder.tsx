import type { KeyboardEvent } from 'react';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { BookView, OwnLevelsView } from '../../../workers/api.ts';
import { BookModel, isFine } from '../../state/bookModel.ts';
import type { CellBoard } from '../../state/cells.ts';
import { login } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { FreshMark, useIsOld } from '../FreshMark.tsx';
import { LiveText } from '../LiveText.tsx';
import { look } from '../look.ts';
import { Press } from '../Press.tsx';
import { useMedia, WIDE } from '../useMedia.ts';
import { usePercent } from '../usePercent.ts';
import { BookGroup } from './BookGroup.tsx';
import styles from './Ladder.module.css';

/** Levels of a side: on a phone as many as stand beside the ticket. */
const DEPTH = 5;
const WIDE_DEPTH = 10;
const SUM = 'Σ';

interface LadderProps {
  readonly id: string;
  readonly base: string;
  /** Where the last price stands, in the cell `last`. */
  readonly last: CellBoard;
  /** Called with the price of a level that was tapped, as it is shown, and whose side it is. */
  readonly onTake: (price: string, side: 'bid' | 'ask') => void;
}

/** The book upright: asks above, bids below, the last price between them. */
export const Ladder = memo(function Ladder(props: LadderProps) {
  const depth = useMedia(WIDE) ? WIDE_DEPTH : DEPTH;
  return <Levels key={depth} depth={depth} {...props} />;
});

function Levels({ id, base, last, onTake, depth }: LadderProps & { readonly depth: number }) {
  const { t } = useTranslation(['trade', 'detail']);
  const [model] = useState(() => new BookModel(depth));
  const [group, setGroup] = useState<string>();
  const { freshness, groups } = useSnapshot(model.state);
  const isOld = useIsOld(freshness);
  const view = useMemo<BookView>(
    () => (group === undefined ? { kind: 'book', id, depth } : { kind: 'book', id, depth, group }),
    [id, group, depth],
  );
  useView(view, (frame) => model.apply(frame));
  const [stop, onKeyDown] = useRoving();
  const own = useMemo<OwnLevelsView>(
    () => (group === undefined ? { kind: 'ownLevels', id } : { kind: 'ownLevels', id, group }),
    [id, group],
  );
  const { token } = useSnapshot(login);
  const { oneTapOrders } = useSnapshot(settings);
  const [isSummed, setSummed] = useState(false);
  const side = { model, onTake, base, stop, isSummed };
  return (
    <section
      className={styles['book']}
      data-exact
      data-area="book"
      data-fine={isFine(groups) || undefined}
      aria-label={t('detail:panel.book')}
      onKeyDown={onKeyDown}
    >
      <p className={styles['labels']}>
        {oneTapOrders ? <b className={look('warning cut')}>{t('oneTap.on')}</b> : <span>{t('price')}</span>}
        <span>{isSummed ? `${SUM} ${base}` : base}</span>
      </p>
      {token === null ? null : <OwnLevels view={own} model={model} />}
      <Side {...side} side="ask" places={[...model.places].reverse()} />
      <div className={styles['middle']}>
        <LiveText board={last} cell="last" className={styles['last']} />
        <small>
          {/* An old book has no spread, and its age needs no line of its own. */}
          {isOld ? (
            <FreshMark freshness={freshness} />
          ) : (
            <>
              {t('detail:book.spread')} <LiveText board={model.cells} cell="spread" />
            </>
          )}
        </small>
      </div>
      <Side {...side} side="bid" places={model.places} />
      <Balance model={model} />
      <div className={look('between', styles['tools'])}>
        <BookGroup group={group} groups={groups} onGroup={setGroup} />
        <Press
          className={styles['sum']}
          aria-label={t('detail:book.sum')}
          aria-pressed={isSummed}
          onClick={() => setSummed(!isSummed)}
        >
          {SUM}
        </Press>
      </div>
    </section>
  );
}

/** Marks the levels at which the user's own orders rest. */
function OwnLevels({ view, model }: { readonly view: OwnLevelsView; readonly model: BookModel }) {
  useView(view, (frame) => model.applyOwn(frame));
  // They are gone with the user whose orders they are.
  useEffect(() => () => model.applyOwn({ kind: 'ownLevels', bids: [], asks: [] }), [model]);
  return null;
}

/** The level that Tab comes to first. */
const FIRST_STOP = 'ask0';

/** The book is one stop of the keyboard; from there arrows go from level to level. */
function useRoving() {
  const [stop, setStop] = useState(FIRST_STOP);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const levels = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')];
    const place = levels.indexOf(document.activeElement as HTMLElement);
    const next = by === 0 || place < 0 ? undefined : levels[place + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
    setStop(next.dataset['level'] ?? FIRST_STOP);
  };
  return [stop, onKeyDown] as const;
}

interface SideProps {
  readonly side: 'bid' | 'ask';
  readonly places: readonly number[];
  readonly model: BookModel;
  readonly base: string;
  readonly stop: string;
  /** Each level says what stands up to it. */
  readonly isSummed: boolean;
  readonly onTake: LadderProps['onTake'];
}

function Side({ side, places, ...level }: SideProps) {
  const { t } = useTranslation('trade');
  const word = side === 'bid' ? t('quick.bid') : t('quick.ask');
  return (
    <ol className={styles[side]} aria-label={word}>
      {places.map((place) => (
        <Level key={place} side={side} name={`${side}${place}`} word={word} {...level} />
      ))}
    </ol>
  );
}

interface LevelProps extends Omit<SideProps, 'places'> {
  readonly name: string;
  /** Of its side. */
  readonly word: string;
}

/** A level, read as a sentence: its side, price and quantity, and what a tap does. */
function Level({ side, name, word, model, base, stop, isSummed, onTake }: LevelProps) {
  const { t } = useTranslation('trade');
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => (line.current ? model.attachBar(name, line.current) : undefined), [name, model]);
  return (
    <li>
      <button
        ref={line}
        type="button"
        data-level={name}
        tabIndex={name === stop ? 0 : -1}
        onClick={() => onTake(model.priceAt(name), side)}
      >
        <span className="visually-hidden">{`${word} `}</span>
        <LiveText board={model.cells} cell={`${name}:price`} />
        <span className="visually-hidden">{', '}</span>
        <LiveText key={`${isSummed}`} board={model.cells} cell={`${name}:${isSummed ? 'sum' : 'quantity'}`} />
        <span className="visually-hidden">{` ${base}, ${t('usePrice')}`}</span>
      </button>
    </li>
  );
}

/** Which side is the deeper one of what is shown. */
function Balance({ model }: Pick<SideProps, 'model'>) {
  const { t } = useTranslation('trade');
  const words = usePercent();
  const { balance } = useSnapshot(model.state);
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => bar.current?.style.setProperty('--share', `${balance}%`), [balance]);
  return (
    <div className={styles['balance']}>
      <i ref={bar} aria-hidden="true" />
      <small data-direction="up">
        <span className="visually-hidden">{`${t('quick.bid')} `}</span>
        {words(balance)}
      </small>
      <small data-direction="down">
        <span className="visually-hidden">{`${t('quick.ask')} `}</span>
        {words(100 - balance)}
      </small>
    </div>
  );
}

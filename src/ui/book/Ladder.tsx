import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { BookView } from '../../../workers/api.ts';
import { BookModel, isFine } from '../../state/bookModel.ts';
import type { CellBoard } from '../../state/cells.ts';
import { useView } from '../../state/useView.ts';
import { Select } from '../form/Select.tsx';
import { LiveText } from '../LiveText.tsx';
import layout from '../layout.module.css';
import { StaleMark } from '../StaleMark.tsx';
import styles from './Ladder.module.css';

const DEPTH = 8;

interface LadderProps {
  readonly id: string;
  readonly base: string;
  /** Where the last price stands, in the cell `last`. */
  readonly last: CellBoard;
  /** Told the price of a level that was tapped, as it is shown. */
  readonly onTake: (price: string) => void;
}

/** The book upright: asks above, bids below, the last price between them. */
export const Ladder = memo(function Ladder({ id, base, last, onTake }: LadderProps) {
  const { t } = useTranslation(['trade', 'detail']);
  const [model] = useState(() => new BookModel(DEPTH));
  const [group, setGroup] = useState<string>();
  const { freshness, groups } = useSnapshot(model.state);
  const view = useMemo<BookView>(
    () =>
      group === undefined ? { kind: 'book', id, depth: DEPTH } : { kind: 'book', id, depth: DEPTH, group },
    [id, group],
  );
  useView(view, (frame) => model.apply(frame));
  const side = { model, onTake };
  return (
    <section
      className={styles['book']}
      data-area="book"
      data-fine={isFine(groups) || undefined}
      aria-label={t('detail:panel.book')}
    >
      <p className={styles['labels']}>
        <span>{t('price')}</span>
        <span>{base}</span>
      </p>
      <Side {...side} side="ask" places={[...model.places].reverse()} />
      <div className={styles['middle']}>
        <LiveText board={last} cell="last" className={styles['last']} />
        <small>
          {t('detail:book.spread')} <LiveText board={model.cells} cell="spread" />
        </small>
      </div>
      <Side {...side} side="bid" places={model.places} />
      <div className={`${layout['between']} ${styles['tools']}`}>
        <Select
          size="s"
          label={t('detail:book.group')}
          value={group ?? groups[0]?.step ?? ''}
          options={groups.map(({ step, text }) => ({ id: step, text }))}
          onSelect={setGroup}
        />
        <StaleMark freshness={freshness} />
      </div>
    </section>
  );
});

interface SideProps {
  readonly side: 'bid' | 'ask';
  readonly places: readonly number[];
  readonly model: BookModel;
  readonly onTake: (price: string) => void;
}

function Side({ side, places, model, onTake }: SideProps) {
  const { t } = useTranslation('trade');
  return (
    <ol className={styles[side]} aria-label={side === 'bid' ? t('quick.bid') : t('quick.ask')}>
      {places.map((place) => (
        <Level key={place} name={`${side}${place}`} model={model} onTake={onTake} />
      ))}
    </ol>
  );
}

interface LevelProps extends Pick<SideProps, 'model' | 'onTake'> {
  readonly name: string;
}

function Level({ name, model, onTake }: LevelProps) {
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => (line.current ? model.attachBar(name, line.current) : undefined), [name, model]);
  return (
    <li>
      <button ref={line} type="button" onClick={() => onTake(model.priceAt(name))}>
        <LiveText board={model.cells} cell={`${name}:price`} />{' '}
        <LiveText board={model.cells} cell={`${name}:quantity`} />
      </button>
    </li>
  );
}

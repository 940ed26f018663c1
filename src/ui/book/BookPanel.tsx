import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { BookView } from '../../../workers/api.ts';
import { BookModel, isFine } from '../../state/bookModel.ts';
import { useView } from '../../state/useView.ts';
import { FreshMark } from '../FreshMark.tsx';
import { LiveText } from '../LiveText.tsx';
import { look } from '../look.ts';
import { BookGroup } from './BookGroup.tsx';
import styles from './BookPanel.module.css';

const DEPTH = 12;

/** Bids and asks side by side, with bars for the depth. */
export function BookPanel({ id, base }: { readonly id: string; readonly base: string }) {
  const { t } = useTranslation('detail');
  const [model] = useState(() => new BookModel(DEPTH));
  const [group, setGroup] = useState<string>();
  const { freshness, groups } = useSnapshot(model.state);
  const view = useMemo<BookView>(
    () =>
      group === undefined ? { kind: 'book', id, depth: DEPTH } : { kind: 'book', id, depth: DEPTH, group },
    [id, group],
  );
  useView(view, (frame) => model.apply(frame));
  return (
    <div className={styles['book']} data-exact>
      <div className={look('row tiny', styles['tools'])}>
        <span>
          {t('book.spread')} <LiveText board={model.cells} cell="spread" />
        </span>
        <FreshMark freshness={freshness} />
        <BookGroup group={group} groups={groups} onGroup={setGroup} />
      </div>
      <div className={look('tiny', styles['labels'])}>
        <span>{t('book.bid')}</span>
        <span>{base}</span>
        <span>{t('book.ask')}</span>
        <span>{base}</span>
      </div>
      <div className={styles['sides']} data-fine={isFine(groups) || undefined}>
        <Side side="bid" model={model} />
        <Side side="ask" model={model} />
      </div>
    </div>
  );
}

function Side({ side, model }: { readonly side: 'bid' | 'ask'; readonly model: BookModel }) {
  const { t } = useTranslation('detail');
  const word = side === 'bid' ? t('book.bid') : t('book.ask');
  return (
    <ol className={styles[side]} aria-label={word}>
      {model.places.map((place) => (
        <BookLine key={place} name={`${side}${place}`} word={word} model={model} />
      ))}
    </ol>
  );
}

interface BookLineProps {
  readonly name: string;
  /** Of its side. */
  readonly word: string;
  readonly model: BookModel;
}

function BookLine({ name, word, model }: BookLineProps) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => (line.current ? model.attachBar(name, line.current) : undefined), [name, model]);
  return (
    <li ref={line}>
      <span className="visually-hidden">{`${word} `}</span>
      <LiveText board={model.cells} cell={`${name}:price`} />
      <span className="visually-hidden">{', '}</span>
      <LiveText board={model.cells} cell={`${name}:quantity`} />
    </li>
  );
}

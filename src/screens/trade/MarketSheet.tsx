import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsorted } from '../../../domain/index.ts';
import type { RowHead } from '../../../workers/api.ts';
import { Sheet } from '../../ui/dialog/Sheet.tsx';
import { MarketList, useListModel } from '../../ui/MarketList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './MarketSheet.module.css';

const MOST_CHARACTERS = 40;
const hrefOf = ({ kind, id }: RowHead): string =>
  kind === 'spot' ? `/trade?market=${encodeURIComponent(id)}` : `/coinDetail/${id}`;

/** Picks another pair: all spot markets by volume, or those that match what is typed. */
export function MarketSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['market', 'trade']);
  const [text, setText] = useState('');
  const query = text.trim();
  return (
    <Sheet title={t('trade:pairs')} onClose={onClose}>
      <input
        className={styles['search']}
        type="search"
        inputMode="search"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MOST_CHARACTERS}
        aria-label={t('search.title')}
        placeholder={t('search.placeholder')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Pairs key={query === '' ? 'all' : 'found'} text={query} onPick={onClose} />
    </Sheet>
  );
}

function Pairs({ text, onPick }: { readonly text: string; readonly onPick: () => void }) {
  const { t } = useTranslation('market');
  const model = useListModel();
  const scroller = useRef<HTMLDivElement>(null);
  const query = useMemo(
    () =>
      text === ''
        ? { list: 'spot' as const, sort: unsorted }
        : { list: 'search' as const, sort: unsorted, query: text, marketKind: 'spot' as const },
    [text],
  );
  return (
    <div ref={scroller} className={styles['list']}>
      <MarketList
        query={query}
        scroller={scroller}
        model={model}
        hrefOf={hrefOf}
        onPick={onPick}
        empty={<Notice title={t('search.none')} text={t('search.noneText', { text })} />}
      />
    </div>
  );
}

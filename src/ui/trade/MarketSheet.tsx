import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketKind } from '../../../domain/index.ts';
import { unsorted } from '../../../domain/index.ts';
import type { RowHead } from '../../../workers/api.ts';
import { Sheet } from '../dialog/Sheet.tsx';
import { look } from '../look.ts';
import { MarketList, useListModel } from '../MarketList.tsx';
import { Notice } from '../Notice.tsx';
import { SearchField } from '../SearchField.tsx';

const MOST_CHARACTERS = 40;
const hrefOf = ({ kind, id }: RowHead): string =>
  `/trade?${kind === 'spot' ? '' : `kind=${kind}&`}market=${encodeURIComponent(id)}`;

interface MarketSheetProps {
  readonly kind: MarketKind;
  readonly onClose: () => void;
}

/** Picks another pair: all markets of a kind by volume, or those that match what is typed. */
export function MarketSheet({ kind, onClose }: MarketSheetProps) {
  const { t } = useTranslation(['market', 'trade']);
  const [text, setText] = useState('');
  const query = text.trim();
  return (
    <Sheet title={t('trade:pairs')} onClose={onClose}>
      <SearchField
        isInset
        autoCapitalize="characters"
        label={t('search.title')}
        placeholder={t('search.placeholder')}
        value={text}
        most={MOST_CHARACTERS}
        isBrowsed
        onType={setText}
      />
      <Pairs key={query === '' ? 'all' : 'found'} kind={kind} text={query} onPick={onClose} />
    </Sheet>
  );
}

interface PairsProps {
  readonly kind: MarketKind;
  readonly text: string;
  readonly onPick: () => void;
}

function Pairs({ kind, text, onPick }: PairsProps) {
  const { t } = useTranslation('market');
  const model = useListModel();
  const scroller = useRef<HTMLDivElement>(null);
  const query = useMemo(
    () =>
      text === ''
        ? kind === 'spot'
          ? { list: 'spot' as const, sort: unsorted }
          : { list: 'futures' as const, sort: unsorted, marketKind: kind }
        : { list: 'search' as const, sort: unsorted, query: text, marketKind: kind },
    [kind, text],
  );
  return (
    <div ref={scroller} className={look('scrolls listing')}>
      <MarketList
        query={query}
        scroller={scroller}
        model={model}
        hrefOf={hrefOf}
        onPick={onPick}
        isNarrow
        empty={<Notice title={t('search.none')} text={t('search.noneText', { text })} />}
      />
    </div>
  );
}

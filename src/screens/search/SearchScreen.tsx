import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsorted } from '../../../domain/index.ts';
import { readJson, storageKeys, writeJson } from '../../state/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { MarketList, useListModel } from '../../ui/MarketList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './SearchScreen.module.css';

const MOST_RECENT = 8;
const MOST_CHARACTERS = 20;

function textsFrom(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter(
    (text): text is string => typeof text === 'string' && text.length <= MOST_CHARACTERS,
  );
  return texts.length === value.length ? texts.slice(0, MOST_RECENT) : undefined;
}

/** Finds markets as one types; what was searched before is a tap away. */
export default function SearchScreen() {
  const { t } = useTranslation(['market', 'app']);
  const [text, setText] = useState('');
  const [recent, setRecent] = useState(() => readJson(storageKeys.searches, textsFrom) ?? []);
  const scroller = useRef<HTMLDivElement>(null);
  const keep = () => {
    // Capitals may be more letters: what is longer than a search would have all of them taken for damaged.
    const query = text.trim().toUpperCase().slice(0, MOST_CHARACTERS);
    if (query === '') return;
    const next = [query, ...recent.filter((each) => each !== query)].slice(0, MOST_RECENT);
    setRecent(next);
    writeJson(storageKeys.searches, next);
  };
  return (
    <Screen title={t('app:title.coinSearch')} up="/market">
      <SearchField
        label={t('search.title')}
        placeholder={t('search.placeholder')}
        value={text}
        most={MOST_CHARACTERS}
        autoCapitalize="characters"
        onType={setText}
        onBlur={keep}
      />
      <div ref={scroller} className={styles['results']}>
        {text.trim() === '' ? (
          <>
            <Recent
              texts={recent}
              onPick={setText}
              onClear={() => {
                setRecent([]);
                writeJson(storageKeys.searches, []);
              }}
            />
            <MostTraded scroller={scroller} />
          </>
        ) : (
          <Results text={text} scroller={scroller} />
        )}
      </div>
    </Screen>
  );
}

interface ListProps {
  readonly scroller: React.RefObject<HTMLDivElement | null>;
}

const MOST_TRADED = { list: 'volume', sort: unsorted } as const;

/** What most users look for, before anything is typed. */
function MostTraded({ scroller }: ListProps) {
  const { t } = useTranslation('market');
  const model = useListModel();
  return (
    <section>
      <h2 className={look('faint pad')}>{t('ranking.volume')}</h2>
      <MarketList
        isNarrow
        query={MOST_TRADED}
        scroller={scroller}
        model={model}
        limit={MOST_RECENT}
        empty={null}
      />
    </section>
  );
}

function Results({ text, scroller }: ListProps & { readonly text: string }) {
  const { t } = useTranslation('market');
  const model = useListModel();
  const query = useMemo(() => ({ list: 'search' as const, sort: unsorted, query: text }), [text]);
  return (
    <MarketList
      isNarrow
      query={query}
      scroller={scroller}
      model={model}
      empty={<Notice title={t('search.none')} text={t('search.noneText', { text })} />}
    />
  );
}

interface RecentProps {
  readonly texts: readonly string[];
  readonly onPick: (text: string) => void;
  readonly onClear: () => void;
}

function Recent({ texts, onPick, onClear }: RecentProps) {
  const { t } = useTranslation('market');
  if (texts.length === 0) return null;
  return (
    <section className={look('inset')}>
      <header className={look('flex middle spread')}>
        <h2 className={look('faint')}>{t('search.recent')}</h2>
        <Button look="link" size="s" onClick={onClear}>
          {t('search.clear')}
        </Button>
      </header>
      {texts.map((text) => (
        <Button key={text} look="soft" className={look('inset', styles['chip'])} onClick={() => onPick(text)}>
          {text}
        </Button>
      ))}
    </section>
  );
}

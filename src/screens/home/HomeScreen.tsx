import { UserRound } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { Freshness } from '../../../workers/api.ts';
import { ErrorBoundary } from '../../app/ErrorBoundary.tsx';
import { useStoredScroll } from '../../app/scroll.ts';
import { withWords } from '../../i18n/index.ts';
import { login } from '../../state/login.ts';
import { setSort, sortOf, sorts } from '../../state/sorts.ts';
import { ButtonLink, IconLink } from '../../ui/Button.tsx';
import { ListHeader } from '../../ui/ListHeader.tsx';
import { look } from '../../ui/look.ts';
import { MarketList, useListModel } from '../../ui/MarketList.tsx';
import { NewsBell } from '../../ui/NewsBell.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchLink } from '../../ui/SearchLink.tsx';
import { StaleMark } from '../../ui/StaleMark.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Begin } from './Begin.tsx';
import styles from './HomeScreen.module.css';

const Own = lazy(withWords(() => import('./Own.tsx')));
const News = lazy(withWords(() => import('./News.tsx')));

type Ranking = 'volume' | 'rising' | 'falling';
const RANKED = 20;
let lastRanking: Ranking = 'volume';

/** The way in: what is one's own or how to begin, and what is traded, rises and falls most. */
export default function HomeScreen() {
  const { t } = useTranslation(['app', 'market']);
  const scroller = useRef<HTMLDivElement>(null);
  useStoredScroll(scroller);
  const [ranking, setRanking] = useState<Ranking>(lastRanking);
  const [freshness, setFreshness] = useState<Freshness>();
  const select = (id: Ranking) => {
    lastRanking = id;
    setRanking(id);
  };
  return (
    <div ref={scroller} className={look('scrolls mids', styles['home'])}>
      <h1 className="visually-hidden">{t('app:title.home')}</h1>
      <Head />
      <div className={look('flex spread gap2', styles['rankings'])}>
        <Tabs
          label={t('market:rankings')}
          selected={ranking}
          isOneLine
          onSelect={select}
          tabs={[
            { id: 'volume', text: t('market:ranking.volume') },
            { id: 'rising', text: t('market:ranking.rising') },
            { id: 'falling', text: t('market:ranking.falling') },
          ]}
        />
        <StaleMark freshness={freshness} />
      </div>
      <Ranked key={ranking} ranking={ranking} scroller={scroller} onFresh={setFreshness} />
      {/* Nothing else is requested before the first prices are there. */}
      {freshness ? (
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <News />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </div>
  );
}

/** What is prepared while the page is built is for both: who is logged in is known before the first paint. */
function Head() {
  const { token } = useSnapshot(login);
  if (import.meta.env.SSR)
    return (
      <>
        <Begin />
        <Mine>
          <div className={look('stack3 lone', styles['own'])} />
        </Mine>
      </>
    );
  if (token === null) return <Begin />;
  return (
    <Mine>
      <Suspense fallback={<div className={look('stack3 lone', styles['own'])} />}>
        <Own key={token} />
      </Suspense>
    </Mine>
  );
}

function Mine({ children }: { readonly children: React.ReactNode }) {
  const { t } = useTranslation('app');
  return (
    <section data-home="in" aria-label={t('title.mine')}>
      <header className={look('flex middle gap1', styles['top'])}>
        <IconLink to="/mine" label={t('title.mine')}>
          <UserRound size={22} aria-hidden="true" />
        </IconLink>
        <SearchLink />
        <NewsBell />
      </header>
      {children}
    </section>
  );
}

interface RankedProps {
  readonly ranking: Ranking;
  readonly scroller: React.RefObject<HTMLDivElement | null>;
  readonly onFresh: (freshness: Freshness | undefined) => void;
}

function Ranked({ ranking, scroller, onFresh }: RankedProps) {
  const { t } = useTranslation('market');
  const list = `home:${ranking}`;
  const model = useListModel(list);
  const { freshness, total } = useSnapshot(model.state);
  useEffect(() => {
    if (total >= 0) onFresh(freshness);
  }, [freshness, total, onFresh]);
  const sort = useSnapshot(sorts)[list] ?? sortOf(list);
  // A copy: what valtio hands out cannot cross to the worker.
  const query = useMemo(() => ({ list: ranking, sort: { ...sort } }), [ranking, sort]);
  const onSort = useCallback((next: typeof sort) => setSort(list, next), [list]);
  return (
    <>
      <ListHeader sort={sort} onSort={onSort} />
      <MarketList
        query={query}
        scroller={scroller}
        model={model}
        limit={RANKED}
        empty={<Notice title={t('empty.title')} text={t('empty.text')} />}
      />
      <ButtonLink look="link" isWide to="/market">
        {t('all')}
      </ButtonLink>
    </>
  );
}

import { Settings, UserRound } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { useKeptScroll } from '../../app/scroll.ts';
import { setSort, sortOf, sorts } from '../../state/sorts.ts';
import { ButtonLink, IconLink } from '../../ui/Button.tsx';
import { ListHeader } from '../../ui/ListHeader.tsx';
import { MarketList, useListModel } from '../../ui/MarketList.tsx';
import { NewsBell } from '../../ui/NewsBell.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchLink } from '../../ui/SearchLink.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from './HomeScreen.module.css';
import { MarketStrip } from './MarketStrip.tsx';
import { Banners, NoticeStrip } from './News.tsx';
import { Welcome } from './Welcome.tsx';

type Ranking = 'volume' | 'rising' | 'falling';
const RANKED = 20;
let lastRanking: Ranking = 'volume';

/** The way in: search, the majors, and what is traded, rises and falls most. */
export default function HomeScreen() {
  const { t } = useTranslation(['app', 'market']);
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller);
  const [ranking, setRanking] = useState<Ranking>(lastRanking);
  const majors = useListModel();
  const isReady = useSnapshot(majors.state).total >= 0;
  const select = (id: Ranking) => {
    lastRanking = id;
    setRanking(id);
  };
  return (
    <div ref={scroller} className={styles['home']}>
      <header className={styles['top']}>
        <h1 className="visually-hidden">{t('app:title.home')}</h1>
        <SearchLink />
        <NewsBell />
        <IconLink to="/mine" label={t('app:title.mine')}>
          <UserRound size={22} aria-hidden="true" />
        </IconLink>
        <IconLink to="/setting" label={t('app:title.setting')}>
          <Settings size={22} aria-hidden="true" />
        </IconLink>
      </header>
      <NoticeStrip isReady={isReady} />
      <Welcome model={majors} />
      <MarketStrip model={majors} />
      <Banners isReady={isReady} />
      <div className={styles['rankings']}>
        <Tabs
          label={t('market:rankings')}
          selected={ranking}
          onSelect={select}
          tabs={[
            { id: 'volume', text: t('market:ranking.volume') },
            { id: 'rising', text: t('market:ranking.rising') },
            { id: 'falling', text: t('market:ranking.falling') },
          ]}
        />
      </div>
      <Ranked key={ranking} ranking={ranking} scroller={scroller} />
    </div>
  );
}

function Ranked({
  ranking,
  scroller,
}: {
  readonly ranking: Ranking;
  readonly scroller: React.RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTranslation('market');
  const list = `home:${ranking}`;
  const model = useListModel();
  const sort = useSnapshot(sorts)[list] ?? sortOf(list);
  // A copy: what valtio hands out cannot cross to the worker.
  const query = useMemo(() => ({ list: ranking, sort: { ...sort } }), [ranking, sort]);
  return (
    <>
      <ListHeader sort={sort} onSort={(next) => setSort(list, next)} />
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

import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useStoredScroll } from '../../app/scroll.ts';
import { useFirstMarkets } from '../../state/firstMarkets.ts';
import { setSort, sortOf, sorts } from '../../state/sorts.ts';
import { Button } from '../../ui/Button.tsx';
import { ListHeader } from '../../ui/ListHeader.tsx';
import { look } from '../../ui/look.ts';
import { MarketList, useListModel } from '../../ui/MarketList.tsx';
import { NewsBell } from '../../ui/NewsBell.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchLink } from '../../ui/SearchLink.tsx';
import { StaleMark } from '../../ui/StaleMark.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { Watched } from './Favourites.tsx';
import { EmptyFavourites, ListChips, MissingFavourites, MoveButtons, useWatched } from './Favourites.tsx';
import styles from './MarketScreen.module.css';

const tabs = ['spot', 'futures', 'cycle', 'favorites'] as const;
type Tab = (typeof tabs)[number];
const kinds = ['all', 'perpetual', 'futures'] as const;

const pick = <T extends string>(allowed: readonly T[], given: string | null, fallback: T): T =>
  allowed.find((each) => each === given) ?? fallback;

/** All markets in four tabs; tab and filters stand in the address. */
export default function MarketScreen() {
  const { t } = useTranslation(['market', 'app']);
  const [params, setParams] = useSearchParams();
  const tab = pick(tabs, params.get('tab'), 'spot');
  const { quotes } = useFirstMarkets();
  const quote = pick(quotes, params.get('quote'), quotes[0] ?? '');
  const kind = pick(kinds, params.get('kind'), 'all');
  const watched = useWatched(params.get('list'));
  const change = (next: Record<string, string>) => setParams(next, { replace: true });
  return (
    <section className={look('flex mids', styles['market'])}>
      <h1 className="visually-hidden">{t('app:title.market')}</h1>
      <div className={look('flex middle', styles['top'])}>
        <SearchLink />
        <NewsBell />
      </div>
      <div className={look('inset')}>
        <Tabs
          label={t('tabs.label')}
          selected={tab}
          onSelect={(id) => change({ tab: id })}
          tabs={[
            { id: 'spot', text: t('tabs.spot') },
            { id: 'futures', text: t('tabs.futures') },
            { id: 'cycle', text: t('tabs.cycle') },
            { id: 'favorites', text: t('tabs.favorites') },
          ]}
        />
      </div>
      <MarketTab
        key={`${tab}:${quote}:${kind}:${watched.list}`}
        tab={tab}
        quote={quote}
        quotes={quotes}
        kind={kind}
        watched={watched}
        onList={(list) => change(list === '' ? { tab } : { tab, list })}
        onQuote={(id) => change({ tab, quote: id })}
        onKind={(id) => change({ tab, kind: id })}
      />
    </section>
  );
}

interface MarketTabProps {
  readonly tab: Tab;
  readonly quote: string;
  readonly quotes: readonly string[];
  readonly kind: (typeof kinds)[number];
  readonly watched: Watched;
  readonly onList: (list: string) => void;
  readonly onQuote: (quote: string) => void;
  readonly onKind: (kind: string) => void;
}

function MarketTab({ tab, quote, quotes, kind, watched, onList, onQuote, onKind }: MarketTabProps) {
  const { t } = useTranslation('market');
  const scroller = useRef<HTMLDivElement>(null);
  useStoredScroll(scroller);
  const { list, ids } = watched;
  const model = useListModel(`market:${tab}:${quote}:${kind}:${list ?? ''}`);
  const { freshness, missing } = useSnapshot(model.state);
  const sort = useSnapshot(sorts)[tab] ?? sortOf(tab);
  const query = useMemo(() => {
    // A copy: what valtio hands out cannot cross to the worker.
    const base = { list: tab, sort: { ...sort } };
    if (tab === 'spot') return { ...base, quote };
    if (tab === 'futures') return kind === 'all' ? base : { ...base, marketKind: kind };
    return tab === 'favorites' ? { ...base, ids: [...ids] } : base;
  }, [tab, sort, quote, kind, ids]);
  const [wantsOrder, setWantsOrder] = useState(false);
  // Only in their own order can they be moved.
  const isOrdered = tab === 'favorites' && sort.state === 0 && wantsOrder;
  return (
    <>
      {tab === 'favorites' ? <ListChips list={list} onList={onList} /> : null}
      <div className={look('row spread inset tap', styles['filters'])}>
        {tab === 'spot' ? (
          <Tabs
            look="chips"
            label={t('quotes')}
            selected={quote}
            onSelect={onQuote}
            tabs={quotes.map((id) => ({ id, text: id }))}
          />
        ) : null}
        {tab === 'favorites' && ids.length > 1 ? (
          <Button
            look="link"
            size="s"
            onClick={() => {
              setSort(tab, { ...sort, state: 0 });
              setWantsOrder(!isOrdered);
            }}
          >
            {isOrdered ? t('favorites.done') : t('favorites.order')}
          </Button>
        ) : null}
        {tab === 'futures' ? <KindFilter kind={kind} onKind={onKind} /> : null}
        <StaleMark freshness={freshness} />
      </div>
      <div ref={scroller} className={look('scroller', styles['scroller'])}>
        <ListHeader sort={sort} onSort={(next) => setSort(tab, next)} />
        <MarketList
          query={query}
          scroller={scroller}
          model={model}
          {...(isOrdered ? { rowAction: (id: string) => <MoveButtons id={id} list={list} /> } : {})}
          empty={
            tab === 'favorites' ? (
              <EmptyFavourites list={list} />
            ) : (
              <Notice title={t('empty.title')} text={t('empty.text')} />
            )
          }
        />
        {tab === 'favorites' ? <MissingFavourites list={list} ids={missing} /> : null}
      </div>
    </>
  );
}

function KindFilter({ kind, onKind }: Pick<MarketTabProps, 'kind' | 'onKind'>) {
  const { t } = useTranslation('market');
  return (
    <Tabs
      look="chips"
      label={t('kinds')}
      selected={kind}
      onSelect={onKind}
      tabs={[
        { id: 'all', text: t('kind.all') },
        { id: 'perpetual', text: t('kind.perpetual') },
        { id: 'futures', text: t('kind.commodity') },
      ]}
    />
  );
}

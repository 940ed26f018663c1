import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { FuturesTrade } from '../../app/panels.ts';
import { useFirstMarkets } from '../../state/firstMarkets.ts';
import { readText, storageKeys } from '../../state/storage.ts';
import { look } from '../../ui/look.ts';
import { NewsBell } from '../../ui/NewsBell.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import styles from '../../ui/trade/TradeLayout.module.css';
import { coinOf, marketOfKind } from './otherKind.ts';
import { SpotTrade } from './SpotTrade.tsx';

const kinds = ['spot', 'perpetual', 'futures', 'cycle'] as const;
/** Cycle contracts have one screen: the tab leads to it. */
const CYCLE = '/cycle';
/** The first that is traded with a session. */
const FIRST_FUTURES = 'XAU-USD';

/** A coin without a market of the kind that was wanted, and the market that is shown in its place. */
interface Absent {
  readonly coin: string;
  readonly instead: string;
}

/** Trading of all kinds; kind and market stand in the address. */
export default function TradeScreen() {
  const { t } = useTranslation(['trade', 'market', 'app']);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { spot, perpetual } = useFirstMarkets();
  const given = params.get('market');
  // The market last looked at, for as long as the screen is open.
  const last = useRef(readText(storageKeys.lastMarket));
  const kind = kinds.find((each) => each === params.get('kind')) ?? 'spot';
  // The market last looked at in each kind, and the one that a tab looked for.
  const seen = useRef<Partial<Record<string, string>>>({});
  const sought = useRef<string>(undefined);
  const [absent, setAbsent] = useState<Absent>();
  const names = {
    spot: t('market:tabs.spot'),
    futures: t('market:tabs.futures'),
    cycle: t('market:tabs.cycle'),
    perpetual: t('market:kind.perpetual'),
  };
  const first = { spot: last.current || spot, perpetual, futures: FIRST_FUTURES };
  if (kind === 'cycle') return <Navigate to={CYCLE} replace />;
  const market = given ?? first[kind];
  const toKind = (next: (typeof kinds)[number]) => {
    if (next === 'cycle') {
      navigate(CYCLE);
      return;
    }
    seen.current[kind] = market;
    setAbsent(undefined);
    const query = new URLSearchParams(params);
    query.set('kind', next);
    sought.current = marketOfKind(market, next);
    query.set('market', sought.current);
    setParams(query, { replace: true });
  };
  // A tab keeps the coin; where that has no such market, the one last seen stands in, and it is said.
  const standIn = (own: string) => {
    const instead = [seen.current[kind], own].find((each) => each !== undefined && each !== market) ?? own;
    if (sought.current === market) setAbsent({ coin: coinOf(market), instead });
    setParams({ kind, market: instead }, { replace: true });
  };
  return (
    <section className={look('flex mids', styles['trade'])} data-dense>
      <h1 className="visually-hidden">{t('app:title.trade')}</h1>
      <div className={look('flex middle rigid', styles['kinds'])}>
        <Tabs
          label={t('kinds')}
          selected={kind}
          onSelect={toKind}
          tabs={kinds.map((id) => ({ id, text: names[id] }))}
        />
        <NewsBell />
      </div>
      {absent?.instead === market ? (
        <p className={look('quiet ground2', styles['absent'])} role="status">
          {t('absent', { coin: absent.coin, market: absent.instead })}
        </p>
      ) : null}
      {kind === 'spot' ? (
        <SpotTrade
          key={market}
          id={market}
          // Only what the address names may be unknown; else the first market stands in.
          onMissing={
            market !== spot && (given === null || sought.current === given) ? () => standIn(spot) : undefined
          }
          onOther={(other) => setParams({ kind: other, market }, { replace: true })}
        />
      ) : (
        <Suspense fallback={null}>
          <FuturesTrade
            key={`${kind} ${market}`}
            id={market}
            kind={kind}
            // A market of another kind stays in the address when the kind is changed.
            onMissing={given === null ? undefined : () => standIn(first[kind])}
          />
        </Suspense>
      )}
    </section>
  );
}

import { lazy, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { lazyChunk } from '../../app/chunks.ts';
import { useFirstMarkets } from '../../state/firstMarkets.ts';
import { readText, storageKeys } from '../../state/storage.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { SpotTrade } from './SpotTrade.tsx';
import styles from './TradeScreen.module.css';

const kinds = ['spot', 'futures', 'cycle', 'perpetual'] as const;
/** The first that is traded with a session. */
const FIRST_FUTURES = 'XAU-USD';

const FuturesTrade = lazy(
  lazyChunk(async () => ({ default: (await import('../perpetual/FuturesTrade.tsx')).FuturesTrade })),
);

const CycleTrade = lazy(
  lazyChunk(async () => ({ default: (await import('../cycle/CycleTrade.tsx')).CycleTrade })),
);

/** Trading of all kinds; kind and market stand in the address. */
export default function TradeScreen() {
  const { t } = useTranslation(['trade', 'market', 'app']);
  const [params, setParams] = useSearchParams();
  const { spot, perpetual } = useFirstMarkets();
  const firstFutures = { perpetual, futures: FIRST_FUTURES };
  const given = params.get('market');
  // The market last looked at, for as long as the screen is open.
  const last = useRef(readText(storageKeys.lastMarket));
  const kind = kinds.find((each) => each === params.get('kind')) ?? 'spot';
  const names = {
    spot: t('market:tabs.spot'),
    futures: t('market:tabs.futures'),
    cycle: t('market:tabs.cycle'),
    perpetual: t('market:kind.perpetual'),
  };
  const market = given ?? (last.current || spot);
  const toKind = (next: string) => {
    const query = new URLSearchParams(params);
    query.set('kind', next);
    setParams(query, { replace: true });
  };
  return (
    <section className={styles['trade']}>
      <h1 className="visually-hidden">{t('app:title.trade')}</h1>
      <div className={styles['kinds']}>
        <Tabs
          label={t('kinds')}
          selected={kind}
          onSelect={toKind}
          tabs={kinds.map((id) => ({ id, text: names[id] }))}
        />
      </div>
      {kind === 'spot' ? (
        <SpotTrade
          key={market}
          id={market}
          // Only what the address names may be unknown or of another kind; else the first market stands in.
          onMissing={
            given === null && market !== spot
              ? () => setParams({ market: spot }, { replace: true })
              : undefined
          }
        />
      ) : kind === 'cycle' ? (
        <Suspense fallback={null}>
          <CycleTrade />
        </Suspense>
      ) : (
        <Suspense fallback={null}>
          <FuturesTrade
            key={`${kind} ${given}`}
            id={given ?? firstFutures[kind]}
            kind={kind}
            // A market of another kind stays in the address when the kind is changed.
            onMissing={
              given === null
                ? undefined
                : () => setParams({ kind, market: firstFutures[kind] }, { replace: true })
            }
          />
        </Suspense>
      )}
    </section>
  );
}

import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { cycleMs } from '../../../domain/index.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { useStoredScroll } from '../../app/scroll.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import trade from '../../ui/trade/TradeLayout.module.css';
import { AssetHead } from './AssetHead.tsx';
import { ContractLists } from './ContractLists.tsx';
import { CycleDock } from './CycleDock.tsx';
import styles from './CycleScreen.module.css';
import { CycleTerms } from './CycleTerms.tsx';
import { CycleTicket } from './CycleTicket.tsx';
import { SecondsChart } from './SecondsChart.tsx';
import { useContracts } from './useContracts.ts';
import { useCycleTicket } from './useCycleTicket.ts';

// Frames of the ticket render the ticket, and not what stands beside it.
const MarketChart = memo(lazy(lazyChunk(() => import('../../ui/market/MarketChart.tsx'))));

const FIRST_ASSET = 'BTC-USDT';
const DRAFT = 'cycleAsset';
const FIRST_CHART = { interval: '1m' } as const;
/** A contract that is over after this time, ms, is looked at second by second. */
const SHORT_MS = 120_000;

/** Up or down: asset, chart, ticket, and what runs. The asset stands in the address. */
export default function CycleScreen() {
  const { t } = useTranslation('app');
  const [params, setParams] = useSearchParams();
  // The asset last looked at, for as long as the screen is open.
  const [last] = useState(() => readDraft(DRAFT)['asset']);
  const asset = params.get('asset') ?? last ?? FIRST_ASSET;
  const pick = (next: string) => {
    const query = new URLSearchParams(params);
    query.set('asset', next);
    setParams(query, { replace: true });
  };
  useEffect(() => writeDraft(DRAFT, { asset }), [asset]);
  return (
    <section className={look('flex mids relative', trade['trade'], styles['screen'])} data-dense>
      <h1 className="visually-hidden">{t('title.cycle')}</h1>
      <Asset key={asset} asset={asset} onPick={pick} />
    </section>
  );
}

interface AssetProps {
  readonly asset: string;
  readonly onPick: (asset: string) => void;
}

function Asset({ asset, onPick }: AssetProps) {
  const control = useCycleTicket(asset);
  const contracts = useContracts({ asset });
  const { marks } = contracts;
  const body = useRef<HTMLDivElement>(null);
  useStoredScroll(body);
  const isShort = cycleMs(control.ticket.cycle) <= SHORT_MS;
  if (control.frame?.isUnknown) return <Unknown asset={asset} />;
  return (
    <>
      <AssetHead key={asset} id={asset} head={control.frame?.asset} onPick={onPick} />
      <div ref={body} className={look('scroller', trade['body'])}>
        <div className={styles['columns']}>
          <div className={look('flex', styles['first'])}>
            <div className={look('grid shrinks', styles['chart'])} data-line={isShort}>
              {isShort ? (
                <SecondsChart asset={asset} cycle={control.ticket.cycle} marks={marks} />
              ) : (
                <Suspense fallback={<div aria-busy="true" />}>
                  <MarketChart
                    id={asset}
                    kind="cycle"
                    memory={`cycle ${asset}`}
                    first={FIRST_CHART}
                    entries={marks}
                  />
                </Suspense>
              )}
            </div>
            <CycleTicket control={control} />
          </div>
          <CycleTerms frame={control.frame} />
          <ContractLists contracts={contracts} />
        </div>
      </div>
      <CycleDock control={control} contracts={contracts} />
    </>
  );
}

function Unknown({ asset }: { readonly asset: string }) {
  const { t } = useTranslation('cycle');
  return (
    <Notice title={t('unknown.title')} text={t('unknown.text', { id: asset })}>
      <ButtonLink to={`?asset=${FIRST_ASSET}`}>{t('unknown.first')}</ButtonLink>
    </Notice>
  );
}

import type { ReactNode } from 'react';
import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { lazyChunk } from '../../app/chunks.ts';
import { useKeptScroll } from '../../app/scroll.ts';
import { readDraft, writeDraft } from '../../state/drafts.ts';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/Notice.tsx';
import trade from '../../ui/trade/TradeLayout.module.css';
import { AssetHead } from './AssetHead.tsx';
import { ContractLists } from './ContractLists.tsx';
import { CycleDock } from './CycleDock.tsx';
import { CycleTicket } from './CycleTicket.tsx';
import styles from './CycleTrade.module.css';
import { RunningStrip } from './RunningStrip.tsx';
import { useContracts } from './useContracts.ts';
import { useCycleTicket } from './useCycleTicket.ts';

// Frames of the ticket render the ticket, and not what stands beside it.
const MarketChart = memo(lazy(lazyChunk(() => import('../../ui/market/MarketChart.tsx'))));

const FIRST_ASSET = 'BTC-USDT';
const DRAFT = 'cycleAsset';
/** Contracts run for seconds and minutes: so does their chart. */
const FIRST_CHART = { interval: '1m', showsAverages: false } as const;

/** Up or down: asset, chart, ticket, and what runs. The asset stands in the address. */
export function CycleTrade({ tools }: { readonly tools?: ReactNode }) {
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
  return <Asset key={asset} asset={asset} tools={tools} onPick={pick} />;
}

interface AssetProps {
  readonly asset: string;
  /** In the head, where the screen has none of its own. */
  readonly tools: ReactNode;
  readonly onPick: (asset: string) => void;
}

function Asset({ asset, tools, onPick }: AssetProps) {
  const control = useCycleTicket(asset);
  const contracts = useContracts({ asset });
  const { frame, marks } = contracts;
  const running = [...(frame?.ended ?? []), ...(frame?.open ?? [])];
  const body = useRef<HTMLDivElement>(null);
  useKeptScroll(body);
  const head = control.frame?.asset;
  if (control.frame?.isUnknown) return <Unknown asset={asset} />;
  return (
    <>
      <AssetHead key={asset} id={asset} head={head} tools={tools} onPick={onPick} />
      <div ref={body} className={`${layout['scroller']} ${trade['body']}`}>
        <div className={styles['columns']}>
          <div className={styles['chart']}>
            <Suspense fallback={<div className={styles['waiting']} aria-busy="true" />}>
              <MarketChart id={asset} memory={`cycle ${asset}`} first={FIRST_CHART} entries={marks} />
            </Suspense>
          </div>
          <div className={styles['strip']}>
            <RunningStrip lines={running} onPick={toCard} />
          </div>
          <CycleTicket control={control} />
          <ContractLists contracts={contracts} />
        </div>
      </div>
      <CycleDock control={control} />
    </>
  );
}

/** Brings a contract's card into sight. */
function toCard(id: number): void {
  document.querySelector(`[data-contract="${id}"]`)?.scrollIntoView({ block: 'center' });
}

function Unknown({ asset }: { readonly asset: string }) {
  const { t } = useTranslation('cycle');
  return (
    <Notice title={t('unknown.title')} text={t('unknown.text', { id: asset })}>
      <Link to={`?asset=${FIRST_ASSET}`}>{t('unknown.first')}</Link>
    </Notice>
  );
}

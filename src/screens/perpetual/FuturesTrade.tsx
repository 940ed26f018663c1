import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { MarketHead, TickerView } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { useKeptScroll } from '../../app/scroll.ts';
import { client } from '../../state/client.ts';
import { settings } from '../../state/settings.ts';
import { TickerModel } from '../../state/tickerModel.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useChartFold } from '../trade/chartFold.ts';
import { fieldDigits } from '../trade/digits.ts';
import { Ladder } from '../trade/Ladder.tsx';
import { TradeHead } from '../trade/TradeHead.tsx';
import styles from '../trade/TradeScreen.module.css';
import { FundingLine } from './FundingLine.tsx';
import { FuturesDock } from './FuturesDock.tsx';
import { FuturesTicketPanel } from './FuturesTicketPanel.tsx';
import type { Moved } from './MovedGuard.tsx';
import { MovedGuard } from './MovedGuard.tsx';
import { Positions } from './Positions.tsx';
import { useFuturesTicket } from './useFuturesTicket.ts';

// Frames of the ticket render the ticket, and not what stands beside it.
const MarketChart = memo(lazy(lazyChunk(() => import('../../ui/market/MarketChart.tsx'))));

export type FuturesKind = 'perpetual' | 'futures';

interface FuturesTradeProps {
  readonly id: string;
  readonly kind: FuturesKind;
  /** Told when there is no such market of this kind, and another stands in. */
  readonly onMissing: (() => void) | undefined;
}

/** One perpetual: price, chart, book, ticket, positions and open orders. */
export function FuturesTrade({ id, kind, onMissing }: FuturesTradeProps) {
  const { t } = useTranslation(['detail', 'app']);
  const [model] = useState(() => new TickerModel());
  const { market, isKnown } = useSnapshot(model.state);
  const view = useMemo<TickerView>(() => ({ kind: 'ticker', id }), [id]);
  useView(view, (frame) => model.apply(frame));
  const isOther = market !== undefined && market.kind !== kind;
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    if (isKnown === false || isOther) missing.current?.();
  }, [isKnown, isOther]);
  if ((isKnown === false || isOther) && !onMissing)
    return (
      <Notice title={t('unknown.title')} text={t('unknown.text', { id })}>
        <Link to="/market">{t('app:toMarket')}</Link>
      </Notice>
    );
  return <Pair id={id} kind={kind} market={isOther ? undefined : market} model={model} />;
}

interface PairProps {
  readonly id: string;
  readonly kind: FuturesKind;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
}

function Pair({ id, kind, market, model }: PairProps) {
  const control = useFuturesTicket(id);
  const [isFolded, fold] = useChartFold();
  const body = useRef<HTMLDivElement>(null);
  useKeptScroll(body);
  const now = useRef(control);
  now.current = control;
  const take = useCallback((shown: string) => {
    const price = fieldDigits(shown, settings.language);
    const { ticket, change } = now.current;
    if (price !== '') change(ticket.type === 'market' ? { price, type: 'limit' } : { price });
  }, []);
  const [moved, setMoved] = useState<Moved>();
  const move = useCallback(
    (guard: number, place: number) =>
      void client.onTick(id, place).then((price) => price && setMoved({ guard, price })),
    [id],
  );
  return (
    <>
      {moved ? <MovedGuard {...moved} market={id} onClose={() => setMoved(undefined)} /> : null}
      <TradeHead id={id} kind={kind} market={market} model={model} isFolded={isFolded} onFold={fold} />
      <FundingLine frame={control.frame} />
      <div ref={body} className={styles['body']}>
        <div className={styles['columns']} data-folded={isFolded}>
          {isFolded ? null : (
            <div className={styles['chart']}>
              <Suspense fallback={<div className={styles['waiting']} aria-busy="true" />}>
                <MarketChart id={id} onMove={move} marks="futuresMarks" />
              </Suspense>
            </div>
          )}
          <FuturesTicketPanel control={control} market={market} />
          <Ladder id={id} base={market?.base ?? ''} last={model.cells} onTake={take} />
          <section className={styles['lower']}>
            <Positions id={id} name={market?.name ?? id} />
          </section>
        </div>
      </div>
      <FuturesDock control={control} market={market} />
    </>
  );
}

import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { MarketHead, TickerView } from '../../../workers/api.ts';
import { lazyChunk } from '../../app/chunks.ts';
import { useKeptScroll } from '../../app/scroll.ts';
import { client } from '../../state/client.ts';
import { settings } from '../../state/settings.ts';
import { storageKeys, writeText } from '../../state/storage.ts';
import { TickerModel } from '../../state/tickerModel.ts';
import { useView } from '../../state/useView.ts';
import { TradesPanel } from '../../ui/market/TradesPanel.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { NotOpenYetScreen } from '../plain/NotOpenYetScreen.tsx';
import { useChartFold } from './chartFold.ts';
import { fieldDigits } from './digits.ts';
import { Ladder } from './Ladder.tsx';
import type { Moved } from './MovedOrder.tsx';
import { MovedOrder } from './MovedOrder.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { OrderDock } from './OrderDock.tsx';
import { TicketPanel } from './TicketPanel.tsx';
import { TradeHead } from './TradeHead.tsx';
import styles from './TradeScreen.module.css';
import { useTicket } from './useTicket.ts';

// Frames of the ticket render the ticket, and not what stands beside it.
const MarketChart = memo(lazy(lazyChunk(() => import('../../ui/market/MarketChart.tsx'))));

interface SpotTradeProps {
  readonly id: string;
  /** Told when there is no such spot market, if another may stand in. */
  readonly onMissing: (() => void) | undefined;
}

/** One pair: price, chart, book, ticket and open orders. */
export function SpotTrade({ id, onMissing }: SpotTradeProps) {
  const { t } = useTranslation(['detail', 'app']);
  const [model] = useState(() => new TickerModel());
  const { market, isKnown } = useSnapshot(model.state);
  const view = useMemo<TickerView>(() => ({ kind: 'ticker', id }), [id]);
  useView(view, (frame) => model.apply(frame));
  const isOther = market !== undefined && market.kind !== 'spot';
  const missing = useRef(onMissing);
  missing.current = onMissing;
  useEffect(() => {
    if (isKnown === false || isOther) missing.current?.();
    else if (isKnown) writeText(storageKeys.lastMarket, id);
  }, [isKnown, isOther, id]);
  if (isKnown === false && !onMissing)
    return (
      <Notice title={t('unknown.title')} text={t('unknown.text', { id })}>
        <Link to="/market">{t('app:toMarket')}</Link>
      </Notice>
    );
  if (isOther && !onMissing) return <NotOpenYetScreen title={market.name} isTab />;
  return <Pair id={id} market={market} model={model} />;
}

interface PairProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
}

function Pair({ id, market, model }: PairProps) {
  const control = useTicket(id);
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
    (order: number, place: number) =>
      void client.onTick(id, place).then((price) => price && setMoved({ order, price })),
    [id],
  );
  return (
    <>
      {moved ? <MovedOrder {...moved} market={id} onClose={() => setMoved(undefined)} /> : null}
      <TradeHead id={id} market={market} model={model} isFolded={isFolded} onFold={fold} />
      <div ref={body} className={styles['body']}>
        <div className={styles['columns']} data-folded={isFolded}>
          {isFolded ? null : (
            <div className={styles['chart']}>
              <Suspense fallback={<div className={styles['waiting']} aria-busy="true" />}>
                <MarketChart id={id} onMove={move} />
              </Suspense>
            </div>
          )}
          <TicketPanel control={control} market={market} />
          <Ladder id={id} base={market?.base ?? ''} last={model.cells} onTake={take} />
          <Lower id={id} market={market} />
        </div>
      </div>
      <OrderDock control={control} market={market} />
    </>
  );
}

const Lower = memo(function Lower({ id, market }: Pick<PairProps, 'id' | 'market'>) {
  const { t } = useTranslation(['trade', 'detail']);
  const [panel, setPanel] = useState<'orders' | 'trades'>('orders');
  return (
    <section className={styles['lower']}>
      <Tabs
        label={t('detail:panels')}
        selected={panel}
        onSelect={setPanel}
        tabs={[
          { id: 'orders', text: t('orders.title') },
          { id: 'trades', text: t('detail:panel.trades') },
        ]}
      />
      {panel === 'orders' ? (
        <OpenOrders id={id} market={market} />
      ) : (
        <TradesPanel id={id} base={market?.base ?? ''} />
      )}
    </section>
  );
});

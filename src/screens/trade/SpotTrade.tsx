import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MarketKind } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import { storageKeys, writeText } from '../../state/storage.ts';
import type { TickerModel } from '../../state/tickerModel.ts';
import { useTicker } from '../../state/useTicker.ts';
import { TradesPanel } from '../../ui/market/TradesPanel.tsx';
import { UnknownMarket } from '../../ui/market/UnknownMarket.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PairLayout } from '../../ui/trade/PairLayout.tsx';
import styles from '../../ui/trade/TradeLayout.module.css';
import { MovedOrder } from './MovedOrder.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { OrderDock } from './OrderDock.tsx';
import { TicketPanel } from './TicketPanel.tsx';
import { useTicket } from './useTicket.ts';

interface SpotTradeProps {
  readonly id: string;
  /** Told when there is no such spot market, if another may stand in. */
  readonly onMissing: (() => void) | undefined;
  /** Told when the market is of another kind, where it is traded. */
  readonly onOther: (kind: Exclude<MarketKind, 'spot'>) => void;
}

/** One pair: price, chart, book, ticket and open orders. */
export function SpotTrade({ id, onMissing, onOther }: SpotTradeProps) {
  const { model, market, isKnown } = useTicker(id);
  const kind = market?.kind ?? 'spot';
  const told = useRef({ onMissing, onOther });
  told.current = { onMissing, onOther };
  useEffect(() => {
    const { onMissing: miss, onOther: move } = told.current;
    if (isKnown === false || (kind !== 'spot' && miss)) miss?.();
    else if (kind !== 'spot') move(kind);
    else if (isKnown) writeText(storageKeys.lastMarket, id);
  }, [isKnown, kind, id]);
  if (isKnown === false && !onMissing) return <UnknownMarket id={id} />;
  return <Pair id={id} market={kind === 'spot' ? market : undefined} model={model} />;
}

interface PairProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
}

function Pair({ id, market, model }: PairProps) {
  const control = useTicket(id);
  return (
    <PairLayout
      id={id}
      kind="spot"
      market={market}
      model={model}
      control={control}
      marks="marks"
      moved={(moved, onClose) => <MovedOrder {...moved} market={id} onClose={onClose} />}
      ticket={<TicketPanel control={control} market={market} />}
      lower={<Lower id={id} market={market} />}
      dock={<OrderDock control={control} market={market} />}
    />
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

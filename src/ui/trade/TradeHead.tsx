import { ChartCandlestick } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketKind } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import type { TickerModel } from '../../state/tickerModel.ts';
import { AlertButton } from '../alerts/AlertButton.tsx';
import { IconButton } from '../Button.tsx';
import { FreshMark } from '../FreshMark.tsx';
import { look } from '../look.ts';
import { MarketState } from '../market/MarketState.tsx';
import { LivePrice, PairButton } from './HeadParts.tsx';
import { MarketSheet } from './MarketSheet.tsx';
import styles from './TradeHead.module.css';

interface TradeHeadProps {
  readonly id: string;
  /** Of the pairs to choose from. */
  readonly kind: MarketKind;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

/** The pair and its kind, the day's change, and the chart's switch. The price stands in the book. */
export function TradeHead({ id, kind, market, model, isFolded, onFold }: TradeHeadProps) {
  const { t } = useTranslation(['trade', 'detail', 'market', 'perpetual']);
  const [isPicking, setPicking] = useState(false);
  const { freshness } = useSnapshot(model.state);
  const name = market?.name ?? id;
  const kinds = {
    spot: t('market:tabs.spot'),
    perpetual: t('market:kind.perp'),
    futures: t('market:tabs.futures'),
  };
  return (
    <header className={look('row rigid tap', styles['head'])}>
      <PairButton
        name={name}
        kind={kinds[kind]}
        label={t('choose', { name: `${name} ${kinds[kind]}` })}
        onPick={() => setPicking(true)}
      />
      <section
        className={look('flex middle small grows', styles['numbers'])}
        aria-label={t('perpetual:source.last')}
      >
        <LivePrice cells={model.cells} />
        <FreshMark freshness={freshness} hasDot />
        {/* What else it may be is said in the line below, which has the room for it. */}
        {market?.status === 'closed' ? <MarketState status="closed" /> : null}
      </section>
      <IconButton aria-pressed={!isFolded} label={t('detail:chart.label')} onClick={() => onFold(!isFolded)}>
        <ChartCandlestick size={22} aria-hidden="true" />
      </IconButton>
      <AlertButton market={id} />
      {isPicking ? <MarketSheet kind={kind} onClose={() => setPicking(false)} /> : null}
    </header>
  );
}

import { ChartCandlestick } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketKind } from '../../../domain/index.ts';
import type { MarketHead } from '../../../workers/api.ts';
import type { TickerModel } from '../../state/tickerModel.ts';
import { AlertButton } from '../alerts/AlertButton.tsx';
import { IconButton } from '../Button.tsx';
import layout from '../layout.module.css';
import { StaleMark } from '../StaleMark.tsx';
import { LivePrice, PairButton } from './HeadParts.tsx';
import { MarketSheet } from './MarketSheet.tsx';
import styles from './TradeHead.module.css';

interface TradeHeadProps {
  readonly id: string;
  /** Of the pairs to choose from. */
  readonly kind?: MarketKind;
  readonly market: MarketHead | undefined;
  readonly model: TickerModel;
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

/** The pair, its live price, and the chart's switch. */
export function TradeHead({ id, kind = 'spot', market, model, isFolded, onFold }: TradeHeadProps) {
  const { t } = useTranslation(['trade', 'detail']);
  const [isPicking, setPicking] = useState(false);
  const { freshness } = useSnapshot(model.state);
  const name = market?.name ?? id;
  return (
    <header className={`${layout['row']} ${styles['head']}`}>
      <PairButton name={name} label={t('choose', { name })} onPick={() => setPicking(true)} />
      <div className={styles['numbers']}>
        <LivePrice cells={model.cells} />
        <span className={styles['state']}>
          <StaleMark freshness={freshness} />
          {market?.status === 'closed' ? (
            <span className={styles['closed']}>{t('detail:closed')}</span>
          ) : null}
        </span>
      </div>
      <AlertButton market={id} />
      <IconButton aria-pressed={!isFolded} label={t('detail:chart.label')} onClick={() => onFold(!isFolded)}>
        <ChartCandlestick size={22} aria-hidden="true" />
      </IconButton>
      {isPicking ? <MarketSheet kind={kind} onClose={() => setPicking(false)} /> : null}
    </header>
  );
}

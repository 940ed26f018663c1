import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Freshness, MarketHead } from '../../../workers/api.ts';
import type { CellBoard } from '../../state/cells.ts';
import { FreshMark } from '../../ui/FreshMark.tsx';
import { LiveText } from '../../ui/LiveText.tsx';
import { look } from '../../ui/look.ts';
import { MarketState } from '../../ui/market/MarketState.tsx';
import styles from './PriceHead.module.css';

interface PriceHeadProps {
  readonly cells: CellBoard;
  readonly market: MarketHead | undefined;
  /** Known by the address before the market is. */
  readonly quote: string;
  readonly freshness: Freshness | undefined;
  readonly listenRange: (listen: (permille: number) => void) => void;
}

/** The price, the largest thing on the screen, and the day around it. */
export function PriceHead({ cells, market, quote, freshness, listenRange }: PriceHeadProps) {
  const { t } = useTranslation(['detail', 'perpetual']);
  const range = useRef<HTMLDivElement>(null);
  useEffect(() => {
    listenRange((permille) => range.current?.style.setProperty('--place', `${permille / 10}%`));
    return () => listenRange(() => undefined);
  }, [listenRange]);
  return (
    <section className={look('flex wrap', styles['head'])} aria-label={t('perpetual:source.last')} data-dense>
      <div>
        <LiveText board={cells} cell="price" className={look('block huge strong whole', styles['price'])} />
        <p className={look('faint flex wrap middle across2', styles['second'])}>
          {/* A dollar's price in dollars says nothing more. */}
          {market === undefined || /^USD/.test(market.quote) ? null : (
            <LiveText board={cells} cell="dollar" />
          )}
          <LiveText board={cells} cell="percent" className={look('strong', styles['percent'])} />
          <FreshMark freshness={freshness} hasDot />
          <MarketState status={market?.status} />
        </p>
      </div>
      <dl className={look('stack1 mini', styles['day'])}>
        <div>
          <dt>{t('day.high')}</dt>
          <dd>
            <LiveText board={cells} cell="high" />
          </dd>
        </div>
        <div>
          <dt>{t('day.low')}</dt>
          <dd>
            <LiveText board={cells} cell="low" />
          </dd>
        </div>
        <div>
          <dt>{t('day.volume', { quote })}</dt>
          <dd>
            <LiveText board={cells} cell="volume" />
          </dd>
        </div>
        <div ref={range} className={look('relative', styles['range'])} aria-hidden="true" />
      </dl>
    </section>
  );
}

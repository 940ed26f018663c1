import { useTranslation } from 'react-i18next';
import type { MarketKind } from '../../../domain/index.ts';

/** A side of a ticket, as a button says it. */
export interface TradeSide {
  readonly side: 'buy' | 'sell' | 'long' | 'short';
  readonly look: 'up' | 'down';
  readonly text: string;
}

/** Both sides of a market's ticket, the one that buys first. */
export function useTradeSides(kind: MarketKind): readonly [TradeSide, TradeSide] {
  const { t } = useTranslation(['trade', 'perpetual']);
  if (kind === 'spot')
    return [
      { side: 'buy', look: 'up', text: t('side.buy') },
      { side: 'sell', look: 'down', text: t('side.sell') },
    ];
  return [
    { side: 'long', look: 'up', text: t('perpetual:side.long') },
    { side: 'short', look: 'down', text: t('perpetual:side.short') },
  ];
}

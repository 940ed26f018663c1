import { useTranslation } from 'react-i18next';
import type { OrderSide, TicketType, TimeInForce } from '../../domain/index.ts';

/** Names of what an order can be. */
export function useOrderNames(): {
  readonly sides: Record<OrderSide, string>;
  readonly types: Record<TicketType, string>;
  readonly tifs: Record<TimeInForce, string>;
} {
  const { t } = useTranslation('trade');
  return {
    sides: { buy: t('side.buy'), sell: t('side.sell') },
    types: {
      limit: t('type.limit'),
      market: t('type.market'),
      stopLimit: t('type.stopLimit'),
      stopMarket: t('type.stopMarket'),
      oco: t('type.oco'),
    },
    tifs: { GTC: t('tif.GTC'), GTD: t('tif.GTD'), IOC: t('tif.IOC'), FOK: t('tif.FOK') },
  };
}

/** Names of the ends of an order that one tap chooses. */
export function useExpiryNames(): Record<'hour' | 'today' | 'week', string> {
  const { t } = useTranslation('trade');
  return { hour: t('expiry.hour'), today: t('expiry.today'), week: t('expiry.week') };
}

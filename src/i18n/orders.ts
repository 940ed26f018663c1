import { useTranslation } from 'react-i18next';
import type { OrderSide, OrderStatus, OrderType, TimeInForce } from '../../domain/index.ts';
import { isRefusalCode } from '../../domain/index.ts';
import type { FillLine } from '../../workers/api.ts';
import { useRefusalWords } from './refusals.ts';

/** What an order does with the base asset. */
export function useSideNames(): Record<OrderSide, string> {
  const { t } = useTranslation('orders');
  return { buy: t('side.buy'), sell: t('side.sell') };
}

/** How an order finds its price. */
export function useTypeNames(): Record<OrderType, string> {
  const { t } = useTranslation('orders');
  return {
    limit: t('type.limit'),
    market: t('type.market'),
    stopLimit: t('type.stopLimit'),
    stopMarket: t('type.stopMarket'),
  };
}

/** How far an order has come. */
export function useStatusNames(): Record<OrderStatus, string> {
  const { t } = useTranslation('orders');
  return {
    waiting: t('status.waiting'),
    open: t('status.open'),
    partial: t('status.partial'),
    filled: t('status.filled'),
    cancelled: t('status.cancelled'),
    expired: t('status.expired'),
  };
}

/** How long an order stands. */
export function useTimeInForceNames(): Record<TimeInForce, string> {
  const { t } = useTranslation('orders');
  return { GTC: t('tif.GTC'), GTD: t('tif.GTD'), IOC: t('tif.IOC'), FOK: t('tif.FOK') };
}

/** Why an order ended, in words; empty where its status says it all. */
export function useEndWords(): (line: {
  readonly reason: string | null;
  readonly expiresTime: string;
}) => string {
  const { t } = useTranslation('orders');
  const { ofCode } = useRefusalWords();
  return ({ reason, expiresTime }) => {
    if (reason === null || reason === '') return '';
    if (reason === 'endedByTime' && expiresTime !== '') return t('expiredAt', { time: expiresTime });
    return ofCode(isRefusalCode(reason) ? reason : 'unexpected') ?? '';
  };
}

/** Whether a fill waited in the book or took from it. */
export function useRoleNames(): Record<FillLine['role'], string> {
  const { t } = useTranslation('orders');
  return { maker: t('role.maker'), taker: t('role.taker') };
}

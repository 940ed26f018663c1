import { useTranslation } from 'react-i18next';
import type { PlanStatus, RenewalRefusal, StorageState } from '../../domain/index.ts';

export function usePlanStatuses(): Record<PlanStatus, string> {
  const { t } = useTranslation('storage');
  return { open: t('status.open'), full: t('status.full'), closed: t('status.closed') };
}

/** States of storage orders. */
export function useStorageStates(): Record<StorageState, string> {
  const { t } = useTranslation('storage');
  return {
    running: t('state.running'),
    redeemed: t('state.redeemed'),
    redeemedEarly: t('state.redeemedEarly'),
    revoked: t('state.revoked'),
    finished: t('state.finished'),
  };
}

/** Why an order was paid back though it was to be renewed. */
export function useRenewalReasons(): Record<RenewalRefusal, string> {
  const { t } = useTranslation('storage');
  return {
    planClosed: t('notRenewed.planClosed'),
    termsWorse: t('notRenewed.termsWorse'),
    limits: t('notRenewed.limits'),
    quotaFull: t('notRenewed.quotaFull'),
    uncovered: t('notRenewed.uncovered'),
  };
}

import { useTranslation } from 'react-i18next';
import type { IdentityField, IdentityLevel, RejectionReason } from '../../domain/index.ts';
import type { LevelState } from '../../workers/api.ts';

export function useLevelNames(): Record<IdentityLevel, string> {
  const { t } = useTranslation('identity');
  return { 1: t('level.basic'), 2: t('level.advanced') };
}

/** How far a user has come with a level. @see specification §4 "Identity" */
export function useLevelStates(): Record<LevelState, string> {
  const { t } = useTranslation(['identity', 'account']);
  return {
    open: t('account:identity.none'),
    pending: t('account:identity.pending'),
    approved: t('state.approved'),
    rejected: t('state.rejected'),
  };
}

export function useIdentityFields(): Record<IdentityField, string> {
  const { t } = useTranslation('identity');
  return {
    name: t('field.name'),
    number: t('field.number'),
    front: t('field.front'),
    back: t('field.back'),
    holding: t('field.holding'),
  };
}

/** Why a field was rejected, as a sentence. */
export function useRejectionReasons(): Record<RejectionReason, string> {
  const { t } = useTranslation('identity');
  return {
    unreadable: t('reason.unreadable'),
    cutOff: t('reason.cutOff'),
    mismatch: t('reason.mismatch'),
    expired: t('reason.expired'),
    notAccepted: t('reason.notAccepted'),
    taken: t('reason.taken'),
    sample: t('reason.sample'),
    other: t('reason.other'),
  };
}

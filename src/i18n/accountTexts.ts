import { useTranslation } from 'react-i18next';
import type { Profile } from '../../domain/contract/index.ts';

/** @see specification §4 "Identity" */
export function useIdentityName(identity: Profile['identity']): string {
  const { t } = useTranslation('account');
  const words = {
    none: t('identity.none'),
    pending: t('identity.pending'),
    basic: t('identity.basic'),
    advanced: t('identity.advanced'),
  };
  return words[identity];
}

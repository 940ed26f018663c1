import { useTranslation } from 'react-i18next';
import type { DocumentCode, HelpCategory } from '../../domain/index.ts';

/** Subjects of help articles. */
export function useHelpCategories(): Record<HelpCategory, string> {
  const { t } = useTranslation('content');
  return {
    start: t('category.start'),
    trading: t('category.trading'),
    futures: t('category.futures'),
    cycle: t('category.cycle'),
    wallet: t('category.wallet'),
    account: t('category.account'),
    storage: t('category.storage'),
    team: t('category.team'),
  };
}

/** Documents that every exchange has, in the order in which users look for them. */
export function useDocumentNames(): readonly { code: Exclude<DocumentCode, 'about'>; name: string }[] {
  const { t } = useTranslation('content');
  return [
    { code: 'agreement', name: t('document.agreement') },
    { code: 'privacy', name: t('document.privacy') },
    { code: 'risk', name: t('document.risk') },
    { code: 'fees', name: t('document.fees') },
  ];
}

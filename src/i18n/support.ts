import { useTranslation } from 'react-i18next';
import type { SubjectKind, TicketState } from '../../domain/index.ts';

/** How far a ticket has come. @see specification §4 "Tickets" */
export function useTicketStates(): Record<TicketState, string> {
  const { t } = useTranslation('support');
  return { waiting: t('state.waiting'), replied: t('state.replied'), closed: t('state.closed') };
}

/** What a ticket can be about. */
export function useSubjectKinds(): Record<SubjectKind, string> {
  const { t } = useTranslation('support');
  return {
    spot: t('subject.spot'),
    futures: t('subject.futures'),
    cycle: t('subject.cycle'),
    storage: t('subject.storage'),
    deposit: t('subject.deposit'),
    withdrawal: t('subject.withdrawal'),
  };
}

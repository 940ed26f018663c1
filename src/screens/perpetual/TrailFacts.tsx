import { useTranslation } from 'react-i18next';
import { NO_FIGURE } from '../../../domain/index.ts';
import type { TrailLine } from '../../../workers/api.ts';
import { Fact } from '../../ui/Facts.tsx';

/** How a trailing stop follows, how far it has come, and what has fired it. */
export function TrailFacts({ trail }: { readonly trail: TrailLine }) {
  const { t } = useTranslation('perpetual');
  const { distance, activation, best, reached } = trail;
  return (
    <>
      <Fact name={t('trailing.distance')} text={distance} isPublic />
      {activation === NO_FIGURE ? null : <Fact name={t('trailing.activation')} text={activation} isPublic />}
      {best === NO_FIGURE ? null : <Fact name={t('trailing.best')} text={best} isPublic />}
      {reached === NO_FIGURE ? null : <Fact name={t('trailing.reached')} text={reached} isPublic />}
    </>
  );
}

import { useTranslation } from 'react-i18next';
import type { LevelLimits } from '../../../workers/api.ts';
import { Term, Terms } from '../../ui/Terms.tsx';

/** What a level allows. @see specification §6 */
export function LevelFacts({ limits }: { readonly limits: LevelLimits }) {
  const { t } = useTranslation('identity');
  return (
    <Terms>
      <Term name={t('allows.fiat')}>{`${limits.fiatDay} BTC`}</Term>
      <Term name={t('allows.withdrawal')}>{`${limits.withdrawal} USDT`}</Term>
    </Terms>
  );
}

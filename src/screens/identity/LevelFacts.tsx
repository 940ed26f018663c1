import { useTranslation } from 'react-i18next';
import type { LevelLimits } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';

/** What a level allows. @see specification §6 */
export function LevelFacts({ limits }: { readonly limits: LevelLimits }) {
  const { t } = useTranslation('identity');
  return (
    <Facts look="framed">
      <Fact name={t('allows.fiat')}>{`${limits.fiatDay} BTC`}</Fact>
      <Fact name={t('allows.withdrawal')}>{`${limits.withdrawal} USDT`}</Fact>
    </Facts>
  );
}

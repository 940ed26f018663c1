import { useTranslation } from 'react-i18next';
import type { PlanLine } from '../../../workers/api.ts';
import { CoinIcon } from '../../ui/coin/CoinIcon.tsx';
import { look } from '../../ui/look.ts';
import styles from './PlanHead.module.css';

/** Which asset, for how long, and what it earns. */
export function PlanHead({ plan }: { readonly plan: PlanLine }) {
  const { t } = useTranslation('storage');
  const { asset, iconId, days, rate, yearly } = plan;
  return (
    <div className={look('stack3 middle', styles['head'])}>
      <CoinIcon iconId={iconId} symbol={asset} />
      <p className={look('grid')}>
        <b>{asset}</b>
        <small>{t('days', { count: days })}</small>
      </p>
      <p className={look('grid right', styles['rate'])}>
        <b>{t('perDay', { rate })}</b>
        <small>{t('perYear', { rate: yearly })}</small>
      </p>
    </div>
  );
}

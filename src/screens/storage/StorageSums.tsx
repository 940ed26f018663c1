import { useTranslation } from 'react-i18next';
import type { StorageSumLine } from '../../../workers/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import styles from './StorageSums.module.css';

/** What the user has in storage, by asset. */
export function StorageSums({ sums }: { readonly sums: readonly StorageSumLine[] }) {
  const { t } = useTranslation('storage');
  if (sums.length === 0) return null;
  return (
    <section className={look('stack3 framed pad3', styles['sums'])} aria-label={t('sums.title')}>
      {sums.map(({ asset, running, escrow, earned, promised }) => (
        <div key={asset} data-sum={asset}>
          <h2 className={look('bottom2 normal')}>
            {asset} <small className={look('light')}>{t('sums.running', { count: running })}</small>
          </h2>
          <Facts look="grid" columns={3}>
            <Fact name={t('sums.escrow')} text={escrow} />
            <Fact name={t('sums.earned')} text={earned} />
            <Fact name={t('sums.promised')} text={promised} />
          </Facts>
        </div>
      ))}
    </section>
  );
}

import { useTranslation } from 'react-i18next';
import type { FillLine } from '../../../workers/api.ts';
import { useRoleNames } from '../../i18n/orders.ts';
import { Fact } from '../../ui/Facts.tsx';
import styles from './Fills.module.css';

/** What an order traded, piece by piece. */
export function Fills({ fills }: { readonly fills: readonly FillLine[] }) {
  const { t } = useTranslation('orders');
  return (
    <section className={styles['fills']}>
      <h2>{t('fills')}</h2>
      {fills.length === 0 ? <p className={styles['none']}>{t('noFills')}</p> : null}
      <ul>
        {fills.map((fill) => (
          <Fill key={fill.id} fill={fill} />
        ))}
      </ul>
    </section>
  );
}

function Fill({ fill }: { readonly fill: FillLine }) {
  const { t } = useTranslation('orders');
  const roles = useRoleNames();
  return (
    <li>
      <p>
        <b>{roles[fill.role]}</b>
        <span>{fill.time}</span>
      </p>
      <dl>
        <Fact name={t('price')} text={fill.price} isPublic />
        <Fact name={t('quantity')} text={fill.quantity} />
        <Fact name={t('total')} text={fill.total} />
        <Fact name={t('fee')} text={fill.fee} unit={fill.feeAsset} />
      </dl>
    </li>
  );
}

import { useTranslation } from 'react-i18next';
import type { FillLine } from '../../../workers/api.ts';
import { useRoleNames } from '../../i18n/orders.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';

/** What an order traded, piece by piece. */
export function Fills({ fills }: { readonly fills: readonly FillLine[] }) {
  const { t } = useTranslation('orders');
  return (
    <section>
      <h2 className={look('inset normal')}>{t('fills')}</h2>
      {fills.length === 0 ? <Empty>{t('noFills')}</Empty> : null}
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
    <li className={look('stack pad ruled')}>
      <p className={look('flex wrap baseline spread small')}>
        <b>{roles[fill.role]}</b>
        <span className={look('tiny')}>{fill.time}</span>
      </p>
      <Facts look="grid" columns={2}>
        <Fact name={t('price')} text={fill.price} isPublic />
        <Fact name={t('quantity')} text={fill.quantity} />
        <Fact name={t('total')} text={fill.total} />
        <Fact name={t('fee')} text={fill.fee} unit={fill.feeAsset} />
      </Facts>
    </li>
  );
}

import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/index.ts';
import type { StoragePayoutsView } from '../../../workers/api.ts';
import { ListRow } from '../../ui/ListRow.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessView } from '../../ui/records/EndlessView.tsx';

/** Interest that was paid, of one order or of all. */
export function Payouts({ order }: { readonly order?: number }) {
  const { t } = useTranslation('storage');
  const question = useMemo(() => ({ kind: 'storagePayouts' as const, ...defined({ order }) }), [order]);
  const empty = <Notice title={t('payouts.none')} text={t('payouts.noneText')} />;
  return (
    <EndlessView<StoragePayoutsView> question={question} empty={empty}>
      {(line) => (
        <ListRow
          data-payout={line.id}
          start={
            <>
              <b>{t('payouts.day', { day: line.day })}</b>
              <small>{t('orderOf', { id: line.order })}</small>
            </>
          }
          end={
            <>
              <b>
                <Amount text={line.amount} direction={1} /> {line.asset}
              </b>
              <small>{line.dueAt}</small>
            </>
          }
        />
      )}
    </EndlessView>
  );
}

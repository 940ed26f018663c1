import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketHead, OrderLine } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import { login, submit } from '../../state/login.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from '../../ui/trade/OrderList.module.css';
import type { OrderScope } from '../../ui/trade/OrderTools.tsx';
import { ORDER_COLUMNS, OrderTools, RevokeAll } from '../../ui/trade/OrderTools.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { AmendOrder } from './AmendOrder.tsx';
import { OrderCard } from './OrderCard.tsx';
import { useOpenOrders } from './useOpenOrders.ts';
import { useOrderToasts } from './useOrderToasts.ts';

interface OpenOrdersProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
}

const idOf = ({ id }: OrderLine) => id;

/** Orders that may still trade, of this pair or of all. */
export function OpenOrders(props: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  const { token } = useSnapshot(login);
  return token === null ? <SignInFirst gain={t('orders.gain')} /> : <Orders {...props} />;
}

function Orders({ id, market }: OpenOrdersProps) {
  const { t } = useTranslation(['trade', 'app']);
  const [scope, setScope] = useState<OrderScope>('pair');
  const [amended, setAmended] = useState<OrderLine>();
  const toasts = useOrderToasts();
  const { frame, expectGone } = useOpenOrders(scope === 'pair' ? id : undefined, toasts);
  const lines = frame?.lines ?? [];
  const count = lines.length;
  const [first] = lines;
  const revokeAll = async () => {
    expectGone(lines.map((line) => line.id));
    const result = await submit('spot.cancelAll', scope === 'pair' ? { market: id } : {});
    if (result.state === 'settled') toasts.revoked();
    if (result.state === 'refused') toasts.refused(result.error);
  };
  return (
    <div className={styles['orders']}>
      <OrderTools
        name={market?.name ?? id}
        scope={scope}
        onScope={setScope}
        record={{
          to: `/allRecord/${scope === 'pair' ? encodeURIComponent(id) : 'all'}`,
          title: t('app:title.allRecord'),
        }}
      >
        {first ? (
          <RevokeAll
            text={
              scope === 'all'
                ? t('revokeAll.ofAll', { count })
                : t('revokeAll.ofPair', { count, name: first.name })
            }
            revoke={revokeAll}
          />
        ) : null}
      </OrderTools>
      {frame?.isKnown ? null : <Skeleton rows={2} onRetry={() => client.wake()} />}
      {frame?.isKnown && count === 0 ? <Empty>{t('orders.none')}</Empty> : null}
      <VirtualList items={lines} keyOf={idOf} rowPx={156} {...ORDER_COLUMNS}>
        {(line) => (
          <OrderCard
            line={line}
            toasts={toasts}
            onEdit={() => setAmended(line)}
            onRevoke={() => expectGone([line.id])}
          />
        )}
      </VirtualList>
      {amended ? <AmendOrder line={amended} toasts={toasts} onClose={() => setAmended(undefined)} /> : null}
    </div>
  );
}

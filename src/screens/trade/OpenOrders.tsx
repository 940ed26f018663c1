import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketHead, OrderLine } from '../../../workers/api.ts';
import { login } from '../../state/login.ts';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AmendSheet } from './AmendSheet.tsx';
import styles from './OpenOrders.module.css';
import { OrderCard } from './OrderCard.tsx';
import { RevokeAll } from './RevokeAll.tsx';
import { useOpenOrders } from './useOpenOrders.ts';
import { useOrderToasts } from './useOrderToasts.ts';

interface OpenOrdersProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
}

/** Orders that may still trade, of this pair or of all. */
export function OpenOrders(props: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  const { token } = useSnapshot(login);
  return token === null ? <SignInFirst gain={t('orders.gain')} /> : <Orders {...props} />;
}

function Orders({ id, market }: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  const [scope, setScope] = useState<'pair' | 'all'>('pair');
  const [amended, setAmended] = useState<OrderLine>();
  const toasts = useOrderToasts();
  const { frame, expectGone } = useOpenOrders(scope === 'pair' ? id : undefined, toasts);
  const lines = frame?.lines ?? [];
  return (
    <div className={styles['orders']}>
      <div className={styles['tools']}>
        <Tabs
          look="chips"
          label={t('orders.scope')}
          selected={scope}
          onSelect={setScope}
          tabs={[
            { id: 'pair', text: market?.name ?? id },
            { id: 'all', text: t('orders.all') },
          ]}
        />
        {lines.length > 0 ? (
          <RevokeAll market={scope === 'pair' ? id : undefined} lines={lines} onRevoke={expectGone} />
        ) : null}
      </div>
      {frame?.isKnown ? null : <Skeleton rows={2} />}
      {frame?.isKnown && lines.length === 0 ? <p className={styles['none']}>{t('orders.none')}</p> : null}
      <ul className={styles['list']}>
        {lines.map((line) => (
          <OrderCard
            key={line.id}
            line={line}
            toasts={toasts}
            onEdit={() => setAmended(line)}
            onRevoke={() => expectGone([line.id])}
          />
        ))}
      </ul>
      {amended ? <AmendSheet line={amended} toasts={toasts} onClose={() => setAmended(undefined)} /> : null}
    </div>
  );
}

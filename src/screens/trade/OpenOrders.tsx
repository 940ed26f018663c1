import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { MarketHead, OrderLine } from '../../../workers/api.ts';
import { OrderHistory } from '../../app/panels.ts';
import { client } from '../../state/client.ts';
import { login, submit } from '../../state/login.ts';
import { useKeptChoice } from '../../state/useKeptChoice.ts';
import { Empty } from '../../ui/Empty.tsx';
import { TradesPanel } from '../../ui/market/TradesPanel.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Scope } from '../../ui/trade/LowerTabs.tsx';
import { LowerTabs } from '../../ui/trade/LowerTabs.tsx';
import styles from '../../ui/trade/OrderList.module.css';
import { ORDER_COLUMNS, OrderTools, RevokeAll } from '../../ui/trade/OrderTools.tsx';
import { ScaledHead, scaledHeads } from '../../ui/trade/ScaledHead.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { AmendOrder } from './AmendOrder.tsx';
import { OrderCard } from './OrderCard.tsx';
import type { OrderGroup } from './pairs.ts';
import { groupsOf } from './pairs.ts';
import { useOpenOrders } from './useOpenOrders.ts';
import { useOrderToasts } from './useOrderToasts.ts';

interface OpenOrdersProps {
  readonly id: string;
  readonly market: MarketHead | undefined;
}

const idOf = ({ line }: OrderGroup) => line.id;

/** Orders that may still trade and those of the past, of this pair or of all, and what others trade. */
export function OpenOrders(props: OpenOrdersProps) {
  const { t } = useTranslation('trade');
  const { token } = useSnapshot(login);
  return token === null ? <SignInFirst gain={t('orders.gain')} /> : <Orders {...props} />;
}

type Panel = 'orders' | 'trades' | 'history';

function Orders({ id, market }: OpenOrdersProps) {
  const { t } = useTranslation(['trade', 'detail', 'perpetual', 'app']);
  const [panel, setPanel] = useKeptChoice<Panel>('spot panel', 'orders');
  const [scope, setScope] = useKeptChoice<Scope>('spot scope', 'pair');
  const toasts = useOrderToasts();
  const { frame, expectGone } = useOpenOrders(toasts);
  const all = frame?.lines ?? [];
  const lines = scope === 'all' ? all : all.filter((line) => line.market === id);
  const record = {
    to: `/allRecord/${scope === 'pair' ? encodeURIComponent(id) : 'all'}`,
    title: t('app:title.allRecord'),
  };
  return (
    <>
      <LowerTabs
        label={t('detail:panels')}
        selected={panel}
        onSelect={setPanel}
        tabs={[
          { id: 'orders', text: t('perpetual:past.orders'), count: groupsOf(lines).length },
          { id: 'trades', text: t('detail:panel.trades') },
          { id: 'history', text: t('history') },
        ]}
        name={market?.name ?? id}
        scope={scope}
        onScope={setScope}
        allCount={groupsOf(all).length}
      />
      {panel === 'orders' ? (
        <div className={styles['orders']}>
          {groupsOf(lines).length > 1 ? (
            <OrderTools>
              <Revoking lines={lines} market={scope === 'pair' ? id : undefined} expectGone={expectGone} />
            </OrderTools>
          ) : null}
          {frame?.isKnown ? null : <Skeleton rows={2} onRetry={() => client.wake()} />}
          {frame?.isKnown && lines.length === 0 ? <Empty>{t('orders.none')}</Empty> : null}
          <OrderCards lines={lines} expectGone={expectGone} />
        </div>
      ) : null}
      {panel === 'trades' ? <TradesPanel id={id} base={market?.base ?? ''} /> : null}
      {panel === 'history' ? (
        <>
          <OrderTools record={record} />
          <Suspense fallback={<Skeleton rows={2} />}>
            <OrderHistory key={scope} filter={scope === 'pair' ? { market: id } : {}} />
          </Suspense>
        </>
      ) : null}
    </>
  );
}

interface LinesProps {
  readonly lines: readonly OrderLine[];
  readonly expectGone: (ids: readonly number[]) => () => void;
}

/** Takes back all that is shown. @param market that it is of; undefined: of all. */
function Revoking({ lines, market, expectGone }: LinesProps & { readonly market: string | undefined }) {
  const { t } = useTranslation('trade');
  const toasts = useOrderToasts();
  const [first] = lines;
  const count = lines.length;
  if (!first) return null;
  const revokeAll = async () => {
    const expectNone = expectGone(lines.map((line) => line.id));
    const result = await submit('spot.cancelAll', market === undefined ? {} : { market });
    if (result.state === 'settled') toasts.revoked();
    if (result.state !== 'refused') return;
    expectNone();
    toasts.refused(result.error);
  };
  const text =
    market === undefined
      ? t('revokeAll.ofAll', { count })
      : t('revokeAll.ofPair', { count, name: first.name });
  return <RevokeAll text={text} revoke={revokeAll} />;
}

function OrderCards({ lines, expectGone }: LinesProps) {
  const [amended, setAmended] = useState<OrderLine>();
  const toasts = useOrderToasts();
  const groups = useMemo(() => groupsOf(lines), [lines]);
  const heads = useMemo(() => scaledHeads(lines), [lines]);
  const head = (line: OrderLine) => {
    const all = heads.get(line.id);
    if (!all || line.scaled === undefined) return null;
    const gone = () => expectGone(all.map(({ id }) => id));
    return <ScaledHead product="spot" scaled={line.scaled} count={all.length} onRevoke={gone} />;
  };
  return (
    <>
      <VirtualList items={groups} keyOf={idOf} rowPx={112} {...ORDER_COLUMNS}>
        {({ line, stop }) => (
          <>
            {head(line)}
            <OrderCard
              line={line}
              stop={stop}
              toasts={toasts}
              onEdit={() => setAmended(line)}
              onRevoke={() => expectGone(stop ? [line.id, stop.id] : [line.id])}
            />
          </>
        )}
      </VirtualList>
      {amended ? <AmendOrder line={amended} toasts={toasts} onClose={() => setAmended(undefined)} /> : null}
    </>
  );
}

import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { FuturesFilter, FuturesView } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import type { FuturesModel, FuturesState, PositionHead } from '../../state/futures.ts';
import { login } from '../../state/login.ts';
import { useKeptChoice } from '../../state/useKeptChoice.ts';
import { Empty } from '../../ui/Empty.tsx';
import { look } from '../../ui/look.ts';
import { Failed } from '../../ui/Notice.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Scope } from '../../ui/trade/LowerTabs.tsx';
import { LowerTabs } from '../../ui/trade/LowerTabs.tsx';
import { OrderTools } from '../../ui/trade/OrderTools.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { AbsenceCard } from './AbsenceCard.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { CloseAll } from './CloseAll.tsx';
import type { Explained } from './ExplainSheet.tsx';
import { ExplainSheet } from './ExplainSheet.tsx';
import { FuturesOrders } from './FuturesOrders.tsx';
import { Past } from './Past.tsx';
import { PositionCard } from './PositionCard.tsx';
import { useFutures } from './useFutures.ts';

interface PositionsProps {
  readonly id: string;
  readonly name: string;
}

/** Positions and open orders of all markets, and the account behind them. */
export function Positions(props: PositionsProps) {
  const { t } = useTranslation('perpetual');
  const { token } = useSnapshot(login);
  return token === null ? <SignInFirst gain={t('gain')} /> : <Own {...props} />;
}

type Panel = 'positions' | 'orders' | 'history';

function Own({ id, name }: PositionsProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const [panel, setPanel] = useKeptChoice<Panel>('perpetual panel', 'positions');
  const [scope, setScope] = useKeptChoice<Scope>('perpetual scope', 'pair');
  const [explained, setExplained] = useState<Explained>();
  const view = useMemo<FuturesView>(
    () => (explained ? { kind: 'futures', explain: explained } : { kind: 'futures' }),
    [explained],
  );
  const { model, now } = useFutures(view);
  const market = scope === 'all' ? undefined : id;
  const isShown = (line: { readonly market: string }) => market === undefined || line.market === market;
  const positions = now.positions.filter(isShown);
  const orders = now.orders.filter(isShown);
  return (
    <>
      <LowerTabs
        label={t('panels')}
        selected={panel}
        onSelect={setPanel}
        tabs={[
          { id: 'positions', text: t('positions.title'), count: positions.length },
          { id: 'orders', text: t('past.orders'), count: orders.length },
          { id: 'history', text: t('trade:history') },
        ]}
        name={name}
        scope={scope}
        onScope={setScope}
        allCount={panel === 'positions' ? now.positionCount : panel === 'orders' ? now.orderCount : 0}
      />
      {now.failed && !now.isKnown ? <Failed onRetry={() => client.wake()} /> : null}
      {now.isKnown || now.failed ? null : <Skeleton rows={3} onRetry={() => client.wake()} />}
      {now.isKnown && panel === 'positions' ? (
        <>
          <PositionList positions={positions} model={model} now={now} onExplain={setExplained} />
          <AccountFacts model={model} isInDanger={now.isInDanger} />
          {now.absence ? <AbsenceCard line={now.absence} /> : null}
        </>
      ) : null}
      {now.isKnown && panel === 'orders' ? <FuturesOrders lines={orders} market={market} /> : null}
      {panel === 'history' ? <History market={market} /> : null}
      {explained && now.explained ? (
        <ExplainSheet number={now.explained} onClose={() => setExplained(undefined)} />
      ) : null}
    </>
  );
}

/** Positions that have ended, of a market or of all, and the way to the other records. */
function History({ market }: { readonly market: string | undefined }) {
  const { t } = useTranslation('app');
  const filter = useMemo<FuturesFilter>(
    () => (market === undefined ? { tab: 'positions' } : { tab: 'positions', market }),
    [market],
  );
  const to = `/contractRecord/${market === undefined ? 'all' : encodeURIComponent(market)}`;
  return (
    <>
      <OrderTools record={{ to, title: t('title.contractRecord') }} />
      <Past key={market} filter={filter} />
    </>
  );
}

const idOf = ({ id }: PositionHead) => id;

interface PositionListProps {
  readonly positions: readonly PositionHead[];
  readonly model: FuturesModel;
  readonly now: FuturesState;
  readonly onExplain: (explained: Explained) => void;
}

function PositionList({ positions, model, now, onExplain }: PositionListProps) {
  const { t } = useTranslation('perpetual');
  // All are closed: one sees all of them first.
  const isAll = positions.length > 1 && positions.length === now.positionCount;
  return (
    <div>
      {positions.length === 0 ? <Empty>{t('positions.none')}</Empty> : null}
      <VirtualList items={positions} keyOf={idOf} rowPx={262} gapPx={10} columnPx={340} columnGapPx={10}>
        {(head) => <PositionCard head={head} model={model} onExplain={onExplain} />}
      </VirtualList>
      {isAll ? (
        <div className={look('between')}>
          <CloseAll count={now.positionCount} model={model} />
        </div>
      ) : null}
    </div>
  );
}

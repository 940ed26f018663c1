import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { FuturesView } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import type { FuturesModel, FuturesState, PositionHead } from '../../state/futures.ts';
import { login } from '../../state/login.ts';
import { Empty } from '../../ui/Empty.tsx';
import layout from '../../ui/layout.module.css';
import { Failed } from '../../ui/Notice.tsx';
import { SignInFirst } from '../../ui/SignInFirst.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { AbsenceCard } from './AbsenceCard.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { CloseAll } from './CloseAll.tsx';
import type { Explained } from './ExplainSheet.tsx';
import { ExplainSheet } from './ExplainSheet.tsx';
import styles from './Futures.module.css';
import { FuturesOrders } from './FuturesOrders.tsx';
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

type Panel = 'positions' | 'orders' | 'account';

function Own({ id, name }: PositionsProps) {
  const { t } = useTranslation(['perpetual', 'trade']);
  const [panel, setPanel] = useState<Panel>('positions');
  const [explained, setExplained] = useState<Explained>();
  const view = useMemo<FuturesView>(
    () => (explained ? { kind: 'futures', explain: explained } : { kind: 'futures' }),
    [explained],
  );
  const { model, now } = useFutures(view);
  const count = (text: string, many: number) => (many > 0 ? `${text} ${many}` : text);
  return (
    <>
      <Tabs
        label={t('panels')}
        selected={panel}
        onSelect={setPanel}
        tabs={[
          { id: 'positions', text: count(t('positions.title'), now.positionCount) },
          { id: 'orders', text: count(t('trade:orders.title'), now.orderCount) },
          { id: 'account', text: t('account') },
        ]}
      />
      {now.failed && !now.isKnown ? <Failed onRetry={() => client.wake()} /> : null}
      {now.isKnown || now.failed ? null : <Skeleton rows={3} onRetry={() => client.wake()} />}
      {now.isKnown && panel === 'positions' ? (
        <PositionList model={model} now={now} onExplain={setExplained} />
      ) : null}
      {now.isKnown && panel === 'orders' ? <FuturesOrders lines={now.orders} id={id} name={name} /> : null}
      {now.isKnown && panel === 'account' ? (
        <>
          <AccountFacts model={model} isInDanger={now.isInDanger} />
          {now.absence ? <AbsenceCard line={now.absence} /> : null}
        </>
      ) : null}
      {explained && now.explained ? (
        <ExplainSheet number={now.explained} onClose={() => setExplained(undefined)} />
      ) : null}
    </>
  );
}

const idOf = ({ id }: PositionHead) => id;

interface PositionListProps {
  readonly model: FuturesModel;
  readonly now: FuturesState;
  readonly onExplain: (explained: Explained) => void;
}

function PositionList({ model, now, onExplain }: PositionListProps) {
  const { t } = useTranslation(['perpetual', 'app']);
  return (
    <div>
      <div className={`${layout['between']} ${styles['tools']}`}>
        <Link to="/contractRecord/all">{t('app:title.contractRecord')}</Link>
        {now.positions.length > 0 ? <CloseAll count={now.positionCount} model={model} /> : null}
      </div>
      {now.positions.length === 0 ? <Empty>{t('positions.none')}</Empty> : null}
      <VirtualList items={now.positions} keyOf={idOf} rowPx={262} gapPx={10} columnPx={340} columnGapPx={10}>
        {(head) => <PositionCard head={head} model={model} onExplain={onExplain} />}
      </VirtualList>
    </div>
  );
}

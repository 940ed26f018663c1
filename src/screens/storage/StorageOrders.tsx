import { memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StorageFilter, StorageLine, StorageOrdersView } from '../../../workers/api.ts';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessView } from '../../ui/records/EndlessView.tsx';
import { SenderState } from '../../ui/ticket/Dock.tsx';
import type { OrderTask } from './OrderSheets.tsx';
import { OrderSheets } from './OrderSheets.tsx';
import { PlansLink } from './PlansLink.tsx';
import { StorageCard } from './StorageCard.tsx';
import { useStorageTasks } from './useStorageTasks.ts';

/** What the user does with which order. */
interface Chosen {
  readonly id: number;
  readonly task: OrderTask;
}

/** Orders of one filter, and what can be done with them. */
export function StorageOrders({ filter }: { readonly filter: StorageFilter }) {
  const { t } = useTranslation('storage');
  const [chosen, setChosen] = useState<Chosen>();
  const choose = useCallback((id: number, task: OrderTask) => setChosen({ id, task }), []);
  const close = useCallback(() => setChosen(undefined), []);
  const tasks = useStorageTasks();
  const question = useMemo(() => ({ kind: 'storageOrders' as const, ...filter }), [filter]);
  const empty = (
    <Notice title={t('record.none')} text={t('record.noneText')}>
      <PlansLink />
    </Notice>
  );
  return (
    <>
      <div className={look('inset')}>
        <SenderState state={tasks.state} />
      </div>
      <EndlessView<StorageOrdersView> question={question} empty={empty} rowPx={400}>
        {(line) => (
          <>
            <Card line={line} onTask={choose} />
            {chosen?.id === line.id ? (
              <OrderSheets line={line} task={chosen.task} tasks={tasks} onClose={close} />
            ) : null}
          </>
        )}
      </EndlessView>
    </>
  );
}

interface CardProps {
  readonly line: StorageLine;
  readonly onTask: (id: number, task: OrderTask) => void;
}

const Card = memo(
  (props: CardProps) => <StorageCard {...props} />,
  // A frame copies every line: only one that says something else is drawn again.
  (before, after) =>
    before.onTask === after.onTask && JSON.stringify(before.line) === JSON.stringify(after.line),
);

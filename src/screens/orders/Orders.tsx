import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLiveStatus, NO_FIGURE } from '../../../domain/index.ts';
import type { OrderFilter, OrderHistoryFrame, OrderHistoryView, OrderLine } from '../../../workers/api.ts';
import { useSideNames, useStatusNames, useTypeNames } from '../../i18n/orders.ts';
import { useView } from '../../state/useView.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Amount } from '../../ui/LiveAmount.tsx';
import { look } from '../../ui/look.ts';
import { PairName } from '../../ui/market/PairName.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { isSameLine, PagedList } from '../../ui/records/PagedList.tsx';
import { RecordLink } from '../../ui/records/RecordLine.tsx';

/** The orders of one filter. */
export function Orders({ filter }: { readonly filter: OrderFilter }) {
  const { t } = useTranslation('orders');
  const empty = <Notice title={t('none')} text={t('noneText')} />;
  return <PagedList of={ORDERS} filter={filter} empty={empty} />;
}

const Row = memo(function Row({ line }: { readonly line: OrderLine }) {
  const [sides, types, statuses] = [useSideNames(), useTypeNames(), useStatusNames()];
  const { side, type, status, filled, quantity, price, average } = line;
  return (
    <RecordLink
      to={`/tradDetail/${line.id}`}
      head={
        <>
          <Chip tone={side === 'buy' ? 'up' : 'down'}>{sides[side]}</Chip>
          <PairName name={line.name} />
          <small>{types[type]}</small>
        </>
      }
      figure={<span className={isLiveStatus(status) ? look('accent') : undefined}>{statuses[status]}</span>}
      foot={
        <>
          <Amount text={quantity === NO_FIGURE ? filled : `${filled} / ${quantity}`} /> ·{' '}
          {average === NO_FIGURE ? price : average}
        </>
      }
      aside={line.clock}
    />
  );
}, isSameLine);

const ORDERS: Paged<OrderFilter, OrderHistoryView, OrderHistoryFrame, OrderLine> = {
  viewOf: (filter, requested) => ({ kind: 'orderHistory', ...filter, ...requested }),
  useFrames: useView<OrderHistoryView>,
  linesOf: ({ lines }) => lines,
  Row,
  rowPx: 62,
};

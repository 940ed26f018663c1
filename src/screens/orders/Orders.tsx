import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderFilter, OrderHistoryFrame, OrderHistoryView, OrderLine } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { Paged } from '../../ui/records/PagedList.tsx';
import { isSameLine, PagedList } from '../../ui/records/PagedList.tsx';
import { OrderHead } from './OrderHead.tsx';
import styles from './Orders.module.css';

/** The orders of one filter. */
export function Orders({ filter }: { readonly filter: OrderFilter }) {
  const { t } = useTranslation('orders');
  const empty = <Notice title={t('none')} text={t('noneText')} />;
  return <PagedList of={ORDERS} filter={filter} empty={empty} />;
}

const Row = memo(function Row({ line }: { readonly line: OrderLine }) {
  const { t } = useTranslation('orders');
  return (
    <div className={look('ruled', styles['order'])}>
      <Link className={look('stack pad')} to={`/tradDetail/${line.id}`}>
        <OrderHead line={line} />
        <Facts look="grid" columns={6}>
          <Fact name={t('price')} text={line.price} isPublic />
          <Fact name={t('average')} text={line.average} isPublic />
          <Fact name={t('quantity')} text={line.quantity} />
          <Fact name={t('filled')} text={line.filled} />
          <Fact name={t('untraded')} text={line.untraded} />
          <Fact name={t('fee')} text={line.fee} unit={line.feeAsset} />
        </Facts>
        <p className={look('tiny flex middle spread', styles['foot'])}>
          <span>{line.filledTime ? `${line.time} · ${t('filledTime')} ${line.filledTime}` : line.time}</span>
          <ChevronRight size={16} aria-hidden="true" />
        </p>
      </Link>
    </div>
  );
}, isSameLine);

const ORDERS: Paged<OrderFilter, OrderHistoryView, OrderHistoryFrame, OrderLine> = {
  viewOf: (filter, requested) => ({ kind: 'orderHistory', ...filter, ...requested }),
  useFrames: useView<OrderHistoryView>,
  linesOf: ({ lines }) => lines,
  Row,
  rowPx: 168,
};

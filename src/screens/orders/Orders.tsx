import { ChevronRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OrderHistoryFrame, OrderHistoryView, OrderLine } from '../../../workers/api.ts';
import { login, sessionEnded } from '../../state/login.ts';
import type { OrderFilter } from '../../state/orders.ts';
import { useView } from '../../state/useView.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EndlessList } from '../../ui/records/EndlessList.tsx';
import type { Want } from '../../ui/records/useWant.ts';
import { useWant } from '../../ui/records/useWant.ts';
import { Fact } from './Fact.tsx';
import { OrderHead } from './OrderHead.tsx';
import styles from './Orders.module.css';

/** The orders of one filter, from the newest on; older ones come as the reader nears the end. */
export function Orders({ filter }: { readonly filter: OrderFilter }) {
  const [attempt, setAttempt] = useState(0);
  return <List key={attempt} filter={filter} onRetry={() => setAttempt((count) => count + 1)} />;
}

interface ListProps {
  readonly filter: OrderFilter;
  /** Asks for all of it anew. */
  readonly onRetry: () => void;
}

function List({ filter, onRetry }: ListProps) {
  const { t } = useTranslation('orders');
  const want = useWant();
  const frame = useOrders(filter, want);
  const lines = frame?.lines ?? [];
  const empty = <Notice title={t('none')} text={t('noneText')} />;
  return (
    <EndlessList frame={frame} length={lines.length} want={want} onRetry={onRetry} empty={empty}>
      {lines.map((line) => (
        <Row key={line.id} line={line} />
      ))}
    </EndlessList>
  );
}

function useOrders(filter: OrderFilter, { asked }: Want): OrderHistoryFrame | undefined {
  const [frame, setFrame] = useState<OrderHistoryFrame>();
  const [token] = useState(() => login.token);
  const view = useMemo<OrderHistoryView>(
    () => ({ kind: 'orderHistory', ...filter, ...asked }),
    [filter, asked],
  );
  useView(view, (next) => {
    setFrame(next);
    if (next.failed?.code === 401) sessionEnded(token);
  });
  return frame;
}

const Row = memo(
  function Row({ line }: { readonly line: OrderLine }) {
    const { t } = useTranslation('orders');
    return (
      <li className={styles['order']}>
        <Link to={`/tradDetail/${line.id}`}>
          <OrderHead line={line} />
          <dl>
            <Fact name={t('price')} text={line.price} isPublic />
            <Fact name={t('average')} text={line.average} isPublic />
            <Fact name={t('quantity')} text={line.quantity} />
            <Fact name={t('filled')} text={line.filled} />
            <Fact name={t('untraded')} text={line.untraded} />
            <Fact name={t('fee')} text={line.fee} unit={line.feeAsset} />
          </dl>
          <p className={styles['foot']}>
            <span>{line.time}</span>
            <ChevronRight size={16} aria-hidden="true" />
          </p>
        </Link>
      </li>
    );
  },
  // A frame copies every line: only one that says something else is drawn again.
  (before, after) => JSON.stringify(before.line) === JSON.stringify(after.line),
);

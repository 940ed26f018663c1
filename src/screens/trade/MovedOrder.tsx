import { useMemo, useState } from 'react';
import type { OrderLine, OrdersView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import type { Moved } from '../../ui/trade/PairLayout.tsx';
import { AmendOrder } from './AmendOrder.tsx';
import { useOrderToasts } from './useOrderToasts.ts';

interface MovedOrderProps extends Moved {
  readonly market: string;
  readonly onClose: () => void;
}

/** Asks before an order is moved to where its line was dragged. */
export function MovedOrder({ order, price, market, onClose }: MovedOrderProps) {
  const toasts = useOrderToasts();
  const view = useMemo<OrdersView>(() => ({ kind: 'orders', market }), [market]);
  const [line, setLine] = useState<OrderLine>();
  // The order as it was when its line was let go: what is asked must not change under the finger.
  useView(view, ({ lines }) => setLine((before) => before ?? lines.find(({ id }) => id === order)));
  return line ? <AmendOrder line={line} start={{ price }} toasts={toasts} onClose={onClose} /> : null;
}

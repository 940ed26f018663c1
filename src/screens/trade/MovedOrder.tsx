import { useMemo, useState } from 'react';
import type { OrderLine, OrdersView } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { MoveAtOnce } from '../../ui/trade/MoveAtOnce.tsx';
import type { Moved } from '../../ui/trade/PairLayout.tsx';
import { AmendOrder } from './AmendOrder.tsx';
import { useOrderToasts } from './useOrderToasts.ts';

interface MovedOrderProps extends Moved {
  readonly market: string;
  readonly onClose: () => void;
}

/** Moves an order to where its line was dragged; anyone who wants to be requested before orders is requested here too. */
export function MovedOrder({ order, price, market, onClose }: MovedOrderProps) {
  const toasts = useOrderToasts();
  const view = useMemo<OrdersView>(() => ({ kind: 'orders', market }), [market]);
  const [line, setLine] = useState<OrderLine>();
  // The order as it was when its line was let go: what is confirmed must not change under the finger.
  useView(view, ({ isKnown, lines }) => {
    const now = lines.find(({ id }) => id === order);
    setLine((before) => before ?? now);
    if (line || now || !isKnown) return;
    toasts.ended();
    onClose();
  });
  if (line && !settings.confirmOrders)
    return (
      <MoveAtOnce
        name={line.name}
        from={line.raw.price}
        to={price}
        send={(to) => submit('spot.amend', { id: line.id, price: to })}
        onRefused={toasts.refused}
        onClose={onClose}
      />
    );
  return line ? <AmendOrder line={line} start={{ price }} toasts={toasts} onClose={onClose} /> : null;
}

import { useEffect, useMemo, useRef, useState } from 'react';
import type { OrdersFrame, OrdersView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import type { OrderToasts } from './useOrderToasts.ts';

export interface OpenOrdersControl {
  readonly frame: OrdersFrame | undefined;
  /** An order that the person revokes: its end is told by its button. */
  readonly expectGone: (ids: readonly number[]) => void;
}

/** Open orders of one market, or of all; what trades meanwhile is told. */
export function useOpenOrders(market: string | undefined, toasts: OrderToasts): OpenOrdersControl {
  const view = useMemo<OrdersView>(
    () => (market === undefined ? { kind: 'orders' } : { kind: 'orders', market }),
    [market],
  );
  const [frame, setFrame] = useState<OrdersFrame>();
  const traded = useRef<ReadonlyMap<number, number>>(new Map());
  const expected = useRef(new Set<number>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: other markets' orders are other orders
  useEffect(() => {
    traded.current = new Map();
  }, [market]);
  useView(view, (next) => {
    setFrame(next);
    if (!next.isKnown) return;
    const before = traded.current;
    traded.current = new Map(next.lines.map(({ id, percent }) => [id, percent]));
    for (const line of next.lines) {
      const had = before.get(line.id);
      if (had !== undefined && line.percent > had) toasts.traded(line);
    }
    for (const id of before.keys()) {
      if (!traded.current.has(id) && !expected.current.delete(id)) void toasts.gone(id);
    }
  });
  return {
    frame,
    expectGone: (ids) => {
      for (const id of ids) expected.current.add(id);
    },
  };
}

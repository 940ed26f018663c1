import { useRef, useState } from 'react';
import type { OrdersFrame, OrdersView } from '../../../workers/api.ts';
import { client } from '../../state/client.ts';
import { useRefresh } from '../../state/refresh.ts';
import { useView } from '../../state/useView.ts';
import type { OrderToasts } from './useOrderToasts.ts';

export interface OpenOrdersControl {
  readonly frame: OrdersFrame | undefined;
  /** Orders that the user revokes: their outcome is shown by the button. @returns undo: the exchange refused. */
  readonly expectGone: (ids: readonly number[]) => () => void;
}

const ALL: OrdersView = { kind: 'orders' };

/** Open orders of all markets; a toast shows what trades meanwhile. */
export function useOpenOrders(toasts: OrderToasts): OpenOrdersControl {
  const [frame, setFrame] = useState<OrdersFrame>();
  const traded = useRef<ReadonlyMap<number, number>>(new Map());
  const expected = useRef(new Set<number>());
  // One after another: hundreds that end at once would use up what the exchange allows their owner.
  const shown = useRef<Promise<unknown>>(Promise.resolve());
  useRefresh(() => client.wake());
  useView(ALL, (next) => {
    setFrame(next);
    if (!next.isKnown) return;
    const before = traded.current;
    traded.current = new Map(next.lines.map(({ id, percent }) => [id, percent]));
    for (const line of next.lines) {
      const had = before.get(line.id);
      if (had !== undefined && line.percent > had) toasts.traded(line);
    }
    for (const id of before.keys()) {
      if (traded.current.has(id) || expected.current.delete(id)) continue;
      const show = () => toasts.gone(id);
      shown.current = shown.current.then(show, show);
    }
  });
  return {
    frame,
    expectGone: (ids) => {
      for (const id of ids) expected.current.add(id);
      return () => {
        for (const id of ids) expected.current.delete(id);
      };
    },
  };
}

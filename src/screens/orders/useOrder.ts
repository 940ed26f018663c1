import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Refusal } from '../../../domain/index.ts';
import type { OrderDetail, OrderLine, OrdersView } from '../../../workers/api.ts';
import { ask } from '../../state/login.ts';
import { useView } from '../../state/useView.ts';

export interface KnownOrder {
  /** The newest answer; it stays while another is requested, and when that fails. */
  readonly detail: OrderDetail | undefined;
  /** Why the newest question has no answer. */
  readonly failed: Refusal | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Asks for an order when a screen opens, and again on `reload`; only the newest answer counts. */
export function useOrder(id: number): KnownOrder {
  const [detail, setDetail] = useState<OrderDetail>();
  const [failed, setFailed] = useState<Refusal>();
  const [isLoading, setLoading] = useState(true);
  const newest = useRef(0);
  const reload = useCallback(() => {
    newest.current += 1;
    const turn = newest.current;
    setLoading(true);
    void ask('orderDetail', id).then((result) => {
      if (turn !== newest.current) return;
      setLoading(false);
      setFailed(result.ok ? undefined : result.error);
      if (result.ok) setDetail(result.data);
    });
  }, [id]);
  useEffect(() => {
    reload();
    return () => {
      newest.current += 1;
    };
  }, [reload]);
  return { detail, failed, isLoading, reload };
}

/** Called each time that a live order has changed. */
export function useLiveOrder({ id, market, status, filled }: OrderLine, onChange: () => void): void {
  const view = useMemo<OrdersView>(() => ({ kind: 'orders', market }), [market]);
  const seen = useRef(`${status} ${filled}`);
  useView(view, ({ isKnown, lines }) => {
    if (!isKnown) return;
    const line = lines.find((each) => each.id === id);
    // Each state is published once: an answer that is older than the frame cannot make it request for ever.
    const state = line ? `${line.status} ${line.filled}` : 'ended';
    if (state === seen.current) return;
    seen.current = state;
    onChange();
  });
}

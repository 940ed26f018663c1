import { useMemo, useState } from 'react';
import type { Dec } from '../../../domain/index.ts';
import type { FuturesFrame, FuturesOrderLine, FuturesView } from '../../../workers/api.ts';
import { submit } from '../../state/login.ts';
import { settings } from '../../state/settings.ts';
import { useView } from '../../state/useView.ts';
import { MoveAtOnce } from '../../ui/trade/MoveAtOnce.tsx';
import type { Moved } from '../../ui/trade/PairLayout.tsx';
import { AmendFutures } from './AmendFutures.tsx';
import type { PlacedGuard } from './AskGuard.tsx';
import { AskGuard } from './AskGuard.tsx';
import { useFuturesToasts } from './useFuturesToasts.ts';

interface MovedLineProps extends Moved {
  readonly market: string;
  readonly onClose: () => void;
}

/**
 * Moves an order, a take-profit or a stop-loss to where its line was dragged; anyone who wants to be requested before orders is
 * requested here too.
 */
export function MovedLine({ order: id, price, market, onClose }: MovedLineProps) {
  const toasts = useFuturesToasts();
  const view = useMemo<FuturesView>(() => ({ kind: 'futures', market }), [market]);
  const [found, setFound] = useState<FuturesOrderLine | PlacedGuard>();
  // As it was when its line was let go: what is confirmed must not change under the finger.
  useView(view, (frame) => {
    const now = lineOf(frame, id);
    setFound((before) => before ?? now);
    if (found || now || !frame.isKnown) return;
    toasts.ended();
    onClose();
  });
  if (!found) return null;
  if (!settings.confirmOrders) {
    const { name, from, send } = movedBy(found);
    return (
      <MoveAtOnce
        name={name}
        from={from}
        to={price}
        send={send}
        onRefused={toasts.refused}
        onClose={onClose}
      />
    );
  }
  if ('guard' in found) return <AskGuard {...found} price={price} onClose={onClose} />;
  const start = found.status === 'waiting' ? { trigger: price } : { price };
  return <AmendFutures line={found} start={start} onClose={onClose} />;
}

/** Where its line stands, and how it is sent elsewhere. */
function movedBy(found: FuturesOrderLine | PlacedGuard) {
  if ('guard' in found) {
    const { line, guard } = found;
    const { limit, trigger } = guard.raw;
    return {
      name: line.name,
      from: trigger,
      send: (value: Dec) =>
        submit('perpetual.amendGuard', {
          id: guard.id,
          guard: { by: 'price', value, source: guard.source, ...(limit === '' ? {} : { limit }) },
        }),
    };
  }
  const { id, name, raw, status } = found;
  return status === 'waiting'
    ? {
        name,
        from: raw.trigger,
        send: (triggerPrice: Dec) => submit('perpetual.amend', { id, triggerPrice }),
      }
    : { name, from: raw.price, send: (price: Dec) => submit('perpetual.amend', { id, price }) };
}

function lineOf({ positions, orders }: FuturesFrame, id: number): FuturesOrderLine | PlacedGuard | undefined {
  for (const line of positions) {
    const guard = line.guards.find((each) => each.id === id);
    if (guard) return { line, guard };
  }
  return orders.find((each) => each.id === id);
}

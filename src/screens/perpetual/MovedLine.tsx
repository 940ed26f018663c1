import { useMemo, useState } from 'react';
import type { FuturesFrame, FuturesOrderLine, FuturesView } from '../../../workers/api.ts';
import { useView } from '../../state/useView.ts';
import type { Moved } from '../../ui/trade/PairLayout.tsx';
import { AmendFutures } from './AmendFutures.tsx';
import type { PlacedGuard } from './AskGuard.tsx';
import { AskGuard } from './AskGuard.tsx';

interface MovedLineProps extends Moved {
  readonly market: string;
  readonly onClose: () => void;
}

/** Asks before an order, a take-profit or a stop-loss is moved to where its line was dragged. */
export function MovedLine({ order: id, price, market, onClose }: MovedLineProps) {
  const view = useMemo<FuturesView>(() => ({ kind: 'futures', market }), [market]);
  const [found, setFound] = useState<FuturesOrderLine | PlacedGuard>();
  // As it was when its line was let go: what is asked must not change under the finger.
  useView(view, (frame) => setFound((before) => before ?? lineOf(frame, id)));
  if (!found) return null;
  if ('guard' in found) return <AskGuard {...found} price={price} onClose={onClose} />;
  const start = found.status === 'waiting' ? { trigger: price } : { price };
  return <AmendFutures line={found} start={start} onClose={onClose} />;
}

function lineOf({ positions, orders }: FuturesFrame, id: number): FuturesOrderLine | PlacedGuard | undefined {
  for (const line of positions) {
    const guard = line.guards.find((each) => each.id === id);
    if (guard) return { line, guard };
  }
  return orders.find((each) => each.id === id);
}

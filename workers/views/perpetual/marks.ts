import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import { amountText, averageEntryOf, isGuardOrder, toChartNumber } from '../../../domain/index.ts';
import type { FuturesMarksView, MarksFrame } from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Positions } from '../../streams/positions/index.ts';
import type { LiveView } from '../live.ts';
import { followPositions } from '../live.ts';
import { MarksViewer } from '../marksViewer.ts';
import type { ViewDeps } from '../view.ts';

/** Own orders, guards, entry and liquidation on a perpetual. */
export function openFuturesMarks(view: FuturesMarksView, deps: ViewDeps): LiveView<FuturesMarksView> {
  const { positionsState, leave } = followPositions(deps);
  return new MarksViewer(view, {
    version: () => (positionsState.isKnown ? positionsState.pastVersion : undefined),
    lines: (market) => ({
      orders: positionsState.orders
        .filter((order) => order.market === market)
        .flatMap((order) => orderLine(order, deps.words())),
      levels: levelsOf(positionsState, market),
    }),
    fills: (market, limit) => deps.call('perpetual.fills', { market, limit }),
    close: leave,
  });
}

function levelsOf(positionsState: Positions, market: string): NonNullable<MarksFrame['levels']> {
  const joined = positionsState.snapshot().joined.get(market);
  if (!joined) return [];
  const { row, shown } = joined;
  const entry = { level: 'entry', price: toChartNumber(averageEntryOf(row)) } as const;
  if (shown.kind !== 'at') return [entry];
  return [entry, { level: 'liquidation', price: toChartNumber(shown.price) }];
}

/** A line stands at what a drag changes: the trigger of what waits, the price of what rests. */
function orderLine(order: FuturesOrderRow, { style }: Words): MarksFrame['orders'] {
  const { id, side, price, quantity, trigger, status } = order;
  const at = status === 'waiting' ? trigger?.price : price;
  if (!at) return [];
  const text = quantity === null ? '' : amountText(quantity, style);
  const isGuard = isGuardOrder(order) || (order.trail !== null && status === 'waiting');
  const guard = isGuard && trigger ? { guard: trigger.kind } : {};
  return [{ ...guard, id, side, price: toChartNumber(at), text }];
}

import { combineLatest, map } from 'rxjs';
import type { OrderRow } from '../../domain/contract/index.ts';
import type { NumberStyle } from '../../domain/index.ts';
import { amountText, isPaired, toChartNumber } from '../../domain/index.ts';
import type { MarksFrame, MarksView } from '../protocol.ts';
import type { Orders } from '../streams/orders.ts';
import type { Fill } from './chartFills.ts';
import { fillMarks, fillsOf, MOST_FILLS } from './chartFills.ts';
import { forEachOwner } from './owner.ts';
import { projected, switchOn } from './view.ts';

/** A user's open orders as lines and fills as marks, on the chart of a pair. */
export const marksView = projected<MarksView, readonly [Orders, readonly Fill[]], MarksFrame>({
  state: (view$, deps) => {
    const { funds, call, streams } = deps;
    const { orders$, balances$ } = streams;
    const version$ = combineLatest([orders$, balances$]).pipe(
      map(([{ version }]) => (funds.uid === undefined ? undefined : version)),
    );
    const fills$ = view$.pipe(
      switchOn(
        ({ market }) => market,
        (market) =>
          forEachOwner(
            fillsOf(version$, deps, () => call('spot.fills', { market, limit: MOST_FILLS })),
            deps,
          ),
      ),
    );
    return combineLatest([orders$, fills$]);
  },
  frame: (view, [{ live }, fills], { words }) => marksFrame(view, live, fills, words().style),
});

/** @param orders that are open, in any market. @param fills in the view's market, ascending in time. */
export function marksFrame(
  { market }: MarksView,
  orders: readonly OrderRow[],
  fills: readonly Fill[],
  style: NumberStyle,
): MarksFrame {
  return {
    kind: 'marks',
    orders: orders.filter((order) => order.market === market).flatMap((order) => lineOf(order, style)),
    fills: fillMarks(fills),
  };
}

/** An order without a price of its own has no line. */
function lineOf(order: OrderRow, style: NumberStyle): MarksFrame['orders'] {
  const { id, side, type, quantity } = order;
  // A stop at market stands where it waits; what it waits for is not changed by hand.
  const isStop = type === 'stopMarket';
  const price = isStop ? order.stopPrice : order.price;
  if (price === null) return [];
  const text = amountText(quantity ?? '0', style);
  return [
    { id, side, price: toChartNumber(price), text, ...(isPaired(order) || isStop ? { isFixed: true } : {}) },
  ];
}

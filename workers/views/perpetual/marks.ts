import { combineLatest, map } from 'rxjs';
import type { FuturesOrderRow } from '../../../domain/contract/index.ts';
import type { NumberStyle } from '../../../domain/index.ts';
import {
  amountText,
  averageEntryOf,
  isGuardOrder,
  signedMoneyText,
  toChartNumber,
} from '../../../domain/index.ts';
import type { FuturesMarksView, MarksFrame } from '../../protocol.ts';
import type { Positions } from '../../streams/positions/index.ts';
import { positionsIn } from '../../streams/positions/index.ts';
import type { Joined } from '../../streams/positions/joined.ts';
import type { Fill } from '../chartFills.ts';
import { fillMarks, fillsOf, MOST_FILLS } from '../chartFills.ts';
import { forEachOwner } from '../owner.ts';
import { projected, seconds, switchOn } from '../view.ts';
import { moneyDirection } from './texts.ts';

/** What a position's levels are read from. */
type Levelled = Pick<Joined, 'row' | 'shown' | 'profit'>;

/** A user's orders, guards, entry, liquidation and fills, on the chart of a perpetual. */
export const futuresMarksView = projected<
  FuturesMarksView,
  readonly [Positions, readonly Fill[]],
  MarksFrame
>({
  state: (view$, deps) => {
    const positions$ = positionsIn(deps.streams);
    const version$ = positions$.pipe(map(({ isKnown, pastVersion }) => (isKnown ? pastVersion : undefined)));
    const fills$ = view$.pipe(
      switchOn(
        ({ market }) => market,
        (market) =>
          forEachOwner(
            fillsOf(version$, deps, () => deps.call('perpetual.fills', { market, limit: MOST_FILLS })),
            deps,
          ),
      ),
    );
    return combineLatest([positions$, fills$, seconds(deps)]).pipe(
      map(([positions, fills]) => [positions, fills] as const),
    );
  },
  frame: (view, [positions, fills], { words }) =>
    futuresMarksFrame(view, positions.orders, positions.snapshot().joined, fills, words().style),
});

/** @param orders that are open, in any market. @param fills in the view's market, ascending in time. */
export function futuresMarksFrame(
  { market }: FuturesMarksView,
  orders: readonly FuturesOrderRow[],
  joined: ReadonlyMap<string, Levelled>,
  fills: readonly Fill[],
  style: NumberStyle,
): MarksFrame {
  return {
    kind: 'marks',
    orders: orders.filter((order) => order.market === market).flatMap((order) => lineOf(order, style)),
    levels: levelsOf(joined.get(market), style),
    fills: fillMarks(fills),
  };
}

function levelsOf(joined: Levelled | undefined, style: NumberStyle): NonNullable<MarksFrame['levels']> {
  if (!joined) return [];
  const { row, shown, profit } = joined;
  const entry = {
    level: 'entry',
    price: toChartNumber(averageEntryOf(row)),
    profit: signedMoneyText(profit, style),
    direction: moneyDirection(profit),
  } as const;
  if (shown.kind !== 'at') return [entry];
  return [entry, { level: 'liquidation', price: toChartNumber(shown.price) }];
}

/** A line stands at what a drag changes: the trigger of a waiting order, the price of a resting one. */
function lineOf(order: FuturesOrderRow, style: NumberStyle): MarksFrame['orders'] {
  const { id, side, price, quantity, trigger, status } = order;
  const at = status === 'waiting' ? trigger?.price : price;
  if (!at) return [];
  const text = quantity === null ? '' : amountText(quantity, style);
  const isGuard = isGuardOrder(order) || (order.trail !== null && status === 'waiting');
  const guard = isGuard && trigger ? { guard: trigger.kind } : {};
  return [{ ...guard, id, side, price: toChartNumber(at), text }];
}

import type { FuturesOrderRow, PositionRow } from '../../../../domain/contract/index.ts';
import type { Dec, Market, ScenarioAccount, ScenarioOrder, ScenarioStop } from '../../../../domain/index.ts';
import { closingSide, D, isGuardOrder, tiersOfMarket, toText } from '../../../../domain/index.ts';

/** A position beside its market and prices. */
export interface ScenarioRow {
  readonly row: PositionRow;
  readonly market: Market;
  readonly mark: Dec;
  readonly last: Dec;
}

/**
 * A user's rows as the rule of scenarios takes them. @param balance booked, without margins of isolated positions.
 * @param orders that are live. @param moveOf by what fraction a market moves.
 */
export function scenarioAccountOf(
  balance: Dec,
  rows: readonly ScenarioRow[],
  orders: readonly FuturesOrderRow[],
  moveOf: (market: Market) => Dec,
): ScenarioAccount {
  const positions = rows
    .toSorted((a, b) => a.row.id - b.row.id)
    .map(({ row, market, mark, last }) => {
      const { tick, lot } = market;
      const table = tiersOfMarket(market);
      return { market: market.id, position: row, mark, last, table, tick, lot, move: moveOf(market) };
    });
  return {
    balance,
    positions,
    orders: orders
      .toSorted((a, b) => a.id - b.id)
      .map((order): ScenarioOrder => {
        const row = rows.find(({ market }) => market.id === order.market)?.row;
        const { market, held, group } = order;
        return { market, held, stop: row && stopOf(order, row), group: isGuardOrder(order) ? group : null };
      }),
  };
}

/** What of an order only closes a position once a price is reached; a trailing stop counts once it follows. */
function stopOf(
  { status, trigger, trail, reduceOnly, group, side, quantity, filled, price }: FuturesOrderRow,
  row: PositionRow,
): ScenarioStop | undefined {
  const isWaiting = status === 'waiting' && (reduceOnly || group !== null) && side === closingSide(row.side);
  if (!isWaiting || !trigger || (trail && trail.best === null)) return undefined;
  return {
    kind: trigger.kind,
    trigger: trigger.price,
    source: trigger.source,
    limit: price,
    quantity: quantity === null ? null : toText(new D(quantity).minus(filled)),
  };
}

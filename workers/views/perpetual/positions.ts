import type { FuturesOrderRow, PositionRow } from '../../../domain/contract/index.ts';
import { isGuardOrder, NO_FIGURE } from '../../../domain/index.ts';
import type {
  AbsenceLine,
  FuturesAccountLine,
  FuturesFrame,
  FuturesView,
  PositionLine,
} from '../../protocol.ts';
import type { Words } from '../../session/words.ts';
import type { Positions, Snapshot } from '../../streams/positions/index.ts';
import { explainedOf } from './explanation.ts';
import { futuresOrderLine, honestDirection, positionLine } from './lines.ts';
import type { FuturesState } from './perpetual.ts';
import { gainDirection, permilleOf, ratioText, textsOf } from './texts.ts';

/** Positions, open orders and account of one snapshot. */
export function futuresFrame(view: FuturesView, state: FuturesState, words: Words): FuturesFrame {
  const snapshot = state.positions.snapshot();
  const { market, explain } = view;
  const isWanted = (each: { readonly market: string }) => market === undefined || each.market === market;
  const orders = state.positions.orders.filter((order) => !isGuardOrder(order));
  const guards = guardsByMarket(state.positions);
  const explained = explain && explainedOf(snapshot, explain.market, explain.figure);
  return {
    kind: 'futures',
    snapshot: snapshot.id,
    isKnown: state.funds.uid !== undefined && state.positions.isKnown,
    ...(state.positions.failed ? { failed: state.positions.failed } : {}),
    account: accountLine(snapshot, words),
    positions: snapshot.positions
      .filter(isWanted)
      .map((row) => lineOf(row, snapshot, guards.get(row.market), state, words)),
    orders: orders
      .filter(isWanted)
      .map((order) => futuresOrderLine(order, state.rows.row(order.market), words)),
    positionCount: snapshot.positions.length,
    orderCount: orders.length,
    ...(state.positions.absence ? { absence: absenceLine(state.positions.absence, words) } : {}),
    ...(explained ? { explained } : {}),
  };
}

function lineOf(
  row: PositionRow,
  { joined }: Snapshot,
  guards: readonly FuturesOrderRow[] | undefined,
  { rows, ranges, ages }: FuturesState,
  words: Words,
): PositionLine {
  const { market } = row;
  const soon = { range: ranges.get(market), now: ages.serverNow() };
  return positionLine(row, joined.get(market), rows.row(market)?.market, guards ?? [], words, soon);
}

/** Take-profits and stop-losses that wait, by market, the newest first. */
function guardsByMarket({ orders }: Positions): ReadonlyMap<string, readonly FuturesOrderRow[]> {
  const guards = new Map<string, FuturesOrderRow[]>();
  for (const order of orders.filter(isGuardOrder)) {
    const known = guards.get(order.market);
    if (known) known.push(order);
    else guards.set(order.market, [order]);
  }
  return guards;
}

/** The line of a market's open position, of the snapshot that all screens see. */
export function positionOf(market: string, state: FuturesState, words: Words): PositionLine | undefined {
  const row = state.positions.positionOf(market);
  return (
    row && lineOf(row, state.positions.snapshot(), guardsByMarket(state.positions).get(market), state, words)
  );
}

function accountLine(
  { totals, equity, profit, net, posted, margin }: Snapshot,
  { style }: Words,
): FuturesAccountLine {
  const { has, owes, signed, gain } = textsOf(undefined, style);
  const hasPositions = totals !== undefined && totals.initial !== '0';
  return {
    equity: has(equity),
    balance: has(posted),
    available: has(totals?.available),
    profit: signed(profit),
    direction: honestDirection(profit, net),
    net: gain(net),
    netDirection: gainDirection(net),
    positionMargin: owes(margin),
    maintenance: owes(totals?.maintenance),
    ratio: hasPositions ? ratioText(totals.ratio, style) : NO_FIGURE,
    ratioPermille: hasPositions ? permilleOf(totals.ratio) : 0,
  };
}

function absenceLine(
  { seconds, action, state, since }: NonNullable<Positions['absence']>,
  words: Words,
): AbsenceLine {
  return { seconds, action, state, since: since === 0 ? '' : words.stamp(since) };
}

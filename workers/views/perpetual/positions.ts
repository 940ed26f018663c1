import type { FuturesOrderRow, PositionRow } from '../../../domain/contract/index.ts';
import { isGuardOrder, NO_FIGURE } from '../../../domain/index.ts';
import type {
  AbsenceLine,
  FuturesAccountLine,
  FuturesFrame,
  FuturesView,
  PositionLine,
} from '../../protocol.ts';
import type { Positions, Snapshot } from '../../streams/positions/index.ts';
import type { ViewDeps } from '../view.ts';
import { explainedOf } from './explanation.ts';
import { futuresOrderLine, honestDirection, positionLine } from './lines.ts';
import { gainDirection, momentText, permilleOf, ratioText, textsOf } from './texts.ts';

/** Positions, open orders and account of one snapshot. */
export function futuresFrame(view: FuturesView, positionsState: Positions, deps: ViewDeps): FuturesFrame {
  const { rows, words, funds } = deps;
  const snapshot = positionsState.snapshot();
  const { market, explain } = view;
  const isWanted = (each: { readonly market: string }) => market === undefined || each.market === market;
  const orders = positionsState.orders.filter((order) => !isGuardOrder(order));
  const guards = guardsByMarket(positionsState);
  const explained = explain && explainedOf(snapshot, explain.market, explain.figure);
  return {
    kind: 'futures',
    snapshot: snapshot.id,
    isKnown: funds.uid !== undefined && positionsState.isKnown,
    ...(positionsState.failed ? { failed: positionsState.failed } : {}),
    account: accountLine(snapshot, deps),
    positions: snapshot.positions
      .filter(isWanted)
      .map((row) => lineOf(row, snapshot, guards.get(row.market), deps)),
    orders: orders.filter(isWanted).map((order) => futuresOrderLine(order, rows.row(order.market), words())),
    positionCount: snapshot.positions.length,
    orderCount: orders.length,
    ...(positionsState.absence ? { absence: absenceLine(positionsState.absence, deps) } : {}),
    ...(explained ? { explained } : {}),
  };
}

function lineOf(
  row: PositionRow,
  { joined }: Snapshot,
  guards: readonly FuturesOrderRow[] | undefined,
  { rows, words }: ViewDeps,
): PositionLine {
  const { market } = row;
  return positionLine(row, joined.get(market), rows.row(market)?.market, guards ?? [], words());
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
export function positionOf(
  market: string,
  positionsState: Positions,
  deps: ViewDeps,
): PositionLine | undefined {
  const row = positionsState.positionOf(market);
  return row && lineOf(row, positionsState.snapshot(), guardsByMarket(positionsState).get(market), deps);
}

function accountLine(
  { totals, equity, profit, net, posted, margin }: Snapshot,
  deps: ViewDeps,
): FuturesAccountLine {
  const { style } = deps.words();
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
  { words }: ViewDeps,
): AbsenceLine {
  return { seconds, action, state, since: since === 0 ? '' : momentText(since, words()) };
}

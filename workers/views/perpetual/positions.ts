import { isGuardOrder, NO_FIGURE } from '../../../domain/index.ts';
import type { AbsenceLine, FuturesAccountLine, FuturesFrame, FuturesView } from '../../protocol.ts';
import type { ViewDeps } from '../view.ts';
import type { Desk } from './desk.ts';
import { explainedOf } from './explanation.ts';
import { futuresOrderLine, positionLine } from './lines.ts';
import { newsLine } from './news.ts';
import type { Snapshot } from './snapshot.ts';
import { momentText, moneyDirection, permilleOf, ratioText, textsOf } from './texts.ts';

/** Positions, open orders and account of one snapshot. */
export function futuresFrame(view: FuturesView, desk: Desk, deps: ViewDeps): FuturesFrame {
  const { rows, words, funds } = deps;
  const snapshot = desk.snapshot();
  const { market, explain } = view;
  const isWanted = (each: { readonly market: string }) => market === undefined || each.market === market;
  const orders = desk.orders.filter((order) => !isGuardOrder(order));
  const explained = explain && explainedOf(snapshot, explain.market, explain.figure);
  return {
    kind: 'futures',
    snapshot: snapshot.id,
    isKnown: funds.uid !== undefined && desk.isKnown,
    ...(desk.failed ? { failed: desk.failed } : {}),
    account: accountLine(snapshot, deps),
    positions: snapshot.positions.filter(isWanted).map((row) => lineOf(row.market, desk, deps)),
    orders: orders.filter(isWanted).map((order) => futuresOrderLine(order, rows.row(order.market), words())),
    positionCount: snapshot.positions.length,
    orderCount: orders.length,
    ...(desk.absence ? { absence: absenceLine(desk.absence, deps) } : {}),
    ...(explained ? { explained } : {}),
    news: desk.news.map((each) => newsLine(each, deps)),
  };
}

/** The line of a market's open position. @throws where there is none: callers ask for what they have seen. */
function lineOf(market: string, desk: Desk, deps: ViewDeps) {
  const line = positionOf(market, desk, deps);
  if (!line) throw new Error(`no position in ${market}`);
  return line;
}

/** The line of a market's open position, of the snapshot that all screens see. */
export function positionOf(market: string, desk: Desk, { rows, words }: ViewDeps) {
  const snapshot = desk.snapshot();
  const row = snapshot.positions.find((each) => each.market === market);
  if (!row) return undefined;
  const guards = desk.orders.filter((order) => isGuardOrder(order) && order.market === market);
  return positionLine(row, snapshot.joined.get(market), rows.row(market)?.market, guards, words());
}

function accountLine(
  { totals, equity, profit, posted, margin }: Snapshot,
  deps: ViewDeps,
): FuturesAccountLine {
  const { style } = deps.words();
  const { money, signed } = textsOf(undefined, style);
  const hasPositions = totals !== undefined && totals.initial !== '0';
  return {
    equity: money(equity),
    balance: money(posted),
    available: money(totals?.available),
    profit: signed(profit),
    direction: moneyDirection(profit),
    positionMargin: money(margin),
    maintenance: money(totals?.maintenance),
    ratio: hasPositions ? ratioText(totals.ratio, style) : NO_FIGURE,
    ratioPermille: hasPositions ? permilleOf(totals.ratio) : 0,
  };
}

function absenceLine(
  { seconds, action, state, since }: NonNullable<Desk['absence']>,
  { words }: ViewDeps,
): AbsenceLine {
  return { seconds, action, state, since: since === 0 ? '' : momentText(since, words()) };
}

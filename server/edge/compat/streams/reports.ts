import type {
  BalancesAnswer,
  FillRow,
  FuturesFillRow,
  FuturesOrderRow,
  OrderRow,
  PositionRow,
} from '../../../../domain/contract/index.ts';
import { D, defined, isLiveStatus, SETTLEMENT_ASSET, toText } from '../../../../domain/index.ts';
import type { OrderName } from '../../../matching/orderNames.ts';
import { entryOf } from '../futures/account.ts';
import { futuresTimeOf, futuresTypeOf, meanOf } from '../futures/orderRows.ts';
import type { Instruments } from '../market/instruments.ts';
import { listIdOf, spotTimeOf, spotTypeOf, workingAtOf } from '../spot/orderRows.ts';
import { listReports, livePairs } from './listReports.ts';

/** A row of a user's private log. */
export interface LogRow {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the log's own rows, read as what their type says
  readonly body: any;
}

export interface ReportDeps {
  /** Rows of one transaction, in order. */
  readonly rows: readonly LogRow[];
  /** Orders that were reported as new before; grows. */
  readonly seen: Set<number>;
  /** Margins of isolated positions by market, as far as rows have said; grows. */
  readonly margins: Map<string, string>;
  readonly instruments: Instruments;
  /** ms UTC. */
  readonly at: number;
  readonly namesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, OrderName>>;
}

/** A user's money in one account and asset. */
type Balance = BalancesAnswer['balances'][number];

const NAMELESS = { clientId: '', stopAbove: null, listClientId: null } as const;

interface AnyOrder {
  readonly id: number;
  readonly market: string;
  readonly filled: string;
  readonly filledTotal: string;
  readonly status: OrderRow['status'];
  /** The other one of its pair; of spot alone. */
  readonly partner?: number | null;
}
interface AnyFill {
  readonly id: number;
  readonly order: number | null;
  readonly price: string;
  readonly quantity: string;
}

/** A step in an order's life: new, a trade, or its end. */
interface Step<Order, Fill> {
  readonly order: Order;
  readonly name: OrderName;
  readonly what: 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED';
  readonly state: string;
  readonly fill: Fill | undefined;
  /** Traded by then, base, and for how much, quote. */
  readonly filled: string;
  readonly filledTotal: string;
  /** Of the other one of its pair. */
  readonly partnerName: OrderName | undefined;
}

const worthOf = ({ price, quantity }: AnyFill): D => new D(price).times(quantity);

/** Of each order its newest row. */
function newestOf<Order extends AnyOrder>(rows: readonly LogRow[], orderType: string): readonly Order[] {
  const orders = rows.filter(({ type }) => type === orderType).map(({ body }) => body as Order);
  return [...new Map(orders.map((order) => [order.id, order])).values()];
}

/** Takes in rows that nobody reads: an order of before is not new to who reads later. */
export function noteOrders(rows: readonly LogRow[], orderType: string, seen: Set<number>): void {
  for (const { id, status } of newestOf(rows, orderType)) {
    if (isLiveStatus(status)) seen.add(id);
    else seen.delete(id);
  }
}

/** The steps that rows stand for: an order's row has its final state, its trades how it came there. */
async function stepsOf<Order extends AnyOrder, Fill extends AnyFill>(
  { rows, seen, instruments, namesOf }: ReportDeps,
  orderType: string,
  fillType: string,
): Promise<readonly Step<Order, Fill>[]> {
  const fills = rows.filter(({ type }) => type === fillType).map(({ body }) => body as Fill);
  const known = newestOf<Order>(rows, orderType).filter(
    ({ market }) => instruments.symbolOf(market) !== undefined,
  );
  const ids = known.flatMap(({ id, partner }) => (partner ? [id, partner] : [id]));
  const names = ids.length === 0 ? new Map<number, OrderName>() : await namesOf(ids);
  return known.flatMap((order) => {
    const own = fills.filter(({ order: id }) => id === order.id).toSorted((a, b) => a.id - b.id);
    const name = names.get(order.id) ?? NAMELESS;
    const partnerName = order.partner ? names.get(order.partner) : undefined;
    const steps: Step<Order, Fill>[] = [];
    let filled = own.reduce((left, { quantity }) => left.minus(quantity), new D(order.filled));
    let total = own.reduce((left, fill) => left.minus(worthOf(fill)), new D(order.filledTotal));
    const report = (what: Step<Order, Fill>['what'], state: string, fill?: Fill): void => {
      const sums = { filled: toText(filled), filledTotal: toText(total) };
      steps.push({ order, name, partnerName, what, state, fill, ...sums });
    };
    if (!seen.has(order.id)) report('NEW', 'NEW');
    seen.add(order.id);
    for (const [i, fill] of own.entries()) {
      filled = filled.plus(fill.quantity);
      total = total.plus(worthOf(fill));
      const isLast = i === own.length - 1 && order.status === 'filled';
      report('TRADE', isLast ? 'FILLED' : 'PARTIALLY_FILLED', fill);
    }
    if (order.status === 'cancelled') report('CANCELED', 'CANCELED');
    if (order.status === 'expired') report('EXPIRED', 'EXPIRED');
    if (!isLiveStatus(order.status)) seen.delete(order.id);
    return steps;
  });
}

/** Orders and balances of spot. */
export async function spotReports(deps: ReportDeps): Promise<readonly unknown[]> {
  const { rows, instruments, at } = deps;
  const steps = await stepsOf<OrderRow, FillRow>(deps, 'order', 'fill');
  const live = livePairs(newestOf<OrderRow>(rows, 'order'));
  const reports = [
    ...steps.map((step) => executionReport(step, instruments, at)),
    ...listReports(steps, live, instruments, at),
  ];
  const balances = rows
    .filter(({ type, body }) => type === 'balance' && body.account === 'spot')
    .map(({ body }) => body as Balance);
  if (balances.length === 0) return reports;
  const B = balances.map(({ asset: a, posted, held }) => ({
    a,
    f: toText(new D(posted).minus(held)),
    l: held,
  }));
  return [...reports, { e: 'outboundAccountPosition', E: at, u: at, B }];
}

function executionReport(
  { order, name, what, state, fill, filled, filledTotal }: Step<OrderRow, FillRow>,
  instruments: Instruments,
  E: number,
) {
  const workingAt = workingAtOf(order);
  const isLive = state === 'NEW' || state === 'PARTIALLY_FILLED';
  return {
    ...{ e: 'executionReport', E, s: instruments.symbolOf(order.market), c: name.clientId },
    ...{ S: order.side.toUpperCase(), o: spotTypeOf(order, name), f: spotTimeOf(order.tif) },
    ...{
      q: order.quantity ?? order.filled,
      p: order.price ?? '0',
      P: order.stopPrice ?? '0',
      F: '0',
      g: listIdOf(order),
    },
    ...{ C: what === 'CANCELED' ? name.clientId : '', x: what, X: state, r: 'NONE', i: order.id },
    ...{
      l: fill?.quantity ?? '0',
      z: filled,
      L: fill?.price ?? '0',
      n: fill?.fee ?? '0',
      N: fill?.feeAsset ?? null,
    },
    ...{ T: fill?.at ?? order.updatedAt, t: fill?.id ?? -1, I: fill?.id ?? order.version },
    ...{ w: isLive && workingAt !== undefined, m: fill?.role === 'maker', M: false },
    ...{ O: order.createdAt, Z: filledTotal, Y: fill?.total ?? '0', Q: order.total ?? '0' },
    ...defined({ W: workingAt }),
    V: 'EXPIRE_MAKER',
  };
}

/** Takes in what positions have of the balance as their own: a row of a balance does not say it. */
export function noteMargins(rows: readonly LogRow[], margins: Map<string, string>): void {
  for (const { type, body } of rows) if (type === 'position') margins.set(body.market, body.margin);
}

/** Orders, positions and the balance of futures. */
export async function futuresReports(deps: ReportDeps): Promise<readonly unknown[]> {
  const { rows, instruments, at, margins } = deps;
  noteMargins(rows, margins);
  const steps = await stepsOf<FuturesOrderRow, FuturesFillRow>(deps, 'futuresOrder', 'futuresFill');
  const reports = steps.map((step) => orderTradeUpdate(step, instruments, at));
  const update = accountUpdate(rows, instruments, at, margins);
  return update ? [update, ...reports] : reports;
}

function orderTradeUpdate(
  { order, name, what, state, fill, filled, filledTotal }: Step<FuturesOrderRow, FuturesFillRow>,
  instruments: Instruments,
  E: number,
) {
  const type = futuresTypeOf(order);
  const o = {
    ...{ s: instruments.symbolOf(order.market), c: name.clientId, S: order.side.toUpperCase(), o: type },
    ...{ f: futuresTimeOf(order), q: order.quantity ?? '0', p: order.price ?? '0' },
    ...{ ap: meanOf(filledTotal, filled), sp: order.trigger?.price ?? '0', x: what, X: state },
    ...{ i: order.id, l: fill?.quantity ?? '0', z: filled, L: fill?.price ?? '0' },
    ...{ N: SETTLEMENT_ASSET, n: fill?.fee ?? '0', T: fill?.at ?? order.updatedAt, t: fill?.id ?? 0 },
    ...{ b: '0', a: '0', m: fill?.role === 'maker', R: order.reduceOnly },
    ...{ wt: order.trigger?.source === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE', ot: type, ps: 'BOTH' },
    ...{ cp: order.quantity === null, rp: fill?.profit ?? '0', pP: false, si: 0, ss: 0, V: 'EXPIRE_MAKER' },
    ...{ pm: 'NONE', gtd: order.expiresAt ?? 0 },
  };
  return { e: 'ORDER_TRADE_UPDATE', E, T: order.updatedAt, o };
}

function accountUpdate(
  rows: readonly LogRow[],
  instruments: Instruments,
  at: number,
  margins: ReadonlyMap<string, string>,
) {
  const positions = rows.filter(({ type }) => type === 'position').map(({ body }) => body as PositionRow);
  const balances = rows
    .filter(({ type, body }) => type === 'balance' && body.account === 'futures')
    .map(({ body }) => body as Balance);
  if (positions.length === 0 && balances.length === 0) return undefined;
  const isolated = [...margins.values()].reduce((sum, margin) => sum.plus(margin), new D(0));
  return {
    ...{ e: 'ACCOUNT_UPDATE', E: at, T: at },
    a: {
      m: rows.some(({ type }) => type === 'funding') ? 'FUNDING_FEE' : 'ORDER',
      B: balances.map(({ asset: a, posted }) => ({
        a,
        wb: posted,
        cw: toText(new D(posted).minus(isolated)),
        bc: '0',
      })),
      P: positions.flatMap((row) => {
        const s = instruments.symbolOf(row.market);
        const pa = row.side === 'long' || row.quantity === '0' ? row.quantity : `-${row.quantity}`;
        const mt = row.mode === 'isolated' ? 'isolated' : 'cross';
        return s
          ? [
              {
                s,
                pa,
                ep: entryOf(row),
                bep: '0',
                cr: row.realised.price,
                up: '0',
                mt,
                iw: row.margin,
                ps: 'BOTH',
              },
            ]
          : [];
      }),
    },
  };
}

import type { OrderRow } from '../../../../domain/contract/index.ts';
import { isLiveStatus } from '../../../../domain/index.ts';
import { digestOf } from '../../../base/digest.ts';
import { hexOf } from '../../../base/secrets.ts';
import { ApiError, missing } from '../protocol/apiError.ts';
import type { Endpoint, Endpoints, Signer } from '../protocol/endpoint.ts';
import { allRows, wantedOf, wantedRows } from '../protocol/pages.ts';
import type { Params } from '../protocol/params.ts';
import { MOST_CLIENT_ID } from '../protocol/params.ts';
import type { ListRequest } from './newList.ts';
import { listByKind, listByPlace } from './newList.ts';
import { listIdOf, placedRow } from './orderRows.ts';
import type { OrdersDeps } from './orders.ts';
import { cancelledRow, NAMELESS, unknownOrder, withNames } from './orders.ts';
import { cancelRefusals } from './refusals.ts';

const unknownList = (): ApiError => new ApiError(-2018, 'Order list does not exist.');

/** The two orders of a pair, the limit first. */
type Legs = readonly [OrderRow, OrderRow];

/** A pair as programs know it. */
async function listRow({ instruments, names }: OrdersDeps, signer: Signer, legs: Legs) {
  return rowOfPair(instruments, legs, await withNames(names, signer.key.userId, legs));
}

/** One that is live is executing, and done when neither of its orders is. @param named its orders with their names. */
function rowOfPair(
  instruments: OrdersDeps['instruments'],
  [limit, stop]: Legs,
  named: Awaited<ReturnType<typeof withNames<OrderRow>>>,
) {
  const isLive = [limit, stop].some(({ status }) => isLiveStatus(status));
  const symbol = instruments.symbolOf(limit.market) ?? limit.market;
  return {
    orderListId: listIdOf(limit),
    contingencyType: 'OCO',
    listStatusType: isLive ? 'EXEC_STARTED' : 'ALL_DONE',
    listOrderStatus: isLive ? 'EXECUTING' : 'ALL_DONE',
    listClientOrderId: named[0]?.name.listClientId ?? '',
    transactionTime: Math.max(limit.updatedAt, stop.updatedAt),
    symbol,
    orders: named.map(({ row, name }) => ({ symbol, orderId: row.id, clientOrderId: name.clientId })),
  };
}

/**
 * What an order of a pair is called that its program has not named: by its pair, as long as a request can name it so.
 * @param list the pair's name.
 */
function legName(list: string, kind: 'limit' | 'stop'): string {
  const name = `${list}:${kind}`;
  return name.length <= MOST_CLIENT_ID ? name : `l-${hexOf(digestOf(name)).slice(0, 30)}`;
}

async function place(deps: OrdersDeps, params: Params, signer: Signer, requested: ListRequest) {
  const { names, instruments } = deps;
  const { id: market } = instruments.of(params);
  const list = params.clientId('listClientOrderId') ?? signer.requestId;
  const { pair, limitName = legName(list, 'limit'), stopName = legName(list, 'stop') } = requested;
  const clientIds = { limit: names.keyOf(limitName), stop: names.keyOf(stopName) };
  const kind = params.word(
    'newOrderRespType',
    ['ACK', 'RESULT', 'FULL'],
    -1130,
    "Data sent for parameter 'newOrderRespType' is not valid.",
  );
  const { limit, stop } = await signer.call(
    'spot.placeOco',
    { market, ...pair, clientIds },
    names.keyOf(list),
  );
  const named = await withNames(names, signer.key.userId, [limit, stop]);
  const orderReports = named.map(({ row, name = NAMELESS }) =>
    placedRow(instruments, { order: row, fills: [], name }, kind === 'ACK' ? 'ACK' : 'RESULT'),
  );
  return { ...(await listRow(deps, signer, [limit, stop])), orderReports };
}

/** The pair that a request names, by its number or by the name that a program gave it. */
async function legsOf({ names }: OrdersDeps, params: Params, signer: Signer, byName: string): Promise<Legs> {
  const id = params.whole('orderListId');
  const list = params.clientId(byName);
  if (id === undefined && list === undefined) throw missing('orderListId');
  const first = id ?? (await names.listOf(signer.key.userId, list ?? ''));
  if (first === undefined || first < 1) throw unknownList();
  const { order } = await signer.call('spot.order', { id: first });
  if (order.partner === null || listIdOf(order) !== order.id) throw unknownList();
  const { order: partner } = await signer.call('spot.order', { id: order.partner });
  return [order, partner];
}

/**
 * The order by which a pair is cancelled: of one that has come to trade, one may be live. Where none is, the one that was
 * cancelled last: a request whose answer was lost is known by its key and answered again, and any other is refused.
 */
function legToCancel([limit, stop]: Legs): OrderRow | undefined {
  const last = stop.updatedAt > limit.updatedAt ? [stop, limit] : [limit, stop];
  return (
    [limit, stop].find(({ status }) => isLiveStatus(status)) ??
    last.find(({ status }) => status === 'cancelled')
  );
}

async function cancel(deps: OrdersDeps, params: Params, signer: Signer) {
  const { id: market } = deps.instruments.of(params);
  const legs = await legsOf(deps, params, signer, 'listClientOrderId');
  const leg = legToCancel(legs);
  if (leg?.market !== market) throw unknownOrder();
  const name = params.clientId('newClientOrderId') ?? signer.requestId;
  await signer.call('spot.cancel', { id: leg.id }, deps.names.keyOf(`${signer.requestId}-c`));
  const [limit, stop] = await legsOf(deps, params, signer, 'listClientOrderId');
  const orderReports = [];
  for (const each of [limit, stop]) orderReports.push(await cancelledRow(deps, signer, each, name));
  return { ...(await listRow(deps, signer, [limit, stop])), orderReports };
}

/**
 * Pairs among orders: each once, by its limit. Their names are read all at once: one by one, a thousand pairs would be
 * thousands of questions to the database for one request.
 * @param known orders that were read besides.
 */
async function listsAmong(
  { instruments, names }: OrdersDeps,
  signer: Signer,
  rows: readonly OrderRow[],
  known: ReadonlyMap<number, OrderRow> = new Map(rows.map((row) => [row.id, row])),
) {
  const pairs: Legs[] = [];
  for (const id of new Set(rows.filter(({ partner }) => partner !== null).map(listIdOf))) {
    const limit = known.get(id) ?? (await signer.call('spot.order', { id })).order;
    const partner = limit.partner ?? id;
    const stop = known.get(partner) ?? (await signer.call('spot.order', { id: partner })).order;
    pairs.push([limit, stop]);
  }
  const named = await withNames(names, signer.key.userId, pairs.flat());
  return pairs.map((pair, i) => rowOfPair(instruments, pair, named.slice(2 * i, 2 * i + 2)));
}

async function openLists(deps: OrdersDeps, signer: Signer) {
  const rows = await allRows<OrderRow, number>((page) => signer.call('spot.orders', { live: true, ...page }));
  return listsAmong(deps, signer, rows);
}

/** Of orders, those whose number is that of a pair. */
const limitsOf = (rows: readonly OrderRow[]): readonly OrderRow[] =>
  rows.filter((row) => listIdOf(row) === row.id);

async function allLists(deps: OrdersDeps, params: Params, signer: Signer) {
  // The other order of a pair was placed with its limit, and so is read right beside it.
  const known = new Map<number, OrderRow>();
  const rows = await wantedRows<OrderRow, number>(
    wantedOf(params, 'fromId'),
    (page) => signer.call('spot.orders', page),
    (page) => {
      for (const row of page) known.set(row.id, row);
      return limitsOf(page);
    },
  );
  return listsAmong(deps, signer, rows, known);
}

/** Pairs of which one cancels the other. */
export function spotOrderLists(deps: OrdersDeps): Endpoints {
  const placing = (requested: (params: Params) => ListRequest): Endpoint => ({
    security: 'signed',
    right: 'spot',
    weight: 1,
    orders: () => 2,
    answer: (params, signer) => place(deps, params, signer, requested(params)),
  });
  const read = (weight: number, answer: (params: Params, signer: Signer) => Promise<unknown>) =>
    ({
      security: 'signed',
      weight,
      answer,
      refusals: { notFound: [-2018, 'Order list does not exist.'] },
    }) as const;
  return {
    'POST /api/v3/orderList/oco': placing(listByPlace),
    'POST /api/v3/order/oco': placing(listByKind),
    'DELETE /api/v3/orderList': {
      security: 'signed',
      right: 'spot',
      weight: 1,
      refusals: cancelRefusals,
      answer: (params, signer) => cancel(deps, params, signer),
    },
    'GET /api/v3/orderList': read(4, async (params, signer) =>
      listRow(deps, signer, await legsOf(deps, params, signer, 'origClientOrderId')),
    ),
    'GET /api/v3/openOrderList': read(6, (_, signer) => openLists(deps, signer)),
    'GET /api/v3/allOrderList': read(20, (params, signer) => allLists(deps, params, signer)),
  };
}

import type { FuturesFillRow, FuturesOrderRow } from '../../../../domain/contract/index.ts';
import { defined, RuleError, WEEK_MS } from '../../../../domain/index.ts';
import type { OrderNames } from '../../../matching/orderNames.ts';
import type { Instruments } from '../market/instruments.ts';
import { ApiError, missing } from '../protocol/apiError.ts';
import type { Endpoint, Endpoints, Signer } from '../protocol/endpoint.ts';
import { allRows, PAGE, wantedOf, wantedRows } from '../protocol/pages.ts';
import { jsonOf, Params, textOf } from '../protocol/params.ts';
import { noSuchOrder, orderIdOf, withNames } from '../spot/orders.ts';
import { newFuturesOrder } from './newOrder.ts';
import { algoOrderRow, futuresOrderRow, userTradeRow } from './orderRows.ts';
import { futuresCancelRefusals } from './refusals.ts';

export interface FuturesOrdersDeps {
  readonly instruments: Instruments;
  readonly names: OrderNames;
  /** ms UTC. */
  readonly now: () => number;
}
type RowOf = typeof futuresOrderRow | typeof algoOrderRow;

const MOST_BATCH = 5;
const NAMELESS = { clientId: '', stopAbove: null, listClientId: null } as const;
const BY_ORDER = ['orderId', 'origClientOrderId'] as const;
const BY_ALGO = ['algoId', 'clientAlgoId'] as const;

async function rowsOfOrders(
  { instruments, names }: FuturesOrdersDeps,
  signer: Signer,
  orders: readonly FuturesOrderRow[],
  rowOf: RowOf = futuresOrderRow,
) {
  const named = await withNames(names, signer.key.userId, orders);
  return named.map(({ row, name }) => rowOf(instruments, row, name));
}

async function place(
  deps: FuturesOrdersDeps,
  params: Params,
  signer: Signer,
  { isAlgo = false, requestId = signer.requestId } = {},
) {
  const market = deps.instruments.of(params);
  const order = newFuturesOrder(
    params,
    market,
    deps.now(),
    isAlgo ? { type: 'type', trigger: 'triggerPrice' } : undefined,
  );
  const clientId = params.clientId(isAlgo ? 'clientAlgoId' : 'newClientOrderId') ?? requestId;
  const done = await signer.call('perpetual.place', order, deps.names.keyOf(clientId));
  const rowOf = isAlgo ? algoOrderRow : futuresOrderRow;
  return rowOf(deps.instruments, done.order, { ...NAMELESS, clientId });
}

/** The order that a request names. @throws {ApiError} `none` */
async function orderOf(
  deps: FuturesOrdersDeps,
  params: Params,
  signer: Signer,
  by: readonly [string, string],
  none: () => ApiError,
): Promise<FuturesOrderRow> {
  const id = await orderIdOf(deps.names, signer.key.userId, params, by, none);
  const market = deps.instruments.maybeOf(params);
  const { rows } = await signer.call('perpetual.orders', { before: id + 1, limit: 1 });
  const [order] = rows;
  if (order?.id !== id || (market && order.market !== market.id)) throw none();
  return order;
}

const unknownOrder = (): ApiError => new ApiError(-2011, 'Unknown order sent.');

async function cancel(
  deps: FuturesOrdersDeps,
  params: Params,
  signer: Signer,
  by: readonly [string, string] = BY_ORDER,
) {
  const { id } = await orderOf(deps, params, signer, by, unknownOrder);
  const { order } = await signer.call(
    'perpetual.cancel',
    { id },
    deps.names.keyOf(`${signer.requestId}-${id}`),
  );
  const [row] = await rowsOfOrders(deps, signer, [order]);
  if (by !== BY_ALGO || !row) return row;
  const clientAlgoId = 'clientAlgoId' in row ? row.clientAlgoId : row.clientOrderId;
  return { algoId: id, clientAlgoId, code: '200', msg: 'success' };
}

/** Ends all orders of a market; `waiting` ones alone where only conditional orders are meant. */
async function cancelAll(deps: FuturesOrdersDeps, params: Params, signer: Signer, isAlgo: boolean) {
  const { id: market } = deps.instruments.of(params);
  const key = deps.names.keyOf(signer.requestId);
  if (!isAlgo) await signer.call('perpetual.cancelAll', { market }, key);
  else {
    const { rows } = await signer.call('perpetual.orders', { market, live: true, limit: PAGE });
    for (const { id, status } of rows)
      if (status === 'waiting')
        await signer.call('perpetual.cancel', { id }, `${key}-${id}`).catch(ignoreClosed);
  }
  return { code: 200, msg: 'The operation of cancel all open order is done.' };
}

/** An order that has fired or ended meanwhile keeps none of the others alive. */
function ignoreClosed(error: unknown): void {
  if (!(error instanceof RuleError) || error.code !== 'orderClosed') throw error;
}

/** Orders of a batch act one by one; each says for itself what became of it. */
async function each<T>(
  items: readonly T[],
  refusalOf: (error: unknown) => ApiError,
  work: (item: T, place: number) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (const [place, item] of items.entries())
    answers.push(await work(item, place).catch((error: unknown) => refusalOf(error).body));
  return answers;
}

function batchOf(params: Params): readonly Params[] {
  const list = jsonOf(params.needText('batchOrders'));
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_BATCH)
    throw new ApiError(-4082, 'Invalid number of batch place orders.');
  return list.map((item: unknown) => {
    if (typeof item !== 'object' || item === null) throw missing('batchOrders');
    return new Params(Object.entries(item).map(([name, value]) => [name, textOf(value)] as const));
  });
}

function idsOf(params: Params): readonly Params[] {
  const [ids, names] = [params.text('orderIdList'), params.text('origClientOrderIdList')];
  const list = jsonOf(ids ?? names ?? '');
  if (!Array.isArray(list) || list.length === 0 || list.length > 10) throw missing('orderIdList');
  const name = ids === undefined ? 'origClientOrderId' : 'orderId';
  const symbol = params.needText('symbol');
  return list.map(
    (item: unknown) =>
      new Params([
        ['symbol', symbol],
        [name, textOf(item)],
      ]),
  );
}

/** Of conditional orders alone where they are meant. */
const kindOf = (isAlgo: boolean) => (isAlgo ? { triggered: true } : {});

async function openOrders(deps: FuturesOrdersDeps, params: Params, signer: Signer, isAlgo: boolean) {
  const market = deps.instruments.maybeOf(params);
  const rows = await allRows<FuturesOrderRow, number>((page) =>
    signer.call('perpetual.orders', {
      live: true,
      ...kindOf(isAlgo),
      ...(market ? { market: market.id } : {}),
      ...page,
    }),
  );
  return rowsOfOrders(deps, signer, rows, isAlgo ? algoOrderRow : futuresOrderRow);
}

async function allOrders(deps: FuturesOrdersDeps, params: Params, signer: Signer, isAlgo: boolean) {
  const { id: market } = deps.instruments.of(params);
  const wanted = wantedOf(params, isAlgo ? 'algoId' : 'orderId', WEEK_MS);
  const rows = await wantedRows<FuturesOrderRow, number>(wanted, (page) =>
    signer.call('perpetual.orders', { market, ...kindOf(isAlgo), ...page }),
  );
  return rowsOfOrders(deps, signer, rows, isAlgo ? algoOrderRow : futuresOrderRow);
}

async function userTrades({ instruments }: FuturesOrdersDeps, params: Params, signer: Signer) {
  const market = instruments.maybeOf(params);
  const order = params.whole('orderId');
  const wanted = wantedOf(params, 'fromId', WEEK_MS);
  const rows = await wantedRows<FuturesFillRow, number>(wanted, (page) =>
    signer.call('perpetual.fills', {
      ...(market ? { market: market.id } : {}),
      ...defined({ order }),
      ...page,
    }),
  );
  return rows.map((fill) => userTradeRow(instruments, fill));
}

/** Orders of perpetuals. @param refusalOf how a failure within a batch is worded. */
export function futuresOrders(deps: FuturesOrdersDeps, refusalOf: (error: unknown) => ApiError): Endpoints {
  const { instruments, now } = deps;
  const trade = (
    answer: (params: Params, signer: Signer) => Promise<unknown>,
    orders?: (params: Params) => number,
  ): Endpoint => ({ security: 'signed', right: 'futures', weight: 1, ...(orders ? { orders } : {}), answer });
  const ends = (answer: (params: Params, signer: Signer) => Promise<unknown>): Endpoint => ({
    ...trade(answer),
    refusals: futuresCancelRefusals,
  });
  const read = (weight: number, answer: (params: Params, signer: Signer) => Promise<unknown>) =>
    ({ security: 'signed', weight, answer }) as const;
  const one = (by: readonly [string, string], rowOf: RowOf) =>
    read(1, async (params, signer) => {
      const order = await orderOf(deps, params, signer, by, noSuchOrder);
      return (await rowsOfOrders(deps, signer, [order], rowOf))[0];
    });
  return {
    'POST /fapi/v1/order': trade(
      (params, signer) => place(deps, params, signer),
      () => 1,
    ),
    'POST /fapi/v1/order/test': trade(async (params) => {
      newFuturesOrder(params, instruments.of(params), now());
      return {};
    }),
    'POST /fapi/v1/batchOrders': trade(
      (params, signer) =>
        each(batchOf(params), refusalOf, (item, i) =>
          place(deps, item, signer, { requestId: `${signer.requestId}-${i}` }),
        ),
      (params) => batchOf(params).length,
    ),
    'POST /fapi/v1/algoOrder': trade(
      (params, signer) => place(deps, params, signer, { isAlgo: true }),
      () => 1,
    ),
    'GET /fapi/v1/order': one(BY_ORDER, futuresOrderRow),
    'GET /fapi/v1/openOrder': one(BY_ORDER, futuresOrderRow),
    'GET /fapi/v1/algoOrder': one(BY_ALGO, algoOrderRow),
    'DELETE /fapi/v1/order': ends((params, signer) => cancel(deps, params, signer)),
    'DELETE /fapi/v1/algoOrder': ends((params, signer) => cancel(deps, params, signer, BY_ALGO)),
    'DELETE /fapi/v1/batchOrders': ends((params, signer) =>
      each(idsOf(params), refusalOf, (item) => cancel(deps, item, signer)),
    ),
    'DELETE /fapi/v1/allOpenOrders': ends((params, signer) => cancelAll(deps, params, signer, false)),
    'DELETE /fapi/v1/algoOpenOrders': ends((params, signer) => cancelAll(deps, params, signer, true)),
    'GET /fapi/v1/openOrders': read(1, (params, signer) => openOrders(deps, params, signer, false)),
    'GET /fapi/v1/openAlgoOrders': read(1, (params, signer) => openOrders(deps, params, signer, true)),
    'GET /fapi/v1/allOrders': read(5, (params, signer) => allOrders(deps, params, signer, false)),
    'GET /fapi/v1/allAlgoOrders': read(5, (params, signer) => allOrders(deps, params, signer, true)),
    'GET /fapi/v1/userTrades': read(5, (params, signer) => userTrades(deps, params, signer)),
  };
}

import type { Calls, FillRow, OrderRow, RequestOf } from '../../../../domain/contract/index.ts';
import { RuleError, spotFees } from '../../../../domain/index.ts';
import type { MarketSource } from '../../../market/source.ts';
import type { OrderNames } from '../../../matching/orderNames.ts';
import type { Instruments } from '../market/instruments.ts';
import { ApiError, missing } from '../protocol/apiError.ts';
import type { Endpoint, Endpoints, Signer } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';
import { newSpotOrder, requireValid } from './newOrder.ts';
import { orderRow, placedRow } from './orderRows.ts';
import { cancelRefusals } from './refusals.ts';

export interface OrdersDeps {
  readonly source: MarketSource;
  readonly instruments: Instruments;
  readonly names: OrderNames;
}

type Placed = RequestOf<Calls['spot.place']>;

export const NAMELESS = { clientId: '', stopAbove: null, listClientId: null } as const;

/** Rows with the names that programs have given them. */
export async function withNames<Row extends { readonly id: number }>(
  names: OrderNames,
  userId: number,
  rows: readonly Row[],
) {
  const known =
    rows.length === 0
      ? new Map()
      : await names.namesOf(
          userId,
          rows.map(({ id }) => id),
        );
  return rows.map((row) => ({ row, name: known.get(row.id) ?? NAMELESS }));
}

/** The number of the order that a request names. @throws {ApiError} -1102; `none` when nobody has one of this name. */
export async function orderIdOf(
  names: OrderNames,
  userId: number,
  params: Params,
  [byId, byName]: readonly [string, string],
  none: () => ApiError,
): Promise<number> {
  const id = params.whole(byId);
  if (id !== undefined) {
    if (id < 1) throw none();
    return id;
  }
  const clientId = params.clientId(byName);
  if (clientId === undefined) throw missing(byId);
  const found = await names.idOf(userId, clientId);
  if (found === undefined) throw none();
  return found;
}

export const unknownOrder = (): ApiError => new ApiError(-2011, 'Unknown order sent.');
export const noSuchOrder = (): ApiError => new ApiError(-2013, 'Order does not exist.');

/** New orders are answered in full unless less is requested; stops, which have not traded, in short. */
function responseOf(params: Params, type: string): 'ACK' | 'RESULT' | 'FULL' {
  const kinds = ['ACK', 'RESULT', 'FULL'] as const;
  const wanted = params.word(
    'newOrderRespType',
    kinds,
    -1130,
    "Data sent for parameter 'newOrderRespType' is not valid.",
  );
  return wanted ?? (type === 'stopLimit' ? 'ACK' : 'FULL');
}

/** Whether this very order was placed under this name before: a known key is answered as it was then. */
async function isPlaced({ names }: OrdersDeps, signer: Signer, clientId: string, order: Placed) {
  const id = await names.idOf(signer.key.userId, clientId);
  if (id === undefined) return false;
  const { order: known } = await signer.call('spot.order', { id });
  return (['market', 'side', 'type', 'stopPrice', 'price', 'quantity'] as const).every(
    (name) => known[name] === (order[name] ?? null),
  );
}

/**
 * The order in a request. A stop that was placed under this name is read as it was then: who has lost the answer sends it
 * once more, and the price may have passed it since.
 */
async function requestedOrder(deps: OrdersDeps, params: Params, signer: Signer, clientId: string) {
  const { source, instruments } = deps;
  const market = instruments.of(params);
  try {
    return newSpotOrder(params, market, source.last(market.id));
  } catch (error) {
    if (!(error instanceof RuleError) || error.code !== 'orderTriggered') throw error;
    const order = newSpotOrder(params, market, undefined);
    if (!(await isPlaced(deps, signer, clientId, order))) throw error;
    return order;
  }
}

const clientIdOf = (params: Params, signer: Signer): string =>
  params.clientId('newClientOrderId') ?? signer.requestId;

async function place(deps: OrdersDeps, params: Params, signer: Signer) {
  const { instruments, names } = deps;
  const clientId = clientIdOf(params, signer);
  const order = await requestedOrder(deps, params, signer, clientId);
  const kind = responseOf(params, order.type);
  const placed: { order: OrderRow; fills: FillRow[] } = await signer.call(
    'spot.place',
    order,
    names.keyOf(clientId),
  );
  const [named] = await withNames(names, signer.key.userId, [placed.order]);
  return placedRow(instruments, { ...placed, name: named?.name ?? NAMELESS }, kind);
}

/** A cancelled order in the form of responses. */
export async function cancelledRow(
  { instruments, names }: OrdersDeps,
  signer: Signer,
  order: OrderRow,
  newName: string,
) {
  const [named] = await withNames(names, signer.key.userId, [order]);
  const {
    time: _t,
    updateTime,
    isWorking: _w,
    icebergQty: _i,
    workingTime: _k,
    ...row
  } = orderRow(instruments, order, named?.name ?? NAMELESS);
  return {
    ...row,
    origClientOrderId: row.clientOrderId,
    clientOrderId: newName,
    transactTime: updateTime,
  };
}

const RESTRICTIONS = ['ONLY_NEW', 'ONLY_PARTIALLY_FILLED'] as const;

/** How a request names the order that it cancels, and the cancelling itself. */
interface CancelNames {
  readonly id: string;
  readonly clientId: string;
  readonly newClientId: string;
}
const CANCEL: CancelNames = {
  id: 'orderId',
  clientId: 'origClientOrderId',
  newClientId: 'newClientOrderId',
};
/** Beside a new order, whose name is the one that is called so elsewhere. */
const REPLACED: CancelNames = {
  id: 'cancelOrderId',
  clientId: 'cancelOrigClientOrderId',
  newClientId: 'cancelNewClientOrderId',
};

async function cancel(deps: OrdersDeps, params: Params, signer: Signer, by: CancelNames = CANCEL) {
  const { id: market } = deps.instruments.of(params);
  const id = await orderIdOf(deps.names, signer.key.userId, params, [by.id, by.clientId], unknownOrder);
  const { order } = await signer.call('spot.order', { id });
  if (order.market !== market) throw unknownOrder();
  const only = params.word(
    'cancelRestrictions',
    RESTRICTIONS,
    -1145,
    'cancelRestrictions has to be either ONLY_NEW or ONLY_PARTIALLY_FILLED.',
  );
  if (only && (only === 'ONLY_NEW') !== (order.filled === '0'))
    throw new ApiError(-2011, 'Order was not canceled due to cancel restrictions.');
  const newName = params.clientId(by.newClientId) ?? signer.requestId;
  const done = await signer.call('spot.cancel', { id }, deps.names.keyOf(`${signer.requestId}-c`));
  return cancelledRow(deps, signer, done.order, newName);
}

async function cancelAll(deps: OrdersDeps, params: Params, signer: Signer) {
  const { id: market } = deps.instruments.of(params);
  const { cancelled } = await signer.call('spot.cancelAll', { market }, deps.names.keyOf(signer.requestId));
  if (cancelled.length === 0) throw unknownOrder();
  const rows = await Promise.all(cancelled.map((id) => signer.call('spot.order', { id })));
  return Promise.all(rows.map(({ order }) => cancelledRow(deps, signer, order, signer.requestId)));
}

/**
 * What a step of a cancel-and-replace came to: its answer, or its refusal as the API words it. @throws what may be sent
 * again as it is: whether it was done is not known, and it is no failure.
 */
async function attempt(refusalOf: (error: unknown) => ApiError, work: () => Promise<unknown>) {
  try {
    return { isDone: true, answer: await work() } as const;
  } catch (error) {
    const { body, retryAfterS } = refusalOf(error);
    if (retryAfterS !== undefined) throw error;
    return { isDone: false, answer: body } as const;
  }
}

/**
 * Refuses a new order that no book could take, while the one that it is to replace still stands; not one that was placed
 * before: whose answer was lost is answered again. @throws {ApiError | RuleError}
 */
async function requireReplacement(deps: OrdersDeps, params: Params, signer: Signer): Promise<void> {
  const market = deps.instruments.of(params);
  const clientId = clientIdOf(params, signer);
  const order = await requestedOrder(deps, params, signer, clientId);
  responseOf(params, order.type);
  params.clientId(REPLACED.newClientId);
  try {
    requireValid(order, market, deps.source.last(market.id));
  } catch (error) {
    if (!(await isPlaced(deps, signer, clientId, order))) throw error;
  }
}

async function cancelReplace(
  deps: OrdersDeps,
  params: Params,
  signer: Signer,
  refusalOf: (error: unknown, isCancel: boolean) => ApiError,
) {
  const modes = ['STOP_ON_FAILURE', 'ALLOW_FAILURE'] as const;
  const mode = params.word(
    'cancelReplaceMode',
    modes,
    -1130,
    "Data sent for parameter 'cancelReplaceMode' is not valid.",
  );
  if (!mode) throw missing('cancelReplaceMode');
  await requireReplacement(deps, params, signer);
  const ended = await attempt(
    (error) => refusalOf(error, true),
    () => cancel(deps, params, signer, REPLACED),
  );
  const isTried = ended.isDone || mode === 'ALLOW_FAILURE';
  const placed = isTried
    ? await attempt(
        (error) => refusalOf(error, false),
        () => place(deps, params, signer),
      )
    : undefined;
  const data = {
    cancelResult: ended.isDone ? 'SUCCESS' : 'FAILURE',
    newOrderResult: placed ? (placed.isDone ? 'SUCCESS' : 'FAILURE') : 'NOT_ATTEMPTED',
    cancelResponse: ended.answer,
    newOrderResponse: placed?.answer ?? null,
  };
  if (ended.isDone && placed?.isDone) return data;
  if (ended.isDone || placed?.isDone)
    throw new ApiError(-2021, 'Order cancel-replace partially failed.', { status: 409, data });
  throw new ApiError(-2022, 'Order cancel-replace failed.', { data });
}

/** Placing and cancelling. @param refusalOf how a failure is worded, of a cancel and of a new order. */
export function spotOrders(
  deps: OrdersDeps,
  refusalOf: (error: unknown, isCancel: boolean) => ApiError,
): Endpoints {
  const trade = (answer: (params: Params, signer: Signer) => Promise<unknown>, orders: number): Endpoint => ({
    security: 'signed',
    right: 'spot',
    weight: 1,
    ...(orders > 0 ? { orders: () => orders } : {}),
    answer,
  });
  return {
    'POST /api/v3/order': trade((params, signer) => place(deps, params, signer), 1),
    'POST /api/v3/order/test': trade(async (params) => {
      const market = deps.instruments.of(params);
      params.clientId('newClientOrderId');
      const last = deps.source.last(market.id);
      requireValid(newSpotOrder(params, market, last), market, last);
      if (!params.flag('computeCommissionRates')) return {};
      const { maker, taker } = spotFees;
      return {
        standardCommissionForOrder: { maker, taker },
        taxCommissionForOrder: { maker: '0', taker: '0' },
        discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: '', discount: '0' },
      };
    }, 0),
    'DELETE /api/v3/order': {
      ...trade((params, signer) => cancel(deps, params, signer), 0),
      refusals: cancelRefusals,
    },
    'DELETE /api/v3/openOrders': {
      ...trade((params, signer) => cancelAll(deps, params, signer), 0),
      refusals: cancelRefusals,
    },
    'POST /api/v3/order/cancelReplace': trade(
      (params, signer) => cancelReplace(deps, params, signer, refusalOf),
      1,
    ),
  };
}

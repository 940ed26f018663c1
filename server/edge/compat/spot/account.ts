import type { FillRow, OrderRow } from '../../../../domain/contract/index.ts';
import { D, DAY_MS, spotFees, toText } from '../../../../domain/index.ts';
import { ApiError } from '../protocol/apiError.ts';
import type { Endpoints, Signer } from '../protocol/endpoint.ts';
import type { Params } from '../protocol/params.ts';
import { orderRow, ownTradeRow } from './orderRows.ts';
import type { OrdersDeps } from './orders.ts';
import { NAMELESS, noSuchOrder, orderIdOf, withNames } from './orders.ts';

const PAGE = 500;
const MOST_PAGES = 40;

/** Pages, newest first, until one says that it is enough. */
export async function pagesOf<Row>(
  ask: (before: number | undefined) => Promise<{ rows: readonly Row[]; next: number | null }>,
  isEnough: (rows: readonly Row[]) => boolean,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let before: number | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await ask(before);
    rows.push(...found.rows);
    if (found.next === null || isEnough(rows)) break;
    before = found.next;
  }
  return rows;
}

export interface Wanted {
  /** From this number on, ascending. */
  readonly from: number | undefined;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly limit: number;
}

/** @throws {ApiError} -1127 for spans longer than a day. */
export function wantedOf(params: Params, from: string, mostMs = DAY_MS): Wanted {
  const [start, end] = [params.whole('startTime'), params.whole('endTime')];
  if (start !== undefined && end !== undefined && end - start > mostMs)
    throw new ApiError(-1127, 'More than 24 hours between startTime and endTime.');
  return { from: params.whole(from), start, end, limit: params.limit(500, 1_000) };
}

/** Of rows newest first: those that are wanted, ascending; the oldest ones where a beginning was named. */
export function chosen<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { from, start, end, limit }: Wanted,
  at: (row: Row) => number,
): readonly Row[] {
  const fit = rows
    .filter(
      (row) =>
        (from === undefined || row.id >= from) &&
        (start === undefined || at(row) >= start) &&
        (end === undefined || at(row) <= end),
    )
    .toReversed();
  return from === undefined && start === undefined ? fit.slice(-limit) : fit.slice(0, limit);
}

/** Whether rows, newest first, reach back far enough. */
export const reaches =
  <Row extends { readonly id: number }>({ from, start, end, limit }: Wanted, at: (row: Row) => number) =>
  (rows: readonly Row[]): boolean => {
    const last = rows.at(-1);
    if (!last) return true;
    if (from !== undefined) return last.id <= from;
    if (start !== undefined) return at(last) < start;
    return rows.length >= limit && end === undefined;
  };

async function openOrders({ instruments, names }: OrdersDeps, params: Params, signer: Signer) {
  const market = instruments.maybeOf(params);
  const rows = await pagesOf<OrderRow>(
    (before) =>
      signer.call('spot.orders', {
        live: true,
        limit: PAGE,
        ...(market ? { market: market.id } : {}),
        ...(before === undefined ? {} : { before }),
      }),
    () => false,
  );
  const named = await withNames(names, signer.key.userId, rows.toReversed());
  return named.map(({ row, name }) => orderRow(instruments, row, name));
}

async function allOrders({ instruments, names }: OrdersDeps, params: Params, signer: Signer) {
  const { id: market } = instruments.of(params);
  const wanted = wantedOf(params, 'orderId');
  const at = ({ createdAt }: OrderRow): number => createdAt;
  const rows = await pagesOf<OrderRow>(
    (before) =>
      signer.call('spot.orders', {
        market,
        limit: PAGE,
        ...(wanted.end === undefined ? {} : { to: wanted.end }),
        ...(before === undefined ? {} : { before }),
      }),
    reaches(wanted, at),
  );
  const named = await withNames(names, signer.key.userId, chosen(rows, wanted, at));
  return named.map(({ row, name }) => orderRow(instruments, row, name));
}

async function myTrades({ instruments }: OrdersDeps, params: Params, signer: Signer) {
  const { id: market } = instruments.of(params);
  const wanted = wantedOf(params, 'fromId');
  const at = (fill: FillRow): number => fill.at;
  const order = params.whole('orderId');
  const rows =
    order === undefined
      ? await pagesOf<FillRow>(
          (before) =>
            signer.call('spot.fills', { market, limit: PAGE, ...(before === undefined ? {} : { before }) }),
          reaches(wanted, at),
        )
      : (await signer.call('spot.order', { id: order })).fills.filter((fill) => fill.market === market);
  return chosen(rows, wanted, at).map((fill) => ownTradeRow(instruments, fill));
}

/** A fraction in ten-thousandths. */
const points = (rate: string): number => new D(rate).times(10_000).toNumber();

async function account(params: Params, signer: Signer) {
  const { uid, balances } = await signer.call('account.balances', {});
  const { maker, taker } = spotFees;
  const own = balances
    .filter(({ account: kind }) => kind === 'spot')
    .map(({ asset, posted, held }) => ({ asset, free: toText(new D(posted).minus(held)), locked: held }));
  const isAll = params.flag('omitZeroBalances') !== true;
  return {
    makerCommission: points(maker),
    takerCommission: points(taker),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: { maker, taker, buyer: '0', seller: '0' },
    canTrade: signer.key.spot,
    canWithdraw: false,
    canDeposit: false,
    brokered: false,
    requireSelfTradePrevention: true,
    preventSor: false,
    updateTime: 0,
    accountType: 'SPOT',
    balances: own.filter(({ free, locked }) => isAll || free !== '0' || locked !== '0'),
    permissions: ['SPOT'],
    uid: Number.parseInt(uid, 10),
  };
}

/** What a user reads of spot. */
export function spotAccount(deps: OrdersDeps): Endpoints {
  const { instruments, names } = deps;
  const read = (weight: number, answer: (params: Params, signer: Signer) => Promise<unknown>) =>
    ({ security: 'signed', weight, answer }) as const;
  return {
    'GET /api/v3/account': read(20, account),
    'GET /api/v3/order': read(4, async (params, signer) => {
      const { id: market } = instruments.of(params);
      const { userId } = signer.key;
      const id = await orderIdOf(names, userId, params, ['orderId', 'origClientOrderId'], noSuchOrder);
      const { order } = await signer.call('spot.order', { id });
      if (order.market !== market) throw noSuchOrder();
      const [named] = await withNames(names, userId, [order]);
      return orderRow(instruments, order, named?.name ?? NAMELESS);
    }),
    'GET /api/v3/openOrders': read(6, (params, signer) => openOrders(deps, params, signer)),
    'GET /api/v3/allOrders': read(20, (params, signer) => allOrders(deps, params, signer)),
    'GET /api/v3/myTrades': read(20, (params, signer) => myTrades(deps, params, signer)),
  };
}

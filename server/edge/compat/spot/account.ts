import type { FillRow, OrderRow } from '../../../../domain/contract/index.ts';
import { D, defined, spotFees, toText } from '../../../../domain/index.ts';
import type { Endpoints, Signer } from '../protocol/endpoint.ts';
import { allRows, wantedOf, wantedRows } from '../protocol/pages.ts';
import type { Params } from '../protocol/params.ts';
import { orderRow, ownTradeRow } from './orderRows.ts';
import type { OrdersDeps } from './orders.ts';
import { NAMELESS, noSuchOrder, orderIdOf, withNames } from './orders.ts';

async function openOrders({ instruments, names }: OrdersDeps, params: Params, signer: Signer) {
  const market = instruments.maybeOf(params);
  const rows = await allRows<OrderRow, number>((page) =>
    signer.call('spot.orders', { live: true, ...(market ? { market: market.id } : {}), ...page }),
  );
  const named = await withNames(names, signer.key.userId, rows);
  return named.map(({ row, name }) => orderRow(instruments, row, name));
}

async function allOrders({ instruments, names }: OrdersDeps, params: Params, signer: Signer) {
  const { id: market } = instruments.of(params);
  const rows = await wantedRows<OrderRow, number>(wantedOf(params, 'orderId'), (page) =>
    signer.call('spot.orders', { market, ...page }),
  );
  const named = await withNames(names, signer.key.userId, rows);
  return named.map(({ row, name }) => orderRow(instruments, row, name));
}

async function myTrades({ instruments }: OrdersDeps, params: Params, signer: Signer) {
  const { id: market } = instruments.of(params);
  const order = params.whole('orderId');
  const rows = await wantedRows<FillRow, number>(wantedOf(params, 'fromId'), (page) =>
    signer.call('spot.fills', { market, ...defined({ order }), ...page }),
  );
  return rows.map((fill) => ownTradeRow(instruments, fill));
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

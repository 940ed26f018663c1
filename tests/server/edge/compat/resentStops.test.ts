import { expect, it } from 'vitest';
import { DatabaseAwayError } from '../../../../server/base/db/database.ts';
import { Instruments } from '../../../../server/edge/compat/market/instruments.ts';
import { refusalOf } from '../../../../server/edge/compat/protocol/dispatch.ts';
import type { Signer } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { Params } from '../../../../server/edge/compat/protocol/params.ts';
import { newSpotOrder } from '../../../../server/edge/compat/spot/newOrder.ts';
import { spotOrders } from '../../../../server/edge/compat/spot/orders.ts';
import type { MarketSource } from '../../../../server/market/source.ts';
import type { OrderNames } from '../../../../server/matching/orderNames.ts';
import { newMarket } from '../../../support/spot.ts';

const market = newMarket();
type Name = 'POST /api/v3/order' | 'POST /api/v3/order/cancelReplace';
const STOP = {
  symbol: `${market.base}${market.quote}`.toUpperCase(),
  ...{ side: 'SELL', type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '1', stopPrice: '90', price: '89', newClientOrderId: 'mine' },
};

/** The endpoint of new orders, on a market whose price a test sets, and a product that knows keys again. */
function opened() {
  let last = '100';
  let failing: string | undefined;
  const placed = new Map<string, { readonly id: number }>();
  const source = { last: () => last, markets: () => [market], version: '1' } as unknown as MarketSource;
  const names: OrderNames = {
    namesOf: async () => new Map(),
    keyOf: (clientId) => clientId,
    idOf: async (_, clientId) => (placed.has(clientId) ? 7 : undefined),
    listOf: async () => undefined,
  };
  const signer = {
    key: { userId: 1 },
    requestId: 'r-1',
    call: async (name: string, request: { readonly id?: number }, key: string) => {
      const known = [...placed.values()].find(({ id }) => id === request.id);
      if (name === failing) throw new DatabaseAwayError('away');
      if (name === 'spot.order') return { order: known ?? { ...request, market: market.id } };
      const fresh = { id: 7, market: market.id, side: 'sell', partner: null, status: 'waiting', filled: '0' };
      const order = placed.get(key) ?? { ...fresh, ...request };
      placed.set(key, order);
      return { order, fills: [] };
    },
  } as unknown as Signer;
  const deps = { source, instruments: new Instruments(source, 'spot'), names };
  const endpoints = spotOrders(deps, (error) => refusalOf({ log: () => undefined }, error, {}));
  return {
    send: async (more: object = {}, path: Name = 'POST /api/v3/order') => {
      const endpoint = endpoints[path];
      if (endpoint?.security !== 'signed') throw new Error('no such endpoint');
      return endpoint.answer(new Params(Object.entries({ ...STOP, ...more })), signer);
    },
    move: (price: string) => {
      last = price;
    },
    /** A call whose answers are lost. */
    fail: (name: string | undefined) => {
      failing = name;
    },
  };
}

it('a stop whose answer was lost is answered again, though the price has passed it since', async () => {
  const { send, move } = opened();
  const first = await send();
  move('80');
  expect(await send()).toEqual(first);
});

it.each([
  ['SELL', 'STOP_LOSS_LIMIT', '90', false],
  ['SELL', 'TAKE_PROFIT_LIMIT', '110', true],
  ['BUY', 'STOP_LOSS_LIMIT', '110', true],
  ['BUY', 'TAKE_PROFIT_LIMIT', '90', false],
] as const)(
  'a %s of %s at %s waits for the price from its own side alone',
  (side, type, stopPrice, stopAbove) => {
    const params = new Params(Object.entries({ ...STOP, side, type, stopPrice }));
    expect(newSpotOrder(params, market, '100')).toMatchObject({ stopPrice, stopAbove });
  },
);

it('a stop that the price has passed is refused: one that is new, and another under a known name', async () => {
  const { send, move } = opened();
  await send();
  move('80');
  await expect(send({ newClientOrderId: 'other' })).rejects.toMatchObject({ code: 'orderTriggered' });
  await expect(send({ stopPrice: '85' })).rejects.toMatchObject({ code: 'orderTriggered' });
});

const REPLACE = { cancelReplaceMode: 'STOP_ON_FAILURE', cancelOrderId: '5' };
const PATH = 'POST /api/v3/order/cancelReplace';

it('a stop in place of another order is answered again too', async () => {
  const { send, move } = opened();
  const first = await send(REPLACE, PATH);
  expect(first).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
  // What is out of the band of now was not when it was placed.
  for (const last of ['80', '1']) {
    move(last);
    expect(await send(REPLACE, PATH)).toEqual(first);
  }
});

it('an order stays where the stop in its place is refused', async () => {
  const { send, move } = opened();
  await send(REPLACE, PATH);
  move('80');
  const other = { ...REPLACE, cancelOrderId: '6', newClientOrderId: 'other' };
  await expect(send(other, PATH)).rejects.toMatchObject({ code: 'orderTriggered' });
  const larger = { ...REPLACE, cancelOrderId: '6', quantity: '2' };
  await expect(send(larger, PATH)).rejects.toMatchObject({ code: 'orderTriggered' });
});

it.each([
  ['spot.cancel', 'STOP_ON_FAILURE'],
  ['spot.cancel', 'ALLOW_FAILURE'],
  ['spot.place', 'STOP_ON_FAILURE'],
])('a %s of which nothing is known is no failure with %s: it is sent again', async (name, mode) => {
  const { send, fail } = opened();
  const request = { ...REPLACE, cancelReplaceMode: mode };
  fail(name);
  await expect(send(request, PATH)).rejects.toBeInstanceOf(DatabaseAwayError);
  fail(undefined);
  const done = { cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' };
  expect(await send(request, PATH)).toMatchObject(done);
});

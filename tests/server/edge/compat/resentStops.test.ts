import { expect, it } from 'vitest';
import { Instruments } from '../../../../server/edge/compat/market/instruments.ts';
import type { Signer } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { Params } from '../../../../server/edge/compat/protocol/params.ts';
import { spotOrders } from '../../../../server/edge/compat/spot/orders.ts';
import type { MarketSource } from '../../../../server/market/source.ts';
import type { OrderNames } from '../../../../server/matching/orderNames.ts';
import { newMarket } from '../../../support/spot.ts';

const market = newMarket();
const STOP = {
  symbol: `${market.base}${market.quote}`.toUpperCase(),
  ...{ side: 'SELL', type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '1', stopPrice: '90', price: '89', newClientOrderId: 'mine' },
};

/** The endpoint of new orders, on a market whose price a test sets, and a product that knows keys again. */
function opened() {
  let last = '100';
  const placed = new Map<string, object>();
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
    call: async (name: string, request: object, key: string) => {
      if (name === 'spot.order') return { order: [...placed.values()][0] };
      const order = placed.get(key) ?? { id: 7, partner: null, status: 'waiting', filled: '0', ...request };
      placed.set(key, order);
      return { order, fills: [] };
    },
  } as unknown as Signer;
  const deps = { source, instruments: new Instruments(source, 'spot'), names };
  const endpoint = spotOrders(deps, () => expect.fail())['POST /api/v3/order'];
  return {
    send: async (more: object = {}) => {
      if (endpoint?.security !== 'signed') throw new Error('no such endpoint');
      return endpoint.answer(new Params(Object.entries({ ...STOP, ...more })), signer);
    },
    move: (price: string) => {
      last = price;
    },
  };
}

it('a stop whose answer was lost is answered again, though the price has passed it since', async () => {
  const { send, move } = opened();
  const first = await send();
  move('80');
  expect(await send()).toEqual(first);
});

it('a stop that the price has passed is refused: one that is new, and another under a known name', async () => {
  const { send, move } = opened();
  await send();
  move('80');
  await expect(send({ newClientOrderId: 'other' })).rejects.toMatchObject({ code: 'orderTriggered' });
  await expect(send({ stopPrice: '85' })).rejects.toMatchObject({ code: 'orderTriggered' });
});

import { expect, it } from 'vitest';
import { Instruments } from '../../../../server/edge/compat/market/instruments.ts';
import type { Signer } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { Params } from '../../../../server/edge/compat/protocol/params.ts';
import { spotOrderLists } from '../../../../server/edge/compat/spot/orderLists.ts';
import { spotOrders } from '../../../../server/edge/compat/spot/orders.ts';
import type { MarketSource } from '../../../../server/market/source.ts';
import type { OrderNames } from '../../../../server/matching/orderNames.ts';
import { newMarket } from '../../../support/spot.ts';

const market = newMarket();
const symbol = `${market.base}${market.quote}`.toUpperCase();
const PAIR = {
  ...{ symbol, side: 'SELL', quantity: '1', aboveType: 'LIMIT_MAKER', abovePrice: '110' },
  ...{ belowType: 'STOP_LOSS_LIMIT', belowStopPrice: '90', belowPrice: '89' },
};

/** The endpoints of spot orders, on a product that notes what was done. */
function opened() {
  const done: string[] = [];
  const source = { last: () => '100', markets: () => [market], version: '1' } as unknown as MarketSource;
  const names: OrderNames = {
    namesOf: async () => new Map(),
    keyOf: (clientId) => clientId,
    idOf: async () => undefined,
    listOf: async () => undefined,
  };
  const leg = (id: number) => ({ id, partner: 15 - id, market: market.id, status: 'open', filled: '0' });
  const signer = {
    key: { userId: 1 },
    requestId: 'r-1',
    call: async (name: string, { id = 7 }: { readonly id?: number }) => {
      if (name !== 'spot.order') done.push(name);
      return { order: leg(id), limit: leg(7), stop: leg(8) };
    },
  } as unknown as Signer;
  const deps = { source, instruments: new Instruments(source, 'spot'), names };
  const endpoints = { ...spotOrders(deps, () => expect.fail()), ...spotOrderLists(deps) };
  const send = async (name: keyof typeof endpoints, request: Readonly<Record<string, string>>) => {
    const endpoint = endpoints[name];
    if (endpoint?.security !== 'signed') throw new Error('no such endpoint');
    return endpoint.answer(new Params(Object.entries(request)), signer);
  };
  return { done, send };
}

it.each([
  ['POST /api/v3/orderList/oco', { ...PAIR, newOrderRespType: 'ALL' }, -1130],
  ['DELETE /api/v3/order', { symbol, orderId: '7', newClientOrderId: 'a b' }, -1100],
  ['DELETE /api/v3/orderList', { symbol, orderListId: '7', newClientOrderId: 'a b' }, -1100],
] as const)('%s refuses a parameter that is wrong before it does anything', async (name, request, code) => {
  const { done, send } = opened();
  await expect(send(name, request)).rejects.toMatchObject({ body: { code } });
  expect(done).toEqual([]);
});

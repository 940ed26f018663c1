import { expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import type { Signer } from '../../../../server/edge/compat/protocol/endpoint.ts';
import type { PageQuery } from '../../../../server/edge/compat/protocol/pages.ts';
import { Params } from '../../../../server/edge/compat/protocol/params.ts';
import { spotOrderLists } from '../../../../server/edge/compat/spot/orderLists.ts';

const PAIRS = 600;
const orders = Array.from({ length: 2 * PAIRS }, (_, i) => {
  const id = i + 1;
  return {
    id,
    partner: i % 2 === 0 ? id + 1 : id - 1,
    market: 'BTC-USDT',
    status: 'cancelled',
    updatedAt: id,
  };
});

it('reads a thousand pairs by pages and names, and not one by one', async () => {
  const requests: string[] = [];
  const names = {
    namesOf: async (_: number, ids: readonly number[]) => {
      requests.push('names');
      return new Map(ids.map((id) => [id, { clientId: `c${id}`, stopAbove: null, listClientId: `l${id}` }]));
    },
  };
  const signer = {
    key: { userId: 7 },
    call: async (
      name: string,
      { before = Number.POSITIVE_INFINITY, limit, id }: PageQuery<number> & { id?: number },
    ) => {
      requests.push(name);
      if (name === 'spot.order') return { order: orders.find((each) => each.id === id) };
      const rows = orders
        .filter((each) => each.id < before)
        .toReversed()
        .slice(0, limit);
      return { rows, next: rows.at(-1)?.id === 1 ? null : (rows.at(-1)?.id ?? null) };
    },
  };
  const deps = { names, instruments: { symbolOf: () => 'BTCUSDT' } };
  const endpoint = spotOrderLists(deps as never)['GET /api/v3/allOrderList'];
  if (endpoint?.security !== 'signed') throw new Error('signed');
  const lists = await endpoint.answer(new Params([['limit', '1000']]), signer as unknown as Signer);
  expect(lists).toHaveLength(PAIRS);
  expect(lists).toMatchObject(
    Array.from({ length: PAIRS }, (_, i) => ({
      orderListId: 2 * i + 1,
      listClientOrderId: `l${2 * i + 1}`,
      orders: [{ clientOrderId: `c${2 * i + 1}` }, { clientOrderId: `c${2 * i + 2}` }],
    })),
  );
  expect(requests.length).toBeLessThan(10);
});

it('a pair whose cancelling was answered and lost is answered again, and refused to another request', async () => {
  const order = { side: 'sell', type: 'limit', price: '9', quantity: '1', filled: '0', filledTotal: '0' };
  const pair = [
    { ...orders[0], ...order, status: 'open', updatedAt: 1 },
    { ...orders[1], ...order, status: 'waiting', updatedAt: 1 },
  ];
  const done = new Set<string>();
  const signerOf = (requestId: string) => ({
    key: { userId: 7 },
    requestId,
    call: async (name: string, { id }: { id: number }, key: string) => {
      const order = pair.find((each) => each.id === id);
      if (name === 'spot.order') return { order };
      if (done.has(`${key} ${id}`)) return { order };
      if (order?.status === 'cancelled') throw new RuleError('orderClosed');
      done.add(`${key} ${id}`);
      for (const each of pair) each.status = 'cancelled';
      return { order };
    },
  });
  const names = { namesOf: async () => new Map(), keyOf: (clientId: string) => clientId };
  const instruments = { of: () => ({ id: 'BTC-USDT' }), symbolOf: () => 'BTCUSDT', list: () => [] };
  const endpoint = spotOrderLists({ names, instruments } as never)['DELETE /api/v3/orderList'];
  if (endpoint?.security !== 'signed') throw new Error('signed');
  const send = (requestId: string) =>
    endpoint.answer(new Params([['orderListId', '1']]), signerOf(requestId) as unknown as Signer);
  const first = await send('r-1');
  expect(first).toMatchObject({ listOrderStatus: 'ALL_DONE' });
  expect(await send('r-1')).toEqual(first);
  await expect(send('r-2')).rejects.toMatchObject({ code: 'orderClosed' });
});

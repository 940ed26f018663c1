import { expect, it } from 'vitest';
import { RuleError } from '../../../../domain/index.ts';
import { futuresOrders } from '../../../../server/edge/compat/futures/orders.ts';
import { Instruments } from '../../../../server/edge/compat/market/instruments.ts';
import { ApiError } from '../../../../server/edge/compat/protocol/apiError.ts';
import type { Signer } from '../../../../server/edge/compat/protocol/endpoint.ts';
import { Params } from '../../../../server/edge/compat/protocol/params.ts';
import { fakeMarket } from '../../../support/fakeSource.ts';

const market = { ...fakeMarket('BTC-USDT'), id: 'BTC-USDT-PERP', kind: 'perpetual' as const };
const instruments = new Instruments({ version: '', markets: () => [market] }, 'perpetual');
const stop = { price: '9', kind: 'stop', source: 'mark' };
/** Live orders: conditional ones that wait, one that has fired and rests, and a plain one. */
const rows = [
  { id: 1, status: 'waiting', trigger: stop },
  { id: 2, status: 'waiting', trigger: stop },
  { id: 3, status: 'waiting', trigger: stop },
  { id: 4, status: 'open', trigger: stop },
  { id: 5, status: 'open', trigger: null },
];

/** Cancels all conditional orders. @param refusals by order. @returns orders that were cancelled. */
async function cancelAll(refusals: Readonly<Record<number, RuleError>>): Promise<readonly number[]> {
  const cancelled: number[] = [];
  const call = async (name: string, { id = 0 }: { readonly id?: number }) => {
    if (name === 'perpetual.orders') return { rows, next: null };
    const refusal = refusals[id];
    if (refusal) throw refusal;
    cancelled.push(id);
    return {};
  };
  const signer = { key: { userId: 1 }, requestId: 'r', call } as unknown as Signer;
  const names = { keyOf: (text: string) => text };
  const deps = { instruments, names, now: () => 0 } as unknown as Parameters<typeof futuresOrders>[0];
  const endpoint = futuresOrders(deps, () => new ApiError(-1, ''))['DELETE /fapi/v1/algoOpenOrders'];
  if (endpoint?.security !== 'signed') throw new Error('no such path');
  await endpoint.answer(new Params([['symbol', 'BTCUSDT']]), signer);
  return cancelled;
}

it('ends all conditional orders that wait, and leaves those alone that have fired', async () => {
  expect(await cancelAll({})).toEqual([1, 2, 3]);
});

it('ends the others when one has fired or ended meanwhile', async () => {
  expect(await cancelAll({ 2: new RuleError('orderClosed') })).toEqual([1, 3]);
});

it('says so when they cannot be ended', async () => {
  await expect(cancelAll({ 2: new RuleError('marketPaused') })).rejects.toMatchObject({
    code: 'marketPaused',
  });
});

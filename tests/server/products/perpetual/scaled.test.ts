import { afterEach, expect, it } from 'vitest';
import { D, MOST_FUTURES_ORDERS } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, ScaledInput, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('scaled orders on perpetuals', (db) => {
  let x: Futures;
  const pair = perpetualPair('BTC');
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [pair], setup);
    await x.mark('100');
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  const long = (change: Partial<ScaledInput> = {}): ScaledInput => ({
    ...{ side: 'long', from: '95', to: '85', count: 5, quantity: '15' },
    ...change,
  });
  const live = async () =>
    (await x.orders(0)).filter(({ status }) => status === 'open' || status === 'partial');

  it('are placed together, with one number, and hold the margin of all', async () => {
    await open();
    const { orders } = await x.placeScaled(0, long({ shape: 'rising' }));
    expect(orders.map(({ price, quantity }) => [price, quantity])).toEqual([
      ['95', '1'],
      ['92.5', '2'],
      ['90', '3'],
      ['87.5', '4'],
      ['85', '5'],
    ]);
    expect(new Set(orders.map(({ scaled }) => scaled))).toEqual(new Set([orders[0]?.id]));
    const held = orders.reduce((sum, order) => sum.plus(order.held), new D(0));
    expect((await x.money(0))[1]).toBe(held.toFixed());
    expect(held.gt(0)).toBe(true);
  });
  it.each([
    [long({ quantity: '15000' }), 'insufficientBalance'],
    [long({ from: '95.0001' }), 'orderTick'],
    [long({ to: '94.99' }), 'scaledRange'],
    [long({ count: 21 }), 'scaledCount'],
    [long({ from: '101' }), 'orderWouldTake'],
    [long({ reduceOnly: true }), 'positionNone'],
  ] as const)('leave nothing behind that are refused: %o', async (request, code) => {
    await open();
    expect(await codeOf(x.placeScaled(0, request))).toBe(code);
    expect(await x.orders(0)).toEqual([]);
    expect(await x.money(0)).toEqual(['10000', '0']);
  });
  it('are refused beside a cross position where the last of them would be, placed one after another', async () => {
    await open({ funds: '1000' });
    await x.terms(0, { mode: 'cross', leverage: 10 });
    // 900 of the 995.5 that are left back it; what is held besides is missing there.
    await x.place(0, { side: 'long', quantity: '90' });
    expect(await codeOf(x.placeScaled(0, long({ quantity: '100' })))).toBe('insufficientBalance');
    expect((await x.money(0))[1]).toBe('0');
    const { orders } = await x.placeScaled(0, long({ from: '95', to: '91', quantity: '10' }));
    const held = orders.reduce((sum, order) => sum.plus(order.held), new D(0)).toFixed();
    expect(held).toBe((await x.money(0))[1]);
    expect(await codeOf(x.place(0, { side: 'long', quantity: '1', price: '91' }))).toBe(
      'insufficientBalance',
    );
    await x.pass(1_000);
    expect(x.position(0)?.quantity).toBe('90');
  });
  it('are refused as a whole when each could be afforded and all of them cannot', async () => {
    await open({ funds: '10' });
    await x.place(0, { side: 'long', quantity: '1', price: '90' });
    await x.cancel(0, (await live())[0]?.id ?? 0);
    const before = (await x.orders(0)).length;
    expect(await codeOf(x.placeScaled(0, long({ quantity: '7' })))).toBe('insufficientBalance');
    expect((await x.orders(0)).length).toBe(before);
    expect(await x.money(0)).toEqual(['10', '0']);
  });
  it('are refused as a whole when they would be too many', async () => {
    await open({ funds: '1000000' });
    const most = MOST_FUTURES_ORDERS;
    for (let count = 0; count + 20 <= most; count += 20)
      await x.placeScaled(0, long({ from: '95', to: '85', count: 20, quantity: '20' }));
    const left = most % 20;
    expect(await codeOf(x.placeScaled(0, long({ count: Math.max(2, left + 1) })))).toBe('ordersTooMany');
  });
  it('are placed once for each key', async () => {
    await open();
    const first = await x.placeScaled(0, long(), 'one-key-for-all');
    expect(await x.placeScaled(0, long(), 'one-key-for-all')).toEqual(first);
    expect(await live()).toHaveLength(5);
  });
  it('that only close are cut to the position, the newest first', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '5' });
    await x.placeScaled(0, {
      side: 'short',
      from: '105',
      to: '115',
      count: 3,
      quantity: '9',
      reduceOnly: true,
    });
    expect((await live()).map(({ quantity }) => quantity).sort()).toEqual(['2', '3']);
    expect((await x.orders(0)).filter(({ reason }) => reason === 'endedByReduction')).toHaveLength(2);
  });
  it('fill one by one as the price comes through them', async () => {
    await open();
    await x.placeScaled(0, long());
    x.source.trade(x.market, '91', '100', 'sell');
    await x.pass(0);
    expect(x.position(0)?.quantity).toBe('6');
    expect(await live()).toHaveLength(3);
  });
  it('are none when they cannot be written', async () => {
    await open();
    x.breakWhen((text) => text.includes('futures_write'));
    await expect(x.placeScaled(0, long(), 'again-with-one-key')).rejects.toThrow('the database is gone');
    x.breakWhen(undefined);
    expect(await x.orders(0)).toEqual([]);
    await x.placeScaled(0, long(), 'again-with-one-key');
    expect(await live()).toHaveLength(5);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('amending an order on a perpetual', (db) => {
  let x: Futures;
  const pairs = () => [perpetualPair()];
  const open = async (setup: Setup = {}, of = pairs()): Promise<void> => {
    x = await openFutures(db(), of, setup);
    await x.mark('100');
  };
  const rest = async (i: number, price: string, quantity: string, more = {}): Promise<number> =>
    (await x.place(i, { side: 'long', price, quantity, ...more })).order.id;
  /** Somebody sells where only users buy. */
  const sell = (i: number, quantity: string) => {
    x.source.setBook(x.market, { bids: [['90', '5']], asks: [['100.01', '5']] });
    return x.place(i, { side: 'short', price: '99', quantity, tif: 'IOC' });
  };
  const orderOf = async (i: number, id: number) => (await x.orders(i)).find((order) => order.id === id);
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  it('less of the same price keeps its place and gives back what it held for the rest', async () => {
    await open({ userCount: 3 });
    const first = await rest(0, '99', '4');
    const second = await rest(1, '99', '4');
    const [, before] = await x.money(0);
    const { order } = await x.amend(0, first, { quantity: '2' });
    expect(order).toMatchObject({ status: 'open', quantity: '2', price: '99', version: 2 });
    // Margin of 1/20 and the maker's fee of 2, of what was held for 4.
    expect([before, (await x.money(0))[1]]).toEqual(['19.8792', '9.9396']);
    await sell(2, '3');
    expect(await orderOf(0, first)).toMatchObject({ status: 'filled', filled: '2' });
    expect(await orderOf(1, second)).toMatchObject({ status: 'partial', filled: '1' });
  });
  it('more of it goes to the end of the queue, and holds what it needs then', async () => {
    await open({ userCount: 3 });
    const first = await rest(0, '99', '1');
    const second = await rest(1, '99', '1');
    await x.amend(0, first, { quantity: '2' });
    expect((await x.money(0))[1]).toBe('9.9396');
    await sell(2, '1');
    expect([(await orderOf(0, first))?.filled, (await orderOf(1, second))?.filled]).toEqual(['0', '1']);
    // Again and back: each place has a hold of its own.
    await x.amend(0, first, { price: '98' });
    await x.amend(0, first, { price: '99' });
    expect((await x.money(0))[1]).toBe('9.9396');
    await x.cancel(0, first);
    expect((await x.money(0))[1]).toBe('0');
  });
  it('at another price it trades at once what it can, as a new order would', async () => {
    await open();
    const id = await rest(0, '99', '3');
    x.source.setBook(x.market, { bids: [['99.99', '5']], asks: [['100.01', '2']] });
    const { order, fills, position } = await x.amend(0, id, { price: '100.01' });
    expect(order).toMatchObject({ id, status: 'partial', filled: '2', quantity: '3', price: '100.01' });
    expect(fills).toMatchObject([{ price: '100.01', quantity: '2', role: 'taker' }]);
    expect(position).toMatchObject({ side: 'long', quantity: '2' });
    // What has traded stays traded.
    expect(await codeOf(x.amend(0, id, { quantity: '2' }))).toBe('amountInvalid');
    expect((await x.amend(0, id, { quantity: '2.5' })).order).toMatchObject({ status: 'partial' });
  });
  it('a stop that waits gets another price, size and trigger, and acts by them', async () => {
    await open();
    const trigger = { price: '105', source: 'last', kind: 'stop' } as const;
    const { order } = await x.place(0, { side: 'long', quantity: '1', trigger });
    const changed = await x.amend(0, order.id, { triggerPrice: '110', quantity: '2' });
    expect(changed.order).toMatchObject({ status: 'waiting', quantity: '2', trigger: { price: '110' } });
    expect((await x.money(0))[1]).toBe('0');
    await x.mark('106');
    expect(x.position(0)).toBeUndefined();
    await x.mark('110');
    expect(x.position(0)).toMatchObject({ side: 'long', quantity: '2' });
  });
  it('a stop that met nobody waits for its new price', async () => {
    await open();
    const trigger = { price: '105', source: 'last', kind: 'stop' } as const;
    const { order } = await x.place(0, { side: 'long', quantity: '1', trigger });
    x.source.setBook(x.market, { bids: [['104', '5']], asks: [] });
    await x.mark('105', { depth: null });
    expect(await orderOf(0, order.id)).toMatchObject({ status: 'waiting', reason: 'noLiquidity' });
    await x.amend(0, order.id, { triggerPrice: '110' });
    await x.mark('106');
    expect(await orderOf(0, order.id)).toMatchObject({ status: 'waiting', reason: null });
  });
  it('what only closes is cut to the position, and the newest of several gives way', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '3' });
    const first = (await x.close(0, { type: 'limit', price: '105', quantity: '2' })).order.id;
    const second = (await x.close(0, { type: 'limit', price: '106', quantity: '1' })).order.id;
    expect((await x.amend(0, first, { quantity: '5' })).order).toMatchObject({ quantity: '2' });
    expect((await x.amend(0, second, { price: '104' })).order).toMatchObject({
      status: 'open',
      quantity: '1',
    });
  });
  it('survives a restart with its new place', async () => {
    const of = pairs();
    await open({ userCount: 3 }, of);
    const first = await rest(0, '99', '1');
    const second = await rest(1, '99', '1');
    await x.amend(0, first, { quantity: '2' });
    await x.stop();
    await open({ users: x.users }, of);
    const next = await rest(2, '98', '1');
    expect(next).toBeGreaterThan(second);
    await sell(2, '1');
    expect([(await orderOf(0, first))?.filled, (await orderOf(1, second))?.filled]).toEqual(['0', '1']);
  });

  describe('is refused, and leaves everything as it was,', () => {
    const kept = async (id: number, change: object): Promise<unknown> => {
      const before = [await orderOf(0, id), await x.money(0)];
      const code = await codeOf(x.amend(0, id, change));
      expect([await orderOf(0, id), await x.money(0)]).toEqual(before);
      return code;
    };
    it('where a new order would be', async () => {
      await open({ funds: '100' });
      const id = await rest(0, '99', '10', { postOnly: true, stopLoss: '95' });
      expect(await kept(id, { price: '99.001' })).toBe('orderTick');
      expect(await kept(id, { quantity: '1.0001' })).toBe('orderLot');
      expect(await kept(id, { quantity: '0' })).toBe('amountZero');
      expect(await kept(id, { quantity: '20.3' })).toBe('insufficientBalance');
      expect(await kept(id, { price: '100.01' })).toBe('orderWouldTake');
      expect(await kept(id, { price: '94' })).toBe('stopLossAboveOpen');
      expect(await kept(id, { triggerPrice: '94' })).toBe('orderTriggered');
      // What it holds is its own to use: all but nothing of a hundred.
      expect((await x.amend(0, id, { quantity: '20' })).order.status).toBe('open');
    });
    it('for a stop that the price has passed, or that has no price of its own', async () => {
      await open();
      const trigger = { price: '105', source: 'mark', kind: 'stop' } as const;
      const { order } = await x.place(0, { side: 'long', quantity: '1', trigger });
      expect(await kept(order.id, { triggerPrice: '99' })).toBe('triggerPassed');
      expect(await kept(order.id, { price: '99' })).toBe('priceInvalid');
    });
    it('when it has ended, is a guard, is not theirs, or nothing is traded', async () => {
      await open();
      const id = await rest(0, '99', '1');
      expect(await codeOf(x.amend(1, id, { quantity: '0.5' }))).toBe('notFound');
      await x.place(0, { side: 'long', quantity: '1' });
      const [guard] = await x.protect(0, { stopLoss: { by: 'price', value: '90', source: 'last' } });
      expect(await kept(guard?.id ?? 0, { triggerPrice: '91' })).toBe('notFound');
      x.source.setStatus(x.market, 'closed');
      expect(await kept(id, { quantity: '0.5' })).toBe('marketClosed');
      x.source.setStatus(x.market, 'open');
      await x.mark('100');
      await x.cancel(0, id);
      expect(await kept(id, { quantity: '0.5' })).toBe('orderClosed');
    });
    it('while its position is being liquidated', async () => {
      await open({ funds: '40' });
      await x.place(0, { side: 'long', quantity: '5' });
      const trigger = { price: '200', source: 'last', kind: 'stop' } as const;
      const { order } = await x.place(0, { side: 'long', quantity: '1', trigger });
      x.breakWhen((text) => text.includes('futures_write'));
      await x.mark('93');
      x.breakWhen(undefined);
      x.logged.length = 0;
      expect(await kept(order.id, { quantity: '2' })).toBe('positionLiquidating');
    });
  });
  it('a guard that has fired and rests is amended as the order that it has become', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    const [guard] = await x.protect(0, {
      takeProfit: { by: 'price', value: '110', source: 'last', limit: '112' },
    });
    const id = guard?.id ?? 0;
    await x.mark('110');
    expect(await orderOf(0, id)).toMatchObject({ status: 'open', price: '112' });
    const request = { by: 'price', value: '115', source: 'last' } as const;
    expect(await codeOf(x.amendGuard(0, { id, guard: request }))).toBe('orderTriggered');
    expect((await x.amend(0, id, { price: '111' })).order).toMatchObject({ status: 'open', price: '111' });
    await x.mark('112');
    expect(x.position(0)).toBeUndefined();
  });
});

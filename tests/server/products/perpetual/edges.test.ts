import { afterEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('at the edges of what is allowed', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()], setup);
    await x.mark('100', { depth: '100000' });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  describe('a tier', () => {
    it('ends below its cap: the last lot that fits is taken, one more is not', async () => {
      await open({ funds: '100000' });
      // Fifty times is for values below 10,000; an order at 100 of 99.999 is worth 9,999.9.
      await x.terms(0, { leverage: 50 });
      const at = { side: 'long', price: '100' } as const;
      expect(await codeOf(x.place(0, { ...at, quantity: '100' }))).toBe('leverageTooHigh');
      const { order } = await x.place(0, { ...at, quantity: '99.999' });
      expect(order.status).toBe('open');
    });
    it('bounds leverage of what is open by its value at mark', async () => {
      await open({ funds: '100000' });
      await x.place(0, { side: 'long', quantity: '120' });
      // 12,000 are in the second tier, with 25 times at most.
      expect(await codeOf(x.terms(0, { leverage: 26 }))).toBe('leverageTooHigh');
      expect((await x.terms(0, { leverage: 25 })).position?.leverage).toBe(25);
    });
    it('that the mark has moved a position into keeps it as it is', async () => {
      await open({ funds: '100000' });
      await x.terms(0, { leverage: 50 });
      await x.place(0, { side: 'long', quantity: '90' });
      await x.mark('120', { depth: '100000' });
      expect(x.position(0)).toMatchObject({ leverage: 50, quantity: '90' });
      expect(await codeOf(x.place(0, { side: 'long', quantity: '1' }))).toBe('leverageTooHigh');
      expect((await x.close(0, { quantity: '1' })).position?.quantity).toBe('89');
    });
  });

  it('lets a market that only closes positions open none, and ends orders that could', async () => {
    await open({ funds: '100000' });
    const { market: id } = x;
    await x.place(0, { side: 'long', quantity: '2' });
    await x.protect(0, { stopLoss: { by: 'price', value: '80', source: 'mark' } });
    const resting = await x.place(0, { side: 'long', quantity: '1', price: '99' });
    const closing = await x.place(0, { side: 'short', quantity: '1', price: '103', reduceOnly: true });
    const entry = { price: '90', source: 'last', kind: 'stop' } as const;
    const waiting = await x.place(1, { side: 'short', quantity: '1', trigger: entry });
    x.source.setStatus(id, 'reduceOnly');
    await x.mark('98');
    // It was passed before the next look, and has not filled.
    expect(x.position(0)?.quantity).toBe('2');
    await x.pass(1_000);
    const all = [...(await x.orders(0)), ...(await x.orders(1))];
    const seen = (wanted: number) => all.find((order) => order.id === wanted);
    const ended = { status: 'cancelled', reason: 'marketReduceOnly' };
    expect(seen(resting.order.id)).toMatchObject(ended);
    expect(seen(waiting.order.id)).toMatchObject(ended);
    expect(seen(closing.order.id)?.status).toBe('open');
    expect(await codeOf(x.place(0, { side: 'short', quantity: '1' }))).toBe('marketReduceOnly');
    expect((await x.close(0, { quantity: '0.5' })).position?.quantity).toBe('1.5');
    await x.mark('79');
    expect(x.position(0)).toBeUndefined();
  });
  it('fires and liquidates nothing while a market is paused, and goes on with the first price after it', async () => {
    await open({ funds: '100' });
    await x.terms(0, { leverage: 50 });
    await x.place(0, { side: 'long', quantity: '40' });
    await x.protect(0, { stopLoss: { by: 'price', value: '99', source: 'mark' } });
    x.source.setStatus(x.market, 'cancelOnly');
    await x.mark('50');
    expect(x.position(0)?.quantity).toBe('40');
    expect(await codeOf(x.place(0, { side: 'short', quantity: '1' }))).toBe('marketPaused');
    x.source.setStatus(x.market, 'open');
    await x.mark('100.1');
    expect(x.position(0)?.quantity).toBe('40');
    await x.mark('98.9');
    expect(x.position(0)).toBeUndefined();
  });

  describe('what only closes', () => {
    it('waits as a stop without a position, and ends when its price comes and there is none', async () => {
      await open();
      const trigger = { price: '95', source: 'last', kind: 'stop' } as const;
      const { order } = await x.place(0, { side: 'short', quantity: '1', reduceOnly: true, trigger });
      await x.mark('94');
      expect((await x.orders(0)).find(({ id }) => id === order.id)).toMatchObject({
        status: 'cancelled',
        reason: 'positionNone',
      });
      expect(x.position(0)).toBeUndefined();
    });
    it('never turns a position over, however much it asks for', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2' });
      const { order, position } = await x.place(0, { side: 'short', quantity: '9', reduceOnly: true });
      expect(order).toMatchObject({ status: 'filled', filled: '2', quantity: '2' });
      expect(position).toBeNull();
    });
  });

  describe('an account that is frozen', () => {
    it('opens nothing; what would open is revoked, what protects it stays', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2' });
      const opening = (await x.place(0, { side: 'long', price: '90', quantity: '1' })).order.id;
      const closing = (await x.close(0, { type: 'limit', price: '120', quantity: '1' })).order.id;
      await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
      await db().query('update app_user set frozen_at = 1 where id = $1', [x.users[0]]);
      expect(await codeOf(x.place(0, { side: 'long', quantity: '1' }))).toBe('accountFrozen');
      expect(await codeOf(x.amend(0, closing, { price: '121' }))).toBe('accountFrozen');
      await x.pass(2_000);
      const orderOf = async (id: number) => (await x.orders(0)).find((order) => order.id === id);
      await expect.poll(async () => (await orderOf(opening))?.reason).toBe('accountFrozen');
      expect((await orderOf(opening))?.status).toBe('cancelled');
      expect((await orderOf(closing))?.status).toBe('open');
      await x.mark('94');
      expect(x.position(0)).toBeUndefined();
    });
    it('is liquidated like any other', async () => {
      await open({ funds: '100' });
      await x.place(0, { side: 'long', quantity: '10' });
      await db().query('update app_user set frozen_at = 1 where id = $1', [x.users[0]]);
      await x.mark('91');
      expect(x.position(0)).toBeUndefined();
    });
  });

  describe('turning over', () => {
    it('is refused where the other side would not be covered, and leaves the position', async () => {
      await open({ funds: '102' });
      await x.place(0, { side: 'long', quantity: '20' });
      await x.mark('98');
      expect(await codeOf(x.reverse(0))).toBe('insufficientBalance');
      expect(x.position(0)).toMatchObject({ side: 'long', quantity: '20' });
    });
    it('and closing are none without a position', async () => {
      await open();
      expect(await codeOf(x.reverse(0))).toBe('positionNone');
      expect(await codeOf(x.close(0))).toBe('positionNone');
    });
  });
});

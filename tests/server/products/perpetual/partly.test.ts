import { afterEach, describe, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('orders that have filled partly', (db) => {
  let x: Futures;
  const openLong = async (quantity: Dec): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()]);
    await x.mark('100', { depth: '100000' });
    await x.place(0, { side: 'long', quantity });
  };
  const nobody = (): void => x.source.setBook(x.market, { bids: [], asks: [] });
  const take = (quantity: Dec, price: Dec) => x.place(1, { side: 'long', quantity, price, tif: 'IOC' });
  const seen = async (id: number) => {
    const order = (await x.orders(0)).find((each) => each.id === id);
    return order && [order.status, order.quantity, order.filled, order.reason];
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  describe('and one taker sweeps a closing order behind another of the same user', () => {
    const sweep = async (open: Dec, behind: Dec, taken: Dec) => {
      await openLong(open);
      nobody();
      await x.place(0, { side: 'short', quantity: '1', price: '101' });
      const { order } = await x.place(0, {
        ...{ side: 'short', quantity: behind, price: '102', reduceOnly: true },
      });
      const { order: taker } = await take(taken, '102');
      return { id: order.id, taken: taker.filled };
    };
    it('leaves in the book what is left of it, and no more can be taken', async () => {
      // 1 of the 2.5 is closed at 101: the 2 at 102 are cut to 1.5, of which 1 trades.
      const { id, taken } = await sweep('2.5', '2', '2');
      expect(taken).toBe('2');
      expect(await seen(id)).toEqual(['partial', '1.5', '1', 'endedByReduction']);
      expect(x.engine.book(x.market)?.asks).toEqual([['102', '0.5']]);
      // With a larger position it could close more than it says.
      await x.place(0, { side: 'long', quantity: '3', price: '90' });
      await x.place(1, { side: 'short', quantity: '3', price: '90', tif: 'IOC' });
      expect((await take('5', '102')).order.filled).toBe('0.5');
      expect(await seen(id)).toEqual(['filled', '1.5', '1.5', 'endedByReduction']);
      expect(x.position(0)?.quantity).toBe('3');
    });
    it('cuts it to the position where it was matched for more, and takes the rest from others', async () => {
      const { id, taken } = await sweep('1.5', '1.5', '2.5');
      expect(taken).toBe('1.5');
      expect(await seen(id)).toEqual(['filled', '0.5', '0.5', 'endedByReduction']);
      expect(x.position(0)).toBeUndefined();
      expect(x.engine.book(x.market)?.asks).toEqual([]);
    });
    it.each(['1', '0.5'])('ends it with the position, where %s of it was matched', async (taken) => {
      const { id } = await sweep('1', '1', `${1 + Number(taken)}`);
      expect(await seen(id)).toEqual([
        'cancelled',
        '1',
        '0',
        taken === '1' ? 'endedByReduction' : 'endedWithPosition',
      ]);
      expect(x.position(0)).toBeUndefined();
    });
  });

  describe('and guard a part, when their part is changed', () => {
    const at = (value: Dec) => ({ by: 'price', value, source: 'last' }) as const;
    /** 3 of a part of 5 are closed at 94, and 2 wait for somebody; 3 are open. */
    const guard = async (): Promise<number> => {
      await openLong('6');
      await x.protect(0, { quantity: '5', stopLoss: at('95') });
      x.source.setBook(x.market, { bids: [['94', '3']], asks: [] });
      await x.mark('94', { depth: null });
      nobody();
      const id = (await x.orders(0)).find(({ group }) => group !== null)?.id ?? 0;
      expect(await seen(id)).toEqual(['waiting', '5', '3', 'noLiquidity']);
      return id;
    };
    it('refuse to be less than what they have closed, or more than is open besides', async () => {
      const id = await guard();
      for (const quantity of ['2', '3', '6.001'])
        expect(await codeOf(x.amendGuard(0, { id, quantity, guard: at('93') }))).toBe('amountInvalid');
      expect(await seen(id)).toEqual(['waiting', '5', '3', 'noLiquidity']);
    });
    it('close what is left of it by the new size, all that is open at most', async () => {
      const id = await guard();
      await x.amendGuard(0, { id, quantity: '6', guard: at('93') });
      await x.mark('92.5');
      expect(await seen(id)).toEqual(['filled', '6', '6', null]);
      expect(x.position(0)).toBeUndefined();
    });
  });
});

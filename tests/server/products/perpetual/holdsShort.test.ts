import { afterEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

withDatabase('an order that opens more than its hold was for', (db) => {
  let x: Futures;
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  const ordersOf = async (i: number) =>
    (await x.orders(i)).map(({ side, status, filled, reason, held }) => [side, status, filled, reason, held]);
  /**
   * 200 are offered at 110 while 100 are open on the other side, which are closed otherwise then: what is put aside is for
   * 100. All else is put aside for a bid, but for less than 100 more need.
   */
  const offer = async (mode: 'isolated' | 'cross'): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()]);
    await x.mark('100', { depth: '100000' });
    await x.terms(0, { mode, leverage: 10 });
    await x.place(0, { side: 'long', quantity: '100' });
    await x.place(0, { side: 'short', quantity: '200', price: '110' });
    await x.close(0);
    await x.place(0, { side: 'long', quantity: '850', price: '99' });
    expect(await x.money(0)).toEqual(['9988', '9534.03']);
    expect((await ordersOf(0)).map(([, , , , held]) => held)).toEqual(['8431.83', '0', '1102.2', '0']);
  };
  const nobody = (): void => x.source.setBook(x.market, { bids: [], asks: [] });

  describe.each(['isolated', 'cross'] as const)('in an %s account', (mode) => {
    it('trades what it can pay with its whole hold, and does not stand in its taker’s way', async () => {
      await offer(mode);
      nobody();
      const taken = await x.place(1, { side: 'long', quantity: '100', price: '110', tif: 'IOC' });
      expect(taken.order).toMatchObject({ status: 'filled', filled: '100' });
      // 9 988 less the fee of 2.2, the bid's 8 431.83 and the margin of 1 100 are left for the rest.
      expect(await ordersOf(0)).toContainEqual(['sell', 'partial', '100', null, '453.97']);
      expect(x.position(0)).toMatchObject({ side: 'short', quantity: '100' });
      const rest = await x.place(1, { side: 'long', quantity: '100', price: '110', tif: 'IOC' });
      expect(rest.order).toMatchObject({ status: 'expired', filled: '0' });
      expect(await ordersOf(0)).toContainEqual(['sell', 'cancelled', '100', 'insufficientBalance', '0']);
    });

    it('trades the same with the venue, and what others have in its way trades too', async () => {
      await offer(mode);
      await x.place(1, { side: 'short', quantity: '5', price: '109' });
      x.source.trade(x.market, '110', '100');
      await x.pass(250);
      expect(await ordersOf(1)).toEqual([['sell', 'filled', '5', null, '0']]);
      expect(await ordersOf(0)).toContainEqual(['sell', 'partial', '100', null, '453.97']);
    });
  });
});

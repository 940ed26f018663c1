import { afterEach, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('an order whose makers can trade no more', (db) => {
  let x: Futures;
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    await x.stop();
  });
  /** 10 are offered at 106 by somebody whose money another market has taken, and enough by the venue at 110. */
  const open = async (mode: 'isolated' | 'cross'): Promise<void> => {
    const pairs = [perpetualPair(), perpetualPair()];
    x = await openFutures(db(), pairs, { funds: '1070' });
    const [a = '', b = ''] = pairs.map(([, { id }]) => id);
    await x.mark('100', { id: a });
    await x.mark('100', { id: b });
    await x.place(1, { side: 'short', quantity: '10', price: '106' });
    await x.place(1, { side: 'long', quantity: '190', market: b });
    await x.mark('99', { id: b });
    await x.terms(0, { mode, leverage: 1 });
    x.source.setBook(a, { bids: [], asks: [['110', '100']] });
  };
  it.each(['isolated', 'cross'] as const)(
    'does not open what an %s account cannot pay at the prices behind them',
    async (mode) => {
      await open(mode);
      const order = { side: 'long', quantity: '10', price: '110' } as const;
      expect(await codeOf(x.place(0, { ...order, tif: 'GTC' }))).toBe('insufficientBalance');
      expect((await x.place(0, { ...order, tif: 'IOC' })).order).toMatchObject({
        status: 'expired',
        filled: '0',
      });
      expect(x.position(0)).toBeUndefined();
      expect((await x.place(0, { ...order, quantity: '9.7' })).order.status).toBe('filled');
    },
  );
  it('goes on where the account can pay them', async () => {
    await open('cross');
    await x.place(0, { side: 'long', quantity: '9.7', price: '110' });
    expect(x.position(0)).toMatchObject({ quantity: '9.7', cost: '1067' });
    expect((await x.orders(1))[1]).toMatchObject({ status: 'cancelled', reason: 'insufficientBalance' });
  });
});

import { expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';
import { provedSpotOf } from '../../../support/spotProof.ts';

withDatabase('spot where orders meet what they did not see', (db) => {
  const withSpot = provedSpotOf(db);
  const steps = { lot: '0.001', tick: '0.01' } as const;

  it('a print fills the orders that still stand where the exit of the first takes another out of its way', () =>
    withSpot(async (spot) => {
      const guards = { takeProfit: '9.4', stopLoss: '5' };
      const entry = await spot.place(0, { side: 'buy', price: '9', quantity: '1', ...guards });
      const own = await spot.place(0, { side: 'buy', price: '9.5', quantity: '1' });
      const others = await spot.place(1, { side: 'buy', price: '9.4', quantity: '2' });
      await spot.print('8.9', '1', 'sell');
      const states = [entry, own, others].map(async ({ order }) => spot.order(order.id));
      // The exit sells 0.9992 to the other user, down to the lot; the print fills the rest of that order.
      expect((await Promise.all(states)).map(({ status, filled }) => [status, filled])).toEqual([
        ['filled', '1'],
        ['cancelled', '0'],
        ['filled', '2'],
      ]);
    }, steps));

  it('a market order spends what it may, also where the house has nothing behind what the venue shows', () =>
    withSpot(
      async (spot) => {
        const spend = (total: string) => spot.place(0, { side: 'buy', type: 'market', tif: 'IOC', total });
        await spot.book([], [['10', '50']]);
        expect(await codeOf(spend('100'))).toBe('noLiquidity');
        await spot.place(1, { side: 'sell', price: '10.4', quantity: '50' });
        // At 10 it would be 10, which cost 104.
        const { order } = await spend('100');
        expect(order).toMatchObject({ status: 'filled', filled: '9.615', filledTotal: '99.996' });
        expect((await spot.money(0, spot.market.quote))[0]).toBe('900.004');
        const all = { side: 'buy', type: 'market', tif: 'IOC', quantity: '90' } as const;
        expect(await codeOf(spot.place(0, all))).toBeUndefined();
        expect((await spot.money(1, spot.market.base))[0]).toBe('950');
      },
      { ...steps, isAlone: true },
    ));
});

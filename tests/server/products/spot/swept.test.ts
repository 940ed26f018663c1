import { expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import { provedSpotOf } from '../../../support/spotProof.ts';

withDatabase('a print that reaches several orders of one person', (db) => {
  const withSpot = provedSpotOf(db);

  it('fills those that still stand where the exit of the first takes another out of its way', () =>
    withSpot(
      async (spot) => {
        const guards = { takeProfit: '9.4', stopLoss: '5' };
        const entry = await spot.place(0, { side: 'buy', price: '9', quantity: '1', ...guards });
        const own = await spot.place(0, { side: 'buy', price: '9.5', quantity: '1' });
        const others = await spot.place(1, { side: 'buy', price: '9.4', quantity: '2' });
        await spot.print('8.9', '1', 'sell');
        const states = [entry, own, others].map(async ({ order }) => spot.order(order.id));
        // The exit sells 0.9992 to the other person, down to the lot; the print fills the rest of that order.
        expect((await Promise.all(states)).map(({ status, filled }) => [status, filled])).toEqual([
          ['filled', '1'],
          ['cancelled', '0'],
          ['filled', '2'],
        ]);
      },
      { lot: '0.001', tick: '0.01' },
    ));
});

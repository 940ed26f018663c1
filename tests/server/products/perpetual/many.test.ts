import { expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import { openFutures, perpetualPair } from '../../../support/perpetual.ts';

withDatabase('a user of many orders', (db) => {
  it('has all of them in the state with which a page begins', async () => {
    const pairs = [perpetualPair(), perpetualPair(), perpetualPair()];
    const x = await openFutures(db(), pairs, { userCount: 1, funds: '1000000' });
    const placed: number[] = [];
    for (const [, { id: market }] of pairs) {
      await x.mark('100', { id: market });
      for (let count = 0; count < 180; count += 20) {
        const { orders } = await x.placeScaled(0, {
          ...{ market, side: 'long', from: '60', to: '50', count: 20, quantity: '20' },
        });
        placed.push(...orders.map(({ id }) => id));
      }
    }
    const { orders } = await x.state(0);
    expect(orders.map(({ id }) => id)).toEqual(placed.toReversed());
    await x.stop();
  });
});

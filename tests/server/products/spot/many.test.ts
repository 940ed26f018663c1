import { expect, it } from 'vitest';
import { privateState } from '../../../../server/host/privateState.ts';
import { withDatabase } from '../../../support/databases.ts';
import { newMarket, openSpot } from '../../../support/spot.ts';

withDatabase('a user of many spot orders', (db) => {
  it('has all that are live in the state with which a page begins', async () => {
    const market = newMarket();
    const spot = await openSpot(db(), market, { userCount: 1 });
    const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '1' });
    // As in other markets: the limit of open orders is that of one.
    await db().query(
      `insert into spot_order
         select (jsonb_populate_record(o, jsonb_build_object('id', o.id + n, 'rank', o.id + n, 'client_id', 'copy-' || n,
           'market', 'MANY' || n % 4 || '-USDT'))).*
         from spot_order o, generate_series(1, 620) n where o.id = $1`,
      [order.id],
    );
    const { orders } = await privateState(db(), spot.users[0] ?? 0);
    expect(orders.map(({ id }) => id)).toEqual(Array.from({ length: 621 }, (_, n) => order.id + 620 - n));
    await db().query("delete from spot_order where market like 'MANY%'");
    await spot.cancelAll(0);
    spot.close();
  });
});

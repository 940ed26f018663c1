import { afterEach, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Spot } from '../../../support/spot.ts';
import { flawsOf, newMarket, openSpot } from '../../../support/spot.ts';

withDatabase('spot while something fails', (db) => {
  let spot: Spot;
  const open = async (more: Partial<Market> = {}): Promise<void> => {
    spot = await openSpot(db(), newMarket(more, 'USDT'), { userCount: 3 });
    await spot.tick('10');
  };
  afterEach(async () => {
    await spot.settled();
    const { orderBook, stored } = await spot.live();
    expect(orderBook).toEqual(stored);
    expect(await flawsOf(db(), spot.market)).toEqual([]);
    spot.close();
  });

  const fails = {
    'its booking': (text: string) => text.includes('spot_write') || text.includes('turn_append'),
    everything: () => true,
  };
  const stop = { side: 'sell', quantity: '1', stopPrice: '9' } as const;

  it.each(
    Object.entries(fails).flatMap(([name, fits]) =>
      (['stopLimit', 'stopMarket'] as const).map((type) => [type, name, fits] as const),
    ),
  )('triggers a %s that a price has touched while %s failed', async (type, _, fits) => {
    await open();
    await spot.book([['8.9', '5']], []);
    const price = type === 'stopLimit' ? { price: '8.8' } : {};
    const { order } = await spot.place(0, { ...stop, ...price, type });
    const other = await spot.place(0, { ...stop, ...price, type, stopPrice: '7' });
    spot.breakWhen(fits);
    await spot.tick('9');
    await spot.print('8.95', '0.001', 'sell');
    spot.breakWhen(undefined);
    await spot.tick('10');
    expect(await spot.order(order.id)).toMatchObject({ status: 'filled', filled: '1' });
    expect(await spot.order(other.order.id)).toMatchObject({ status: 'waiting' });
  });

  it('triggers no stop that was taken back after a price had touched it', async () => {
    await open();
    const { order } = await spot.place(0, { ...stop, type: 'stopLimit', price: '8.8' });
    spot.breakWhen(fails['its booking']);
    await spot.tick('9');
    spot.breakWhen(undefined);
    await spot.cancel(0, order.id);
    await spot.tick('10');
    expect(await spot.order(order.id)).toMatchObject({ status: 'cancelled', version: 2 });
  });

  it('triggers a stop whose transaction fails by another command', async () => {
    await open();
    const { order } = await spot.place(0, { ...stop, type: 'stopLimit', price: '8.8' });
    const spoilt = spot.engine.run({
      markets: [spot.market.id],
      decide: (batch) => {
        const { entries, orderBook } = batch.context(spot.market.id);
        for (const each of orderBook.orders.values()) entries.touch(each);
        throw new Error('spoilt');
      },
    });
    const failed = expect(spoilt).rejects.toThrow('spoilt');
    await spot.tick('9');
    await failed;
    expect(await spot.order(order.id)).toMatchObject({ status: 'open' });
  });
});

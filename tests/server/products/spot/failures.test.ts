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
    for (const user of spot.users.keys()) await spot.cancelAll(user);
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

  it('triggers a stop by a price that its source publishes as it is first watched', async () => {
    await open();
    await spot.book([['8.9', '5']], []);
    const { order } = await spot.place(0, { ...stop, type: 'stopMarket' });
    const { watch } = spot.source;
    await spot.restart(() => {
      spot.source.watch = (id) => {
        spot.source.trade(id, '9', '0.001', 'sell');
        return watch(id);
      };
    });
    await spot.settled();
    expect(await spot.order(order.id)).toMatchObject({ status: 'filled', filled: '1' });
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

  /** The next statement that fits fails. */
  const lose = (fits: (text: string) => boolean): void => {
    let isLost = false;
    spot.breakWhen((text) => {
      const isBroken = !isLost && fits(text);
      isLost ||= isBroken;
      return isBroken;
    });
  };
  /** The next transaction is committed, and nobody learns of it. */
  const loseAnswer = (): void => lose((text) => text === 'committed');

  const events = {
    'a print': () => spot.print('9', '2', 'sell'),
    'a print through its price': () => spot.print('8.9', '2', 'sell'),
    'a crossed level': () => spot.book([], [['8.9', '2']]),
  };
  it.each(
    Object.entries(events).flatMap(([name, happens]) => [
      { name, happens, loses: 'its answer', fits: (text: string) => text === 'committed' },
      { name, happens, loses: 'its booking', fits: fails['its booking'] },
    ]),
  )('fills an order once by $name whose transaction loses $loses', async ({ name, happens, fits }) => {
    await open();
    const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '5' });
    lose(fits);
    const beside = spot.place(1, { side: 'buy', price: '8', quantity: '1' });
    await happens();
    await beside;
    spot.breakWhen(undefined);
    const filled = name === 'a print through its price' ? '5' : '2';
    expect(await spot.order(order.id)).toMatchObject({ filled });
    expect((await db().query('select 1 from spot_fill where order_id = $1', [order.id])).length).toBe(1);
  });

  it('watches a market and shows its book though the answer of its first order was lost', async () => {
    await open();
    const { id } = spot.market;
    await spot.book([['9', '3']], []);
    const seen: unknown[] = [];
    spot.engine.onBook((market) => void seen.push([market, spot.engine.book(market)?.bids]));
    const isLost = spot.engine.deps.db.log === undefined;
    const key = 'placed-without-an-answer';
    loseAnswer();
    const placed = spot.place(0, { side: 'buy', price: '9', quantity: '5' }, key);
    if (isLost) await expect(placed).rejects.toThrow('gone');
    await placed.catch(() => undefined);
    expect(seen).toEqual([[id, [['9', '8']]]]);
    expect(spot.source.audience.isWatched(id)).toBe(true);
    expect(spot.published).toContain(`user:${spot.users[0]}`);
    // Three stand ahead of it.
    await spot.print('9', '4', 'sell');
    const { order } = await spot.place(0, { side: 'buy', price: '9', quantity: '5' }, key);
    expect(await spot.order(order.id)).toMatchObject({ filled: '1' });
  });

  it('gives from the house what it has, also where the first batch of a market fails before it reaches the book', async () => {
    await open();
    await spot.book([], [['10', '5']]);
    const buys = () => spot.place(0, { side: 'buy', price: '10', quantity: '2' });
    lose((text) => text.includes('spot_read'));
    await buys().catch(() => undefined);
    spot.breakWhen(undefined);
    expect(await buys()).toMatchObject({ order: { status: 'filled' } });
  });

  it('fills and cancels orders of a market that was not listed at the start, once it is', async () => {
    await open();
    const { market, source, clock } = spot;
    const rests = (price: string) => spot.place(0, { side: 'buy', price, quantity: '1' });
    const [first, second, third] = [await rests('9'), await rests('8'), await rests('7')];
    const all = source.markets();
    const list = (markets: readonly Market[]): void => void Object.assign(source, { markets: () => markets });
    await spot.restart(() => list([]));
    expect(await spot.cancel(0, third.order.id)).toMatchObject({ order: { status: 'cancelled' } });
    list(all);
    await clock.advance(250);
    await spot.settled();
    expect(source.audience.isWatched(market.id)).toBe(true);
    await spot.print('8.5', '1', 'sell');
    expect(await spot.order(first.order.id)).toMatchObject({ status: 'filled' });
    expect(await spot.cancel(0, second.order.id)).toMatchObject({ order: { status: 'cancelled' } });
  });
});

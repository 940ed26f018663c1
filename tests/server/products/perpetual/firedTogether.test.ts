import { afterEach, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';

withDatabase('stops that one price fires together', (db) => {
  let x: Futures;
  const stop = (price: Dec) => ({ kind: 'stop', price, source: 'last' }) as const;
  const at = (value: Dec) => ({ by: 'price', value, source: 'last' }) as const;
  const ordersOf = async (i: number) =>
    (await x.orders(i)).map(({ side, status, filled, reason }) => [side, status, filled, reason]);
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    await x.stop();
  });

  it('keeps what a stop has traded when the money for its rest is not there, and fires the others', async () => {
    x = await openFutures(db(), [perpetualPair()], { funds: '1100' });
    await x.mark('100', { depth: '100000' });
    await x.terms(0, { mode: 'isolated', leverage: 1 });
    await x.place(0, { side: 'long', quantity: '10' });
    await x.place(1, { side: 'long', quantity: '5' });
    // What closing its 10 brings back would pay for the 10 behind them, and is not there before.
    await x.place(0, { side: 'short', quantity: '20', price: '95', trigger: stop('95') });
    await x.protect(1, { stopLoss: at('95') });
    x.source.setBook(x.market, {
      bids: [
        ['95', '7'],
        ['94', '100'],
      ],
      asks: [],
    });
    await x.mark('94.9', { depth: null });
    expect(await ordersOf(0)).toContainEqual(['sell', 'cancelled', '7', 'insufficientBalance']);
    expect(x.position(0)?.quantity).toBe('3');
    expect(await ordersOf(1)).toContainEqual(['sell', 'filled', '5', null]);
    expect(x.position(1)).toBeUndefined();
    expect(x.logged).toEqual([]);
  });

  it('fires the others when one cannot be booked, and ends that one', async () => {
    // For the fee of both fills as one, which is a unit of the last place less than for each of them.
    x = await openFutures(db(), [perpetualPair()], { userCount: 3, funds: '0' });
    await x.give(x.users[0] ?? 0, '200.28006999');
    for (const i of [1, 2]) await x.give(x.users[i] ?? 0, '10000');
    await x.mark('99');
    await x.terms(0, { mode: 'isolated', leverage: 1 });
    await x.place(2, { side: 'short', quantity: '5' });
    await x.place(0, { side: 'long', quantity: '2.002', price: '99.99', trigger: stop('99.99') });
    await x.protect(2, { stopLoss: at('99.99') });
    for (const quantity of ['1.001', '1.001']) await x.place(1, { side: 'short', quantity, price: '99.99' });
    x.source.setBook(x.market, { bids: [], asks: [['100', '100']] });
    await x.mark('99.99', { depth: null });
    await x.pass(100);
    expect(await ordersOf(2)).toContainEqual(['buy', 'filled', '5', null]);
    expect(x.position(2)).toBeUndefined();
    expect(await ordersOf(0)).toEqual([['buy', 'cancelled', '0', 'insufficientBalance']]);
    const logged = x.logged.length;
    await x.mark('100', { depth: null });
    expect(x.logged).toHaveLength(logged);
  });
});

import { afterEach, expect, it } from 'vitest';
import type { Market } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('perpetuals while something fails', (db) => {
  let x: Futures;
  const open = async (
    pairs: readonly (readonly [Market, Market])[] = [perpetualPair()],
    setup: Setup = {},
  ): Promise<void> => {
    x = await openFutures(db(), pairs, setup);
    for (const [, { id }] of pairs) await x.mark('100', { id, depth: '1000' });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    await x.stop();
  });

  /** The next transaction is committed, and nobody learns of it; then the database is away for a moment. */
  const loseAnswer = (): void => {
    let isLost = false;
    x.breakWhen((text) => {
      const isBroken = isLost || text === 'committed';
      isLost ||= text === 'committed';
      return isBroken;
    });
  };
  it.each([
    ['the answer of', (): void => x.breakWhen((text) => text === 'committed')],
    ['the answer and all after it of', loseAnswer],
  ])('knows what was booked though %s the database was lost', async (_, lose) => {
    await open();
    const key = 'placed-without-an-answer';
    const order = { side: 'long', quantity: '2' } as const;
    lose();
    await expect(x.place(0, order, key)).rejects.toThrow('gone');
    x.breakWhen(undefined);
    expect(await x.place(0, order, key)).toMatchObject({ order: { status: 'filled', filled: '2' } });
    expect(x.position(0)?.quantity).toBe('2');
    await x.place(0, { side: 'long', quantity: '1' });
    expect(x.position(0)).toMatchObject({ quantity: '3', version: 2 });

    const chase = { seconds: 60, distance: '0.05', rest: 'cancel' } as const;
    lose();
    await expect(x.close(0, { type: 'limit', quantity: '1', chase })).rejects.toThrow('gone');
    x.breakWhen(undefined);
    await x.place(1, { side: 'short', quantity: '1', price: '150' });
    await x.mark('99');
    expect((await x.orders(0))[0]).toMatchObject({ status: 'open', price: '99.01' });

    lose();
    await expect(x.terms(0, { leverage: 10 })).rejects.toThrow('gone');
    x.breakWhen(undefined);
    expect((await x.terms(0, {})).terms).toMatchObject({ leverage: 10 });
    expect(x.position(0)).toMatchObject({ leverage: 10 });

    lose();
    await expect(x.close(0)).rejects.toThrow('gone');
    x.breakWhen(undefined);
    expect(await codeOf(x.close(0))).toBe('positionNone');
    expect(x.engine.store.netOf(x.market).toFixed()).toBe('0');
    expect([...x.engine.store.users]).toEqual([]);
  });

  const stop = { stopLoss: { by: 'price', value: '95', source: 'last' } } as const;
  /** The last price goes to another one for a moment. */
  const touch = async (price: string, then = '100'): Promise<void> => {
    x.source.tick(x.market, price);
    await x.pass(250);
    x.breakWhen(undefined);
    x.source.tick(x.market, then);
    await x.pass(250);
  };

  it('tells a user of what was done though its answer was lost, also where it concerns no order', async () => {
    await open();
    x.published.length = 0;
    loseAnswer();
    await expect(x.terms(0, { leverage: 7 })).rejects.toThrow('gone');
    x.breakWhen(undefined);
    await x.place(1, { side: 'long', quantity: '1' });
    expect(x.engine.store.terms(x.users[0] ?? 0, x.market)).toMatchObject({ leverage: 7 });
    expect(x.published).toContain(`user:${x.users[0]}`);
  });
  it.each([
    ['its booking', (text: string) => text.includes('futures_write')],
    ['everything', () => true],
  ])('fires a stop that a price has touched while %s failed', async (_, fits) => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    await x.protect(0, stop);
    x.breakWhen(fits);
    await touch('94');
    expect(x.position(0)).toBeUndefined();
    // It has fired once: another position has nothing of it.
    await x.place(0, { side: 'long', quantity: '1' });
    await touch('99');
    expect(x.position(0)?.quantity).toBe('1');
  });
  it('fires no stop that was changed, or taken back, after a price had touched it', async () => {
    await open();
    const ids: number[] = [];
    for (const i of [0, 1]) {
      await x.place(i, { side: 'long', quantity: '1' });
      ids.push((await x.protect(i, stop)).at(-1)?.id ?? 0);
    }
    x.breakWhen((text) => text.includes('futures_write'));
    x.source.tick(x.market, '94');
    await x.pass(250);
    x.source.setStatus(x.market, 'closed');
    x.source.tick(x.market, '100');
    await x.pass(250);
    x.breakWhen(undefined);
    await x.amendGuard(0, { id: ids[0] ?? 0, guard: { by: 'price', value: '93', source: 'last' } });
    await x.cancel(1, ids[1] ?? 0);
    x.source.setStatus(x.market, 'open');
    await x.mark('100');
    expect([x.position(0)?.quantity, x.position(1)?.quantity]).toEqual(['1', '1']);
    await touch('93');
    expect([x.position(0)?.quantity, x.position(1)?.quantity]).toEqual([undefined, '1']);
  });
  it('fires a stop whose transaction fails by another command', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '1' });
    await x.protect(0, stop);
    const spoilt = x.engine.run({
      markets: [x.market],
      decide: (batch) => {
        for (const order of batch.orderBook(x.market).orders.values()) batch.touch(order);
        throw new Error('spoilt');
      },
    });
    const failed = expect(spoilt).rejects.toThrow('spoilt');
    await touch('94');
    await failed;
    expect(x.position(0)).toBeUndefined();
  });
});

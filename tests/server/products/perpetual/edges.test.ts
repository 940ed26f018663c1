import { afterEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('at the edges of what is allowed', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()], setup);
    await x.mark('100', { depth: '100000' });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  describe('a tier', () => {
    it('ends below its cap: the last lot that fits is taken, one more is not', async () => {
      await open({ funds: '100000' });
      // Fifty times is for values below 10,000; an order at 100 of 99.999 is worth 9,999.9.
      await x.terms(0, { leverage: 50 });
      const at = { side: 'long', price: '100' } as const;
      expect(await codeOf(x.place(0, { ...at, quantity: '100' }))).toBe('leverageTooHigh');
      const { order } = await x.place(0, { ...at, quantity: '99.999' });
      expect(order.status).toBe('open');
    });
    it('bounds leverage of what is open by its value at mark', async () => {
      await open({ funds: '100000' });
      await x.place(0, { side: 'long', quantity: '120' });
      // 12,000 are in the second tier, with 25 times at most.
      expect(await codeOf(x.terms(0, { leverage: 26 }))).toBe('leverageTooHigh');
      expect((await x.terms(0, { leverage: 25 })).position?.leverage).toBe(25);
    });
    it('ends a resting order that would bring what is open beyond it, though each alone would not', async () => {
      await open({ funds: '100000' });
      await x.terms(0, { leverage: 50 });
      await x.terms(1, { leverage: 50 });
      for (const price of ['99', '98', '97']) await x.place(0, { side: 'long', quantity: '60', price });
      const seen = async () =>
        (await x.orders(0)).map(({ price, status, filled, reason }) => [price, status, filled, reason]);
      // The venue fills the first, another user meets the second: 60 more would be worth 11,760.
      await x.mark('98.5', { depth: '100000' });
      x.source.setBook(x.market, { bids: [], asks: [] });
      await x.place(1, { side: 'short', quantity: '70', price: '98', tif: 'IOC' });
      expect(await seen()).toEqual([
        ['97', 'open', '0', null],
        ['98', 'cancelled', '0', 'leverageTooHigh'],
        ['99', 'filled', '60', null],
      ]);
      await x.mark('96', { depth: '100000' });
      expect((await seen())[0]).toEqual(['97', 'cancelled', '0', 'leverageTooHigh']);
      expect(x.position(0)).toMatchObject({ quantity: '60', leverage: 50 });
    });
    it('that the mark has moved a position into keeps it as it is', async () => {
      await open({ funds: '100000' });
      await x.terms(0, { leverage: 50 });
      await x.place(0, { side: 'long', quantity: '90' });
      await x.mark('120', { depth: '100000' });
      expect(x.position(0)).toMatchObject({ leverage: 50, quantity: '90' });
      expect(await codeOf(x.place(0, { side: 'long', quantity: '1' }))).toBe('leverageTooHigh');
      expect((await x.close(0, { quantity: '1' })).position?.quantity).toBe('89');
    });
  });

  it('ends a resting order that turns an isolated position over at a loss which leaves too little', async () => {
    const pairs = [perpetualPair(), perpetualPair()];
    const other = pairs[1]?.[1].id ?? '';
    x = await openFutures(db(), pairs, { funds: '1000' });
    await x.mark('100');
    await x.mark('100', { id: other });
    await x.terms(0, { mode: 'isolated', leverage: 10 });
    await x.terms(0, { market: other, mode: 'cross', leverage: 10 });
    await x.place(0, { side: 'long', quantity: '10' });
    await x.place(0, { side: 'long', quantity: '40', market: other });
    await x.mark('92');
    // At 93 it closes 10 for 30 of the 100 behind them, and opens 10 for 93 and a fee.
    const { order } = await x.place(0, { side: 'short', quantity: '20', price: '93' });
    // 484 are lost there: of 411 that are left, 351.6 are needed. 59 and 30 are less than 93.
    await x.mark('87.9', { id: other });
    await x.mark('93.5');
    const [seen] = (await x.orders(0)).filter(({ id }) => id === order.id);
    expect(seen).toMatchObject({ status: 'cancelled', filled: '0', reason: 'insufficientBalance' });
    expect(x.position(0)).toMatchObject({ side: 'long', quantity: '10' });
    expect(x.position(0, other)?.quantity).toBe('40');
  });

  it('lets a market that only closes positions open none, and ends orders that could', async () => {
    await open({ funds: '100000' });
    const { market: id } = x;
    await x.place(0, { side: 'long', quantity: '2' });
    await x.protect(0, { stopLoss: { by: 'price', value: '80', source: 'mark' } });
    const resting = await x.place(0, { side: 'long', quantity: '1', price: '99' });
    const closing = await x.place(0, { side: 'short', quantity: '1', price: '103', reduceOnly: true });
    const entry = { price: '90', source: 'last', kind: 'stop' } as const;
    const waiting = await x.place(1, { side: 'short', quantity: '1', trigger: entry });
    x.source.setStatus(id, 'reduceOnly');
    await x.mark('98');
    // It was passed before the next look, and has not filled.
    expect(x.position(0)?.quantity).toBe('2');
    await x.pass(1_000);
    const all = [...(await x.orders(0)), ...(await x.orders(1))];
    const seen = (wanted: number) => all.find((order) => order.id === wanted);
    const ended = { status: 'cancelled', reason: 'marketReduceOnly' };
    expect(seen(resting.order.id)).toMatchObject(ended);
    expect(seen(waiting.order.id)).toMatchObject(ended);
    expect(seen(closing.order.id)?.status).toBe('open');
    expect(await codeOf(x.place(0, { side: 'short', quantity: '1' }))).toBe('marketReduceOnly');
    expect((await x.close(0, { quantity: '0.5' })).position?.quantity).toBe('1.5');
    await x.mark('79');
    expect(x.position(0)).toBeUndefined();
  });
  it('fires and liquidates nothing while a market is paused, and goes on with the first price after it', async () => {
    await open({ funds: '100' });
    await x.terms(0, { leverage: 50 });
    await x.place(0, { side: 'long', quantity: '40' });
    await x.protect(0, { stopLoss: { by: 'price', value: '99', source: 'mark' } });
    x.source.setStatus(x.market, 'cancelOnly');
    await x.mark('50');
    expect(x.position(0)?.quantity).toBe('40');
    expect(await codeOf(x.place(0, { side: 'short', quantity: '1' }))).toBe('marketPaused');
    x.source.setStatus(x.market, 'open');
    await x.mark('100.1');
    expect(x.position(0)?.quantity).toBe('40');
    await x.mark('98.9');
    expect(x.position(0)).toBeUndefined();
  });

  describe('what only closes', () => {
    it('waits as a stop without a position, and ends when its price comes and there is none', async () => {
      await open();
      const trigger = { price: '95', source: 'last', kind: 'stop' } as const;
      const { order } = await x.place(0, { side: 'short', quantity: '1', reduceOnly: true, trigger });
      await x.mark('94');
      expect((await x.orders(0)).find(({ id }) => id === order.id)).toMatchObject({
        status: 'cancelled',
        reason: 'positionNone',
      });
      expect(x.position(0)).toBeUndefined();
    });
    it('never turns a position over, however much it asks for', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2' });
      const { order, position } = await x.place(0, { side: 'short', quantity: '9', reduceOnly: true });
      expect(order).toMatchObject({ status: 'filled', filled: '2', quantity: '2' });
      expect(position).toBeNull();
    });
  });

  describe('an account that is frozen', () => {
    it('opens nothing; what would open is revoked, what protects it stays', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2' });
      const opening = (await x.place(0, { side: 'long', price: '90', quantity: '1' })).order.id;
      const closing = (await x.close(0, { type: 'limit', price: '120', quantity: '1' })).order.id;
      await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
      await db().query('update app_user set frozen_at = 1 where id = $1', [x.users[0]]);
      expect(await codeOf(x.place(0, { side: 'long', quantity: '1' }))).toBe('accountFrozen');
      expect(await codeOf(x.amend(0, closing, { price: '121' }))).toBe('accountFrozen');
      await x.pass(2_000);
      const orderOf = async (id: number) => (await x.orders(0)).find((order) => order.id === id);
      await expect.poll(async () => (await orderOf(opening))?.reason).toBe('accountFrozen');
      expect((await orderOf(opening))?.status).toBe('cancelled');
      expect((await orderOf(closing))?.status).toBe('open');
      await x.mark('94');
      expect(x.position(0)).toBeUndefined();
    });
    it('is liquidated like any other', async () => {
      await open({ funds: '100' });
      await x.place(0, { side: 'long', quantity: '10' });
      await db().query('update app_user set frozen_at = 1 where id = $1', [x.users[0]]);
      await x.mark('91');
      expect(x.position(0)).toBeUndefined();
    });
  });

  describe('turning over', () => {
    it('is refused where the other side would not be covered, and leaves the position', async () => {
      await open({ funds: '102' });
      await x.place(0, { side: 'long', quantity: '20' });
      await x.mark('98');
      expect(await codeOf(x.reverse(0))).toBe('insufficientBalance');
      expect(x.position(0)).toMatchObject({ side: 'long', quantity: '20' });
    });
    it('and closing are none without a position', async () => {
      await open();
      expect(await codeOf(x.reverse(0))).toBe('positionNone');
      expect(await codeOf(x.close(0))).toBe('positionNone');
    });
  });

  it('has 200 orders of a user in a market, closing ones among them, and still closes at market', async () => {
    await open({ funds: '100000' });
    await x.place(0, { side: 'long', quantity: '10' });
    const scaled = { side: 'long', from: '60', to: '50', quantity: '20', count: 20 } as const;
    for (let count = 0; count < 200; count += scaled.count) await x.placeScaled(0, scaled);
    const chase = { seconds: 60, distance: '0.01', rest: 'cancel' } as const;
    const more = [
      () => x.place(0, { side: 'long', quantity: '1', price: '50' }),
      () => x.placeScaled(0, { ...scaled, count: 2 }),
      () => x.close(0, { type: 'limit', price: '120', quantity: '1' }),
      () => x.close(0, { type: 'limit', quantity: '1', chase }),
    ];
    for (const placed of more) expect(await codeOf(placed())).toBe('ordersTooMany');
    await x.protect(0, { stopLoss: { by: 'price', value: '90', source: 'last' } });
    const [newest] = (await x.orders(0)).filter(({ scaled: of }) => of !== null);
    await x.cancel(0, newest?.id ?? 0);
    expect(await codeOf(x.close(0, { type: 'limit', price: '120', quantity: '1' }))).toBeUndefined();
    expect(await codeOf(more[3]?.() ?? Promise.resolve())).toBe('ordersTooMany');
    expect((await x.close(0)).position).toBeNull();
  });
});

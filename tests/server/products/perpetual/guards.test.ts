import { afterEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('guards of positions', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}): Promise<void> => {
    x = await openFutures(db(), [perpetualPair()], setup);
    await x.mark('100');
  };
  const openLong = async (quantity = '4'): Promise<void> => {
    await open();
    await x.place(0, { side: 'long', quantity });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  /** A guard of each kind, as it is stored. */
  const guards = async () => {
    const all = (await x.orders(0)).filter(({ group }) => group !== null);
    return all.map(({ trigger, quantity, status, reason }) => [
      trigger?.kind,
      trigger?.price,
      quantity,
      status,
      reason,
    ]);
  };

  it('are set by price, by P/L and by yield', async () => {
    await openLong();
    const set = await x.protect(0, {
      takeProfit: { by: 'profit', value: '40', source: 'last' },
      stopLoss: { by: 'roe', value: '-0.5', source: 'mark' },
    });
    // 400.04 cost: 40 more are 110.01; half of 20.002 less are 97.50975, up to the tick.
    expect(set.map(({ trigger }) => trigger)).toEqual([
      { kind: 'profit', price: '110.01', source: 'last' },
      { kind: 'stop', price: '97.51', source: 'mark' },
    ]);
    await x.protect(0, { takeProfit: { by: 'price', value: '120', source: 'last' } });
    await x.protect(0, { stopLoss: null });
    expect((await guards()).filter(([, , , status]) => status === 'waiting')).toEqual([
      ['profit', '120', null, 'waiting', null],
    ]);
    const [guard] = (await x.orders(0)).filter(({ status }) => status === 'waiting');
    await x.amendGuard(0, {
      id: guard?.id ?? 0,
      guard: { by: 'price', value: '130', source: 'mark', limit: '129' },
    });
    expect((await x.orders(0)).find(({ id }) => id === guard?.id)).toMatchObject({
      type: 'limit',
      price: '129',
      trigger: { price: '130', source: 'mark' },
      version: 2,
    });
  });

  it.each<[string, 'long' | 'short', Parameters<Futures['protect']>[1], string]>([
    [
      'stop-loss of a long above its opening',
      'long',
      { stopLoss: { by: 'price', value: '100.02', source: 'last' } },
      'stopLossAboveOpen',
    ],
    [
      'take-profit of a long below its opening',
      'long',
      { takeProfit: { by: 'price', value: '100', source: 'last' } },
      'takeProfitBelowOpen',
    ],
    [
      'stop-loss of a short below its opening',
      'short',
      { stopLoss: { by: 'price', value: '99.98', source: 'last' } },
      'stopLossBelowOpen',
    ],
    [
      'take-profit of a short above its opening',
      'short',
      { takeProfit: { by: 'price', value: '100', source: 'last' } },
      'takeProfitAboveOpen',
    ],
    [
      'gain by a stop-loss',
      'long',
      { stopLoss: { by: 'profit', value: '5', source: 'last' } },
      'stopLossAboveOpen',
    ],
    [
      'price that is none',
      'long',
      { stopLoss: { by: 'price', value: '-1', source: 'last' } },
      'priceInvalid',
    ],
    [
      'price off the tick',
      'long',
      { stopLoss: { by: 'price', value: '99.001', source: 'last' } },
      'orderTick',
    ],
    [
      'loss of more than there is',
      'long',
      { stopLoss: { by: 'profit', value: '-500', source: 'last' } },
      'priceInvalid',
    ],
    [
      'part of more than there is',
      'long',
      { quantity: '5', stopLoss: { by: 'price', value: '99', source: 'last' } },
      'amountInvalid',
    ],
    [
      'part off the lot',
      'long',
      { quantity: '0.0005', stopLoss: { by: 'price', value: '99', source: 'last' } },
      'orderLot',
    ],
  ])('refuse a %s', async (_, side, request, code) => {
    await open();
    await x.place(0, { side, quantity: '4' });
    expect(await codeOf(x.protect(0, request))).toBe(code);
    expect(await guards()).toEqual([]);
  });

  it('refuse a price that has passed already, and a position that is none', async () => {
    await openLong();
    await x.mark('97');
    expect(await codeOf(x.protect(0, { stopLoss: { by: 'price', value: '98', source: 'mark' } }))).toBe(
      'triggerPassed',
    );
    expect(await codeOf(x.protect(1, { stopLoss: { by: 'price', value: '98', source: 'mark' } }))).toBe(
      'positionNone',
    );
  });

  it('cancel each other: one fires, its partner goes, the position is closed', async () => {
    await openLong();
    await x.protect(0, {
      takeProfit: { by: 'price', value: '110', source: 'last' },
      stopLoss: { by: 'price', value: '95', source: 'last' },
    });
    await x.mark('109.99');
    expect(x.position(0)?.quantity).toBe('4');
    await x.mark('110');
    expect(x.position(0)).toBeUndefined();
    expect(await guards()).toEqual([
      ['stop', '95', null, 'cancelled', 'endedByPartner'],
      ['profit', '110', '4', 'filled', null],
    ]);
    // The guard is published with the position that has ended.
    expect((await x.positions(0))[0]).toMatchObject({ end: 'closed', takeProfit: '110', stopLoss: '95' });
  });
  it('are told of a position as they last stood, whichever way it ends', async () => {
    await openLong();
    const last = async () => (await x.positions(0))[0];
    const set = await x.protect(0, {
      takeProfit: { by: 'price', value: '110', source: 'last' },
      stopLoss: { by: 'price', value: '95', source: 'last' },
    });
    expect(await last()).toMatchObject({ takeProfit: '110', stopLoss: '95' });
    await x.amendGuard(0, { id: set[0]?.id ?? 0, guard: { by: 'price', value: '120', source: 'last' } });
    // Guards of a part are none of the position.
    await x.protect(0, { quantity: '1', takeProfit: { by: 'price', value: '105', source: 'last' } });
    await x.close(0, { share: '0.5' });
    await x.close(0);
    expect(await last()).toMatchObject({ end: 'closed', takeProfit: '120', stopLoss: '95' });

    await x.place(0, { side: 'short', quantity: '1', takeProfit: '90', stopLoss: '130' });
    expect(await last()).toMatchObject({ closedAt: null, takeProfit: '90', stopLoss: '130' });
    const [stop] = (await x.orders(0)).filter(
      ({ trigger, status }) => trigger?.kind === 'stop' && status === 'waiting',
    );
    await x.cancel(0, stop?.id ?? 0);
    await x.protect(0, { takeProfit: null });
    await x.close(0);
    expect(await last()).toMatchObject({ end: 'closed', takeProfit: '0', stopLoss: '0' });

    await x.terms(0, { mode: 'isolated', leverage: 20 });
    await x.place(0, { side: 'long', quantity: '1', stopLoss: '90' });
    x.source.setBook(x.market, { bids: [], asks: [] });
    await x.mark('94', { depth: null });
    expect(await last()).toMatchObject({ end: 'liquidated', takeProfit: '0', stopLoss: '90' });
  });

  it('say in the record of their position at which price they fired, and when', async () => {
    await open();
    await x.place(0, { side: 'long', quantity: '4' });
    await x.protect(0, { quantity: '1', takeProfit: { by: 'price', value: '105', source: 'last' } });
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
    await x.mark('106');
    const half = (await x.positions(0))[0];
    expect(half?.fired).toEqual([{ kind: 'profit', price: '105.99', quantity: '1', at: expect.any(Number) }]);
    await x.mark('94');
    const [ended] = await x.positions(0);
    expect(ended?.fired).toMatchObject([
      { kind: 'profit', quantity: '1' },
      { kind: 'stop', price: '93.99', quantity: '3', at: ended?.closedAt },
    ]);
    // One that its owner has closed was closed by none.
    await x.place(0, { side: 'long', quantity: '1' });
    await x.closeAll(0);
    expect((await x.positions(0))[0]).not.toHaveProperty('fired');
  });
  it('lets the stop-loss win when one tick passes both', async () => {
    await openLong();
    await x.protect(0, {
      takeProfit: { by: 'price', value: '105', source: 'last' },
      stopLoss: { by: 'price', value: '99', source: 'mark' },
    });
    // The last trade is beyond the take-profit while the mark, an index of other venues, is below the stop-loss.
    x.source.tick(x.market.replace('-PERP', ''), '90');
    x.source.trade(x.market, '105', '1', 'buy');
    await x.pass(250);
    expect(x.position(0)).toBeUndefined();
    const all = await guards();
    expect(all).toHaveLength(2);
    expect(all.filter(([, , , status]) => status === 'filled')).toHaveLength(1);
  });

  it('watch the price that they name', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'mark' } });
    x.source.tick(x.market, '94');
    await x.pass(250);
    expect(x.position(0)?.quantity).toBe('4');
    await x.mark('94');
    await x.pass(120_000);
    await x.mark('94');
    expect(x.position(0)).toBeUndefined();
  });

  it('fire at a print that has gone by when the next one comes', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
    const print = (price: string, id: number) =>
      ({ id, price, quantity: '1', side: 'sell', at: x.clock.now() }) as const;
    x.source.audience.publish({
      kind: 'trades',
      id: x.market,
      trades: [print('95', 901), print('100', 902)],
    });
    await x.pass(0);
    expect(x.position(0)).toBeUndefined();
  });

  it('of a part close that part, and shrink with the position', async () => {
    await openLong();
    await x.protect(0, { quantity: '3', stopLoss: { by: 'price', value: '98', source: 'last' } });
    await x.protect(0, { quantity: '1', stopLoss: { by: 'price', value: '97', source: 'last' } });
    await x.close(0, { quantity: '2' });
    expect(await guards()).toEqual([
      ['stop', '97', '1', 'waiting', null],
      ['stop', '98', '2', 'waiting', null],
    ]);
    await x.place(0, { side: 'long', quantity: '2' });
    await x.mark('98');
    expect(x.position(0)?.quantity).toBe('2');
    await x.mark('97');
    expect(x.position(0)?.quantity).toBe('1');
  });

  it('die with the position', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
    await x.reverse(0);
    expect(await guards()).toEqual([['stop', '95', null, 'cancelled', 'endedWithPosition']]);
  });

  it('say so when nobody is there, and fire as soon as somebody is', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
    x.source.setBook(x.market, { bids: [], asks: [] });
    await x.mark('94', { depth: null });
    expect(await guards()).toEqual([['stop', '95', null, 'waiting', 'noLiquidity']]);
    const before = (await x.orders(0))[0]?.version;
    await x.mark('93', { depth: null });
    expect((await x.orders(0))[0]?.version).toBe(before);
    // What has been reached stays reached, though the price has come back.
    await x.mark('97', { depth: null });
    x.source.setBook(x.market, { bids: [['93.5', '1.5']], asks: [] });
    await x.pass(0);
    expect(x.position(0)?.quantity).toBe('2.5');
    await x.mark('96');
    expect(x.position(0)).toBeUndefined();
    expect(await guards()).toEqual([['stop', '95', '4', 'filled', null]]);
  });

  it('say that a loss is not covered by what is booked, and fire as soon as it is', async () => {
    const pairs = [perpetualPair(), perpetualPair()];
    const [a = '', b = ''] = pairs.map(([, { id }]) => id);
    x = await openFutures(db(), pairs, { funds: '150' });
    for (const id of [a, b]) await x.mark('100', { id });
    for (const market of [a, b]) await x.place(0, { market, side: 'long', quantity: '10' });
    await x.mark('130', { id: b });
    await x.protect(0, { market: a, stopLoss: { by: 'price', value: '84', source: 'last' } });
    await x.mark('80', { id: a });
    expect(await guards()).toEqual([['stop', '84', null, 'waiting', 'lossNotCovered']]);
    // While nothing is different it is not even tried.
    const requested: string[] = [];
    x.breakWhen((text) => requested.push(text) < 0);
    await x.mark('79', { id: a });
    x.breakWhen(undefined);
    expect(requested.filter((text) => text.includes('futures_read'))).toEqual([]);
    await x.close(0, { market: b });
    await x.mark('79.5', { id: a });
    expect(x.position(0, a)).toBeUndefined();
    expect(await guards()).toEqual([['stop', '84', '10', 'filled', null]]);
  });

  it('that have fired and rest shrink with the position, in the book too, and go by its end', async () => {
    await openLong();
    const limit = { by: 'price', value: '95', source: 'last', limit: '96' } as const;
    await x.protect(0, { stopLoss: limit });
    await x.mark('95');
    await x.close(0, { quantity: '1' });
    expect((await x.orders(0))[1]).toMatchObject({ status: 'open', quantity: '3' });
    // Somebody takes all that the book has of it.
    x.source.setBook(x.market, { bids: [['90', '9']], asks: [['99', '9']] });
    await x.place(1, { side: 'long', quantity: '4', price: '96', tif: 'IOC' });
    expect((await x.orders(0))[1]).toMatchObject({ status: 'filled', filled: '3' });
    expect(x.position(0)).toBeUndefined();
    await x.place(0, { side: 'long', quantity: '2' });
    await x.protect(0, { stopLoss: { ...limit, value: '89', limit: '99' } });
    await x.mark('88');
    await x.close(0);
    expect((await x.orders(0))[1]).toMatchObject({ status: 'cancelled', reason: 'endedWithPosition' });
  });

  it('of a part that has closed some of it count what is left of it', async () => {
    await openLong();
    await x.protect(0, { quantity: '3', stopLoss: { by: 'price', value: '95', source: 'last' } });
    x.source.setBook(x.market, { bids: [['94', '1']], asks: [] });
    await x.mark('94', { depth: null });
    expect(await guards()).toEqual([['stop', '95', '3', 'waiting', 'noLiquidity']]);
    // Three are open, and two of the part are left.
    await x.close(0, { type: 'limit', price: '96', quantity: '1' });
    x.source.setBook(x.market, { bids: [], asks: [] });
    await x.place(1, { side: 'long', quantity: '1', price: '96', tif: 'IOC' });
    expect(x.position(0)?.quantity).toBe('2');
    expect(await guards()).toEqual([['stop', '95', '3', 'waiting', 'noLiquidity']]);
  });

  it('do nothing while the market is closed', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
    x.source.setStatus(x.market, 'closed');
    await x.mark('90');
    expect(x.position(0)?.quantity).toBe('4');
    x.source.setStatus(x.market, 'open');
    await x.mark('90');
    expect(x.position(0)).toBeUndefined();
  });

  it('leave a limit order where they say one', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last', limit: '96' } });
    await x.mark('95');
    expect((await x.orders(0))[0]).toMatchObject({
      status: 'open',
      type: 'limit',
      price: '96',
      quantity: '4',
    });
    await x.mark('96.02');
    expect(x.position(0)).toBeUndefined();
  });

  it('survive a restart', async () => {
    await openLong();
    await x.protect(0, { stopLoss: { by: 'price', value: '95', source: 'last' } });
    const { users, clock, market } = x;
    await x.stop();
    x = await openFutures(db(), [perpetualPair(market.replace('-USDT-PERP', ''))], { users, clock });
    await x.mark('100');
    expect(x.position(0)?.quantity).toBe('4');
    await x.mark('94');
    expect(x.position(0)).toBeUndefined();
    expect(await guards()).toEqual([['stop', '95', '4', 'filled', null]]);
  });

  describe('set by the order that opens', () => {
    it('are there as soon as it is filled, and once', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '1', takeProfit: '120', stopLoss: '80' });
      await x.place(0, { side: 'long', quantity: '1', takeProfit: '125', stopLoss: '80' });
      expect((await guards()).filter(([, , , status]) => status === 'waiting')).toEqual([
        ['profit', '125', null, 'waiting', null],
        ['stop', '80', null, 'waiting', null],
      ]);
    });
    it('are left out, and said so, where the fill has made them wrong', async () => {
      await open();
      const { order } = await x.place(0, { side: 'long', quantity: '1', price: '105', stopLoss: '104' });
      expect(order).toMatchObject({ status: 'filled', reason: 'stopLossAboveOpen' });
      expect(await guards()).toEqual([]);
    });
  });
});

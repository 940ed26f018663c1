import { afterEach, describe, expect, it } from 'vitest';
import { bookedNet, D, liquidationPrice, tiersOfMarket } from '../../../../domain/index.ts';
import { post } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('liquidation', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}, pairs = [perpetualPair()]): Promise<void> => {
    x = await openFutures(db(), pairs, setup);
    for (const [, { id }] of pairs) await x.mark('100', { id });
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(await verifyLedger(db())).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });
  const steps = async (i = 0) => (await x.liquidations(i)).map(({ step }) => step);
  /** Opens isolated at so many times, and moves the mark to the liquidation price. */
  const isolated = async (
    i: number,
    side: 'long' | 'short',
    quantity: string,
    leverage = 10,
  ): Promise<void> => {
    await x.terms(i, { mode: 'isolated', leverage });
    await x.place(i, { side, quantity });
  };
  const priceOf = (i: number): string => {
    const position = x.position(i);
    const market = x.engine.orderBookOf(x.market)?.market;
    if (!position || !market) throw new Error('no position');
    const found = liquidationPrice(position, position.margin, '100', tiersOfMarket(market));
    return found.kind === 'at' ? found.price : found.kind;
  };

  /** Leaves so much in the insurance fund. @returns the undo. */
  const drain = async (left: string): Promise<() => Promise<void>> => {
    const [fund] = await x.money('insurance');
    const drained = new D(fund).minus(left).toFixed();
    const move = async (ref: string, out: string, back: string): Promise<void> => {
      await db().query(
        "select ledger_post('liquidation', 'test', $1, 1, jsonb_build_array(jsonb_build_object('account', a.id, 'amount', $2::text), jsonb_build_object('account', b.id, 'amount', $3::text)))" +
          " from account a, account b where a.owner_id is null and a.kind = 'insurance' and a.asset = 'USDT'" +
          " and b.owner_id is null and b.kind = 'house_perpetual' and b.asset = 'USDT'",
        [ref, out, back],
      );
    };
    await move(x.market, `-${drained}`, drained);
    return () => move(`${x.market}-back`, drained, `-${drained}`);
  };

  describe('of an isolated position', () => {
    it('happens at its price and not a tick before it', async () => {
      await open();
      await isolated(0, 'long', '5');
      const price = new D(priceOf(0)).div('0.01').ceil().times('0.01');
      await x.mark(price.plus('0.01').toFixed());
      expect(x.position(0)?.quantity).toBe('5');
      expect(await steps()).toEqual([]);
      await x.mark(price.minus('0.01').toFixed());
      expect(x.position(0)).toBeUndefined();
      expect(await steps()).toEqual(['close', 'insurance']);
    });
    it('takes its margin and nothing else, and is explained', async () => {
      await open();
      const before = new D((await x.money('insurance'))[0]);
      await isolated(0, 'long', '5');
      const [free] = await x.money(0);
      const margin = x.position(0)?.margin ?? '0';
      const { fees: opening = '0' } = x.position(0)?.realised ?? {};
      await x.mark('90.9');
      expect(x.position(0)).toBeUndefined();
      expect((await x.positions(0))[0]).toMatchObject({ end: 'liquidated', quantity: '0', margin: '0' });
      expect(await x.money(0)).toEqual([new D(free).minus(margin).toFixed(), '0']);
      const [closed, fund] = await x.liquidations(0);
      // Sold 5 at 90.89: P/L −45.6, fee 0.227225, and what is left of 50.005 is the fund's.
      expect(closed).toMatchObject({
        step: 'close',
        quantity: '5',
        price: '90.89',
        mark: '90.9',
        profit: '-45.6',
        fee: '0.227225',
        equity: '4.455',
        maintenance: '4.545',
        closingFee: '0.22725',
      });
      expect(fund).toMatchObject({ step: 'insurance', insurance: '4.177775' });
      expect(new D((await x.money('insurance'))[0]).minus(before).toFixed()).toBe('4.177775');
      // Its record says the same: what went to the fund is the last of its fees.
      const net = bookedNet((await x.positions(0))[0]?.realised ?? { price: '0', fees: '0', funding: '0' });
      expect(net).toBe(new D(opening).minus(margin).toFixed());
      const [order] = await x.orders(0);
      expect(order).toMatchObject({ origin: 'liquidation', status: 'filled', reduceOnly: true });
      expect((await x.fills(0))[0]).toMatchObject({ kind: 'liquidation', profit: '-45.6' });
    });
    it('ends its orders first, and its guards with it', async () => {
      await open();
      await isolated(0, 'short', '5');
      const { order } = await x.place(0, { side: 'short', quantity: '1', price: '120' });
      await x.protect(0, { takeProfit: { by: 'price', value: '80', source: 'last' } });
      await x.mark('109.5');
      expect(await steps()).toEqual(['cancel', 'close', 'insurance']);
      const all = await x.orders(0);
      expect(all.find(({ id }) => id === order.id)).toMatchObject({
        status: 'cancelled',
        reason: 'endedByLiquidation',
      });
      expect(all.find(({ group }) => group !== null)).toMatchObject({ reason: 'endedByLiquidation' });
    });
    it('acts on the mark alone', async () => {
      await open();
      await isolated(0, 'long', '5');
      x.source.trade(x.market, '50', '1', 'sell');
      x.source.tick(x.market, '50');
      await x.pass(250);
      expect(x.position(0)?.quantity).toBe('5');
    });
    it('waits while the source is silent, and while the market is closed', async () => {
      await open();
      await isolated(0, 'long', '5');
      x.source.setStatus(x.market, 'closed');
      await x.mark('80');
      expect(x.position(0)?.quantity).toBe('5');
      await x.pass(10_000);
      x.source.setStatus(x.market, 'open');
      await x.pass(1_000);
      expect(x.position(0)?.quantity).toBe('5');
      await x.mark('80');
      expect(x.position(0)).toBeUndefined();
    });
    it('lets nobody change what is being liquidated', async () => {
      await open();
      await isolated(0, 'long', '5');
      x.breakWhen((text) => text.includes('futures_write'));
      await x.mark('90.9');
      x.breakWhen(undefined);
      expect(x.position(0)?.quantity).toBe('5');
      expect(await codeOf(x.place(0, { side: 'long', quantity: '1' }))).toBe('positionLiquidating');
      expect(await codeOf(x.close(0))).toBe('positionLiquidating');
      expect(x.logged).toHaveLength(1);
      x.logged.length = 0;
      // The next mark takes it up where it was cut off.
      await x.mark('90.8');
      expect(x.position(0)).toBeUndefined();
    });
    it('goes down tier by tier while that is enough', async () => {
      await open({ funds: '100000' });
      // 1,000 are worth 100,000, in the third tier: 5 % less 1,600.
      await isolated(0, 'long', '1000', 10);
      const price = new D(priceOf(0)).div('0.01').floor().times('0.01').toFixed();
      await x.mark(price);
      const [first, ...more] = await x.liquidations(0);
      expect(first).toMatchObject({ step: 'reduce' });
      expect(more).toEqual([]);
      const left = x.position(0);
      expect(new D(left?.quantity ?? 0).times(price).lt('50000')).toBe(true);
      // What the closed part left of its margin has stayed with the position.
      expect(new D(left?.margin ?? 0).div(left?.quantity ?? 1).gt(10)).toBe(true);
      const profit = new D(first?.profit ?? 0).minus(first?.fee ?? 0);
      expect(left?.margin).toBe(new D('10001').plus(profit).toFixed());
    });
  });

  describe('where the market takes nothing', () => {
    it('the house takes over at the bankruptcy price, and the fund gains what the mark is better', async () => {
      await open();
      await isolated(0, 'long', '5');
      const [before] = await x.money(0);
      x.source.setBook(x.market, { bids: [], asks: [['91.01', '1']] });
      await x.mark('90.9', { depth: null });
      expect(x.position(0)).toBeUndefined();
      const rows = await x.liquidations(0);
      // 500.05 cost less 50.005 margin, for 5.
      expect(rows).toMatchObject([
        { step: 'takeover', quantity: '5', price: '90.009', profit: '-50.005', fee: '0' },
        { step: 'insurance', insurance: '4.455' },
      ]);
      expect(await x.money(0)).toEqual([new D(before).minus('50.005').toFixed(), '0']);
      expect((await x.fills(0))[0]).toMatchObject({ kind: 'takeover', order: null, fee: '0' });
    });
    it('the fund bears the loss when the mark has gone beyond it', async () => {
      await open();
      await isolated(0, 'long', '5');
      const [fund] = await x.money('insurance');
      await x.mark('80');
      const rows = await x.liquidations(0);
      expect(rows).toMatchObject([
        { step: 'takeover', quantity: '5', price: '90.009' },
        { step: 'insurance', insurance: '-50.045' },
      ]);
      expect((await x.money('insurance'))[0]).toBe(new D(fund).minus('50.045').toFixed());
    });
    it('what the fund cannot bear comes off the best of the other side, who lose nothing by it', async () => {
      await open({ userCount: 4, funds: '100000' });
      const giveBack = await drain('20');
      await isolated(0, 'long', '50');
      await isolated(1, 'short', '10', 20);
      await x.terms(2, { leverage: 5 });
      await x.place(2, { side: 'short', quantity: '30' });
      const [third] = await x.money(2);
      x.source.setBook(x.market, { bids: [], asks: [] });
      await x.mark('80', { depth: null });
      const rows = await x.liquidations(0);
      expect(rows.map(({ step, quantity }) => [step, quantity])).toEqual([
        ['deleverage', '40'],
        ['takeover', '50'],
        ['insurance', '1.998'],
        ['house', '8.002'],
      ]);
      // 20 USDT bear 1.998 at 10.009 each; what is backed by little comes before what is backed by a whole account.
      expect((await x.positions(1))[0]).toMatchObject({ end: 'deleveraged' });
      expect((await x.fills(1))[0]).toMatchObject({
        kind: 'deleverage',
        price: '90.009',
        quantity: '10',
        fee: '0',
      });
      expect((await x.positions(2))[0]).toMatchObject({ end: 'deleveraged', closedQuantity: '30' });
      expect(new D((await x.money(2))[0]).minus(third).toFixed()).toBe('299.43');
      expect(new D((await x.money('insurance'))[0]).gte(0)).toBe(true);
      await giveBack();
    });
    it('takes from the queue as a venue has published it, whatever leverage was chosen', async () => {
      // The example in tests/domain/perpetual/deleveraging.test.ts with returns doubled and leverages divided by four,
      // which leaves the order of their products. Everybody has chosen 20 times.
      const clients = [
        ['0.20', '1'],
        ['0.10', '0.125'],
        ['0.40', '0.3'],
        ['0.10', '2.5'],
        ['0.30', '0.5'],
        ['0.06', '1'],
        ['0.24', '1.25'],
        ['0.12', '0.2'],
        ['0.22', '2.75'],
        ['0.14', '1.5'],
      ].map(([rate = '0', leverage = '1'], i) => ({ client: i + 1, rate: new D(rate), leverage }));
      await open({ userCount: 11, funds: '100000' });
      const giveBack = await drain('0');
      for (const { client, rate, leverage } of clients.toSorted((a, b) => b.rate.cmp(a.rate))) {
        await x.mark(new D(80).div(new D(1).minus(rate)).toFixed(2));
        await isolated(client, 'short', '1', 20);
        const { cost = '0', margin = '0' } = x.position(client) ?? {};
        const wanted = new D(80).div(leverage).minus(new D(cost).minus(80));
        await x.margin(client, wanted.minus(margin).toFixed(2));
      }
      await isolated(0, 'long', '10', 20);
      x.source.setBook(x.market, { bids: [], asks: [] });
      await x.mark('80', { depth: null });
      const taken = await Promise.all(
        clients.map(async ({ client }) => ({ client, fill: (await x.fills(client))[0] })),
      );
      expect(taken.map(({ fill }) => fill?.kind)).toEqual(clients.map(() => 'deleverage'));
      const queue = taken.sort((a, b) => (a.fill?.id ?? 0) - (b.fill?.id ?? 0));
      expect(queue.map(({ client }) => client)).toEqual([9, 7, 4, 10, 1, 5, 3, 6, 8, 2]);
      await giveBack();
    });
  });

  describe('of a cross account', () => {
    it('frees what orders hold before anything is closed', async () => {
      await open({ funds: '100' });
      await x.place(0, { side: 'long', quantity: '10' });
      await x.place(0, { side: 'long', quantity: '4', price: '95' });
      // Equity less what is held is not above the maintenance of 1 % and the fee.
      await x.mark('92.9', { depth: null });
      expect(await steps()).toEqual(['cancel']);
      expect(x.position(0)?.quantity).toBe('10');
      await x.mark('91', { depth: '1000' });
      expect(x.position(0)).toBeUndefined();
      expect(await steps()).toEqual(['cancel', 'close', 'insurance']);
      expect(new D((await x.money(0))[0]).gte(0)).toBe(true);
    });
    it('closes the position that needs most, and stops when that is enough', async () => {
      const pairs = [perpetualPair(), perpetualPair()];
      await open({ funds: '120' }, pairs);
      const [a = '', b = ''] = pairs.map(([, { id }]) => id);
      await x.place(0, { market: a, side: 'long', quantity: '15' });
      await x.place(0, { market: b, side: 'long', quantity: '3' });
      await x.mark('93', { id: a });
      expect(x.position(0, a)).toBeUndefined();
      expect(x.position(0, b)?.quantity).toBe('3');
      expect((await x.liquidations(0)).map(({ market, step }) => [market, step])).toEqual([[a, 'close']]);
    });
    it('books gains first where a loss is more than what is booked', async () => {
      const pairs = [perpetualPair(), perpetualPair()];
      await open({ funds: '150' }, pairs);
      const [a = '', b = ''] = pairs.map(([, { id }]) => id);
      await x.place(0, { market: a, side: 'long', quantity: '10' });
      await x.place(0, { market: b, side: 'long', quantity: '10' });
      await x.mark('120', { id: b });
      await x.mark('80', { id: a });
      expect(await codeOf(x.close(0, { market: a }))).toBe('lossNotCovered');
      await x.mark('66.5', { id: a });
      expect(await x.liquidations(0)).toMatchObject([{ market: b, step: 'close' }]);
      await x.mark('65.5', { id: a });
      expect(await x.liquidations(0)).toMatchObject([
        { market: b, step: 'close' },
        { market: a, step: 'close' },
        { market: a, step: 'insurance' },
      ]);
      expect(new D((await x.money(0))[0]).gte(0)).toBe(true);
    });
    it('sees money that has come or gone by another way', async () => {
      await open({ funds: '100' });
      await x.place(0, { side: 'long', quantity: '10' });
      await x.give(x.users[0] ?? 0, '100');
      x.perpetuals.received(`user:${x.users[0]}`);
      await x.mark('91');
      await x.mark('90.9');
      expect(x.position(0)?.quantity).toBe('10');
      await x.mark('80.5');
      expect(x.position(0)).toBeUndefined();
    });
    it('sees money that has gone by another way also where reading it has failed at first', async () => {
      await open({ funds: '200' });
      await x.place(0, { side: 'long', quantity: '10' });
      const owner = x.users[0] ?? 0;
      await db().transaction((tx) =>
        post(tx, { code: 'transfer', refType: 'test', refId: `gone-${owner}` }, 1, [
          { account: { owner, kind: 'futures', asset: 'USDT' }, amount: '-100' },
          { account: { owner, kind: 'spot', asset: 'USDT' }, amount: '100' },
        ]),
      );
      x.perpetuals.received(`user:${owner}`);
      x.breakWhen((text) => text.includes('from account'));
      await x.mark('92');
      x.breakWhen(undefined);
      x.logged.length = 0;
      await x.mark('91.5');
      await x.mark('90');
      expect(x.position(0)).toBeUndefined();
    });
  });

  it('goes on after a restart where it was cut off', async () => {
    await open({ funds: '100000' });
    await isolated(0, 'long', '1000', 10);
    let left = 1;
    x.breakWhen((text) => text.includes('futures_write') && left-- <= 0);
    await x.mark('90.2');
    expect(await steps()).toHaveLength(1);
    x.logged.length = 0;
    const { users, clock, market } = x;
    await x.stop();
    x = await openFutures(db(), [perpetualPair(market.replace('-USDT-PERP', ''))], { users, clock });
    expect(x.position(0)).toBeDefined();
    await x.mark('90.2');
    expect(await steps()).toEqual(['reduce', 'reduce']);
    await x.mark('89.2');
    expect(x.position(0)).toBeUndefined();
    expect(await steps()).toEqual(['reduce', 'reduce', 'close', 'insurance']);
  });
});

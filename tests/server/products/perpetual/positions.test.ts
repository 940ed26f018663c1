import { afterEach, describe, expect, it } from 'vitest';
import type { Dec } from '../../../../domain/index.ts';
import { withDatabase } from '../../../support/databases.ts';
import type { Futures, Setup } from '../../../support/perpetual.ts';
import { flawsOf, openFutures, perpetualPair } from '../../../support/perpetual.ts';
import { codeOf } from '../../../support/spot.ts';

withDatabase('positions', (db) => {
  let x: Futures;
  const open = async (setup: Setup = {}, pairs = [perpetualPair()]): Promise<Futures> => {
    x = await openFutures(db(), pairs, setup);
    for (const [, { id }] of pairs) await x.mark('100', { id });
    return x;
  };
  afterEach(async () => {
    expect(await flawsOf(x)).toEqual([]);
    expect(x.logged).toEqual([]);
    await x.stop();
  });

  describe('a position', () => {
    it('is opened at the book, added to, closed in part and in full', async () => {
      await open();
      const opened = await x.place(0, { side: 'long', quantity: '2' });
      expect(opened.order).toMatchObject({ status: 'filled', filled: '2', fee: '0.10001' });
      expect(opened.position).toMatchObject({
        side: 'long',
        mode: 'cross',
        leverage: 20,
        quantity: '2',
        cost: '200.02',
      });
      expect(await x.money(0)).toEqual(['9999.89999', '0']);
      await x.mark('110');
      await x.place(0, { side: 'long', quantity: '2' });
      expect(x.position(0)).toMatchObject({ quantity: '4', cost: '420.04' });
      // So far: price P/L of the half, less all fees until now.
      expect((await x.close(0, { share: '0.5' })).net).toBe('9.63999');
      // Sold 2 at 109.99 that had cost 105.01 each.
      expect(x.position(0)).toMatchObject({
        quantity: '2',
        cost: '210.02',
        closedQuantity: '2',
        realised: { price: '9.96', fees: '-0.32001', funding: '0' },
      });
      // All that it has brought, as the balance has moved from 10,000.
      expect((await x.close(0)).net).toBe('19.49');
      expect(x.position(0)).toBeUndefined();
      expect((await x.positions(0))[0]).toMatchObject({
        quantity: '0',
        margin: '0',
        closedQuantity: '4',
        closedCost: '420.04',
        closedValue: '439.96',
        end: 'closed',
      });
      expect(await x.money(0)).toEqual(['10019.49', '0']);
      const fills = await x.fills(0);
      expect(fills.map(({ profit }) => profit)).toEqual(['9.96', '9.96', '0', '0']);
      expect(fills.map(({ fee }) => fee)).toEqual(['0.10999', '0.10999', '0.11001', '0.10001']);
    });
    it('turns over with one order, and is another one then', async () => {
      await open();
      const { position: long } = await x.place(0, { side: 'long', quantity: '2' });
      const { position: short, fills } = await x.place(0, { side: 'short', quantity: '5' });
      expect(short).toMatchObject({ side: 'short', quantity: '3', cost: '299.97', realised: { price: '0' } });
      expect(short?.id).not.toBe(long?.id);
      expect(fills.map(({ position, quantity }) => [position, quantity])).toEqual([
        [long?.id, '2'],
        [short?.id, '3'],
      ]);
      expect((await x.positions(0))[1]).toMatchObject({ id: long?.id, end: 'turned', closedQuantity: '2' });
    });
    it('is reversed with one click', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2' });
      expect((await x.reverse(0)).position).toMatchObject({ side: 'short', quantity: '2' });
      expect((await x.reverse(0)).position).toMatchObject({ side: 'long', quantity: '2' });
    });
    it('has its isolated margin in the ledger, and gives back what a closed part had', async () => {
      await open();
      await x.terms(0, { mode: 'isolated', leverage: 10 });
      await x.place(0, { side: 'short', quantity: '3' });
      expect(x.position(0)).toMatchObject({ mode: 'isolated', leverage: 10, margin: '29.997' });
      expect((await x.money(0))[1]).toBe('29.997');
      await x.margin(0, '10');
      expect((await x.money(0))[1]).toBe('39.997');
      await x.close(0, { quantity: '1' });
      expect(x.position(0)?.margin).toBe('26.66466667');
      expect((await x.money(0))[1]).toBe('26.66466667');
      expect(await codeOf(x.margin(0, '-10'))).toBe('marginNeeded');
      await x.margin(0, '-6');
      await x.close(0);
      expect((await x.money(0))[1]).toBe('0');
    });
    it('is closed by a limit order that rests, and by the rest of what one click finds', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2' });
      const { order } = await x.close(0, { type: 'limit', price: '105', quantity: '1.5' });
      expect(order).toMatchObject({ status: 'open', reduceOnly: true, origin: 'close' });
      await x.close(0, { quantity: '1' });
      // One is left, and the resting order shrinks to it.
      expect((await x.orders(0)).find(({ id }) => id === order.id)).toMatchObject({
        status: 'open',
        quantity: '1',
        reason: 'endedByReduction',
      });
      expect((await x.closeAll(0)).closed).toMatchObject([
        { market: x.market, position: null, refusal: null },
      ]);
      expect((await x.orders(0)).find(({ id }) => id === order.id)?.status).toBe('cancelled');
      expect((await x.closeAll(0)).closed).toEqual([]);
    });
    it('stays open where nobody is on the other side, while others are closed with the same click', async () => {
      const pairs = [perpetualPair(), perpetualPair()];
      await open({}, pairs);
      const [a = '', b = ''] = pairs.map(([, { id }]) => id);
      await x.place(0, { market: a, side: 'long', quantity: '1' });
      await x.place(0, { market: b, side: 'long', quantity: '1' });
      await x.mark('101', { id: a });
      x.source.setBook(a, { bids: [], asks: [] });
      const { closed } = await x.closeAll(0);
      expect(closed).toMatchObject([
        { market: a, refusal: 'noLiquidity', position: { quantity: '1' } },
        { market: b, refusal: null, position: null },
      ]);
    });
  });

  describe('an order', () => {
    it('rests with its margin put aside, and is filled by what the venue prints', async () => {
      await open();
      const { order } = await x.place(0, {
        side: 'long',
        quantity: '2',
        price: '95',
        takeProfit: '120',
        stopLoss: '90',
      });
      expect(order).toMatchObject({ status: 'open', mode: 'cross' });
      // 190 / 20 and the fee of a maker.
      expect(await x.money(0)).toEqual(['10000', '9.538']);
      x.source.trade(x.market, '94.99', '1', 'sell');
      await x.pass(0);
      expect(x.position(0)).toMatchObject({ quantity: '2', cost: '190' });
      expect(await x.money(0)).toEqual(['9999.962', '0']);
      expect((await x.orders(0)).filter(({ group }) => group !== null)).toMatchObject([
        { trigger: { kind: 'stop', price: '90', source: 'last' }, quantity: null, status: 'waiting' },
        { trigger: { kind: 'profit', price: '120' }, quantity: null, status: 'waiting' },
      ]);
    });
    it('trades with another user before the house', async () => {
      await open();
      await x.place(0, { side: 'long', quantity: '2', price: '100' });
      const { fills } = await x.place(1, { side: 'short', quantity: '3' });
      expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual([
        ['100', '2'],
        ['99.99', '1'],
      ]);
      expect(x.position(0)).toMatchObject({ side: 'long', quantity: '2' });
      expect((await x.fills(0))[0]).toMatchObject({ role: 'maker', fee: '0.04' });
    });
    it('of a maker who cannot afford it any more ends, and nobody trades at its price', async () => {
      await open({ funds: '100' });
      await x.place(0, { side: 'long', quantity: '12', price: '100' });
      const side = await x.place(0, { side: 'long', quantity: '6' });
      expect(side.order.status).toBe('filled');
      await x.mark('95', { depth: null });
      // A wide spread: a user with two accounts would sell to the house at a price of their own.
      x.source.setBook(x.market, { bids: [['97', '5']], asks: [['103', '5']] });
      const { order, fills } = await x.place(1, { side: 'short', quantity: '12' });
      expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual([['97', '5']]);
      expect(order).toMatchObject({ status: 'expired', filled: '5' });
      expect(x.position(0)?.quantity).toBe('6');
      expect((await x.orders(0)).at(-1)).toMatchObject({
        status: 'cancelled',
        reason: 'insufficientBalance',
      });
    });
    it('takes no more of the house than it can bear', async () => {
      await open({ funds: '10000000' }, [perpetualPair('BTC')]);
      x.source.setBook(x.market, { bids: [['99.99', '300000']], asks: [['100.01', '300000']] });
      await x.terms(0, { leverage: 10 });
      const { order } = await x.place(0, { side: 'long', quantity: '250000' });
      expect(order).toMatchObject({ status: 'expired', filled: '200000' });
      expect(await codeOf(x.place(1, { side: 'long', quantity: '1' }))).toBe('noLiquidity');
      expect((await x.place(1, { side: 'short', quantity: '1' })).order.status).toBe('filled');
      await x.close(0);
      await x.close(1);
    });
    it('that only closes is cut, and never opens', async () => {
      await open();
      expect(await codeOf(x.place(0, { side: 'short', quantity: '1', reduceOnly: true }))).toBe(
        'positionNone',
      );
      await x.place(0, { side: 'long', quantity: '1' });
      expect(await codeOf(x.place(0, { side: 'long', quantity: '1', reduceOnly: true }))).toBe(
        'positionNone',
      );
      expect((await x.place(0, { side: 'short', quantity: '5', reduceOnly: true })).order.filled).toBe('1');
      expect(x.position(0)).toBeUndefined();
    });
    it('that waits acts when its price is reached, and asks for its margin then', async () => {
      await open();
      const stop = { price: '105', source: 'last', kind: 'stop' } as const;
      const { order } = await x.place(0, { side: 'long', quantity: '2', trigger: stop });
      expect(order).toMatchObject({ status: 'waiting', filled: '0' });
      await x.mark('104.99');
      expect(x.position(0)).toBeUndefined();
      await x.mark('105');
      expect(x.position(0)).toMatchObject({ quantity: '2', cost: '210.02' });
      await x.place(0, { side: 'long', quantity: '1900', trigger: { ...stop, price: '106' } });
      await x.mark('106');
      expect((await x.orders(0))[0]).toMatchObject({ status: 'cancelled', reason: 'leverageTooHigh' });
    });
    it.each<[string, Parameters<Futures['place']>[1], string]>([
      ['of nothing', { side: 'long', quantity: '0' }, 'amountZero'],
      ['off the lot', { side: 'long', quantity: '0.0001' }, 'orderLot'],
      ['off the tick', { side: 'long', quantity: '1', price: '99.001' }, 'orderTick'],
      ['far from the market', { side: 'long', quantity: '1', price: '501' }, 'orderBand'],
      ['that nobody can pay', { side: 'long', quantity: '2000', price: '100' }, 'leverageTooHigh'],
      ['beyond the last tier', { side: 'long', quantity: '60000', price: '100' }, 'positionTooLarge'],
      [
        'that only makes and would take',
        { side: 'long', quantity: '1', price: '101', postOnly: true },
        'orderWouldTake',
      ],
      [
        'with a stop-loss above it',
        { side: 'long', quantity: '1', price: '99', stopLoss: '99.01' },
        'stopLossAboveOpen',
      ],
      [
        'with a take-profit below it',
        { side: 'long', quantity: '1', price: '99', takeProfit: '98' },
        'takeProfitBelowOpen',
      ],
      [
        'with a stop-loss below it',
        { side: 'short', quantity: '1', price: '101', stopLoss: '100' },
        'stopLossBelowOpen',
      ],
      [
        'with a take-profit above it',
        { side: 'short', quantity: '1', price: '101', takeProfit: '102' },
        'takeProfitAboveOpen',
      ],
      [
        'whose trigger has passed',
        { side: 'long', quantity: '1', trigger: { price: '99', source: 'mark', kind: 'stop' } },
        'triggerPassed',
      ],
      ['without a price', { side: 'long', quantity: '1', type: 'limit' }, 'priceInvalid'],
    ])('%s is refused and changes nothing', async (_, request, code) => {
      await open();
      expect(await codeOf(x.place(0, request))).toBe(code);
      expect(await x.money(0)).toEqual(['10000', '0']);
      expect(await x.orders(0)).toEqual([]);
    });
    it('costs more than there is, by what nobody has', async () => {
      await open({ funds: '100' });
      // 20 × 100 less fees: the most is 19.79… at a limit of 100.
      expect(await codeOf(x.place(0, { side: 'long', quantity: '19.9', price: '100' }))).toBe(
        'insufficientBalance',
      );
      await x.place(0, { side: 'long', quantity: '19', price: '99' });
      expect(await codeOf(x.place(0, { side: 'short', quantity: '2', price: '101' }))).toBe(
        'insufficientBalance',
      );
    });
    it('is taken in no market that is closed, silent or none', async () => {
      await open();
      const request = { side: 'long', quantity: '1' } as const;
      expect(await codeOf(x.place(0, { ...request, market: 'NONE-USDT-PERP' }))).toBe('marketUnknown');
      expect(await codeOf(x.place(0, { ...request, market: x.market.replace('-PERP', '') }))).toBe(
        'marketUnknown',
      );
      x.source.setStatus(x.market, 'closed');
      expect(await codeOf(x.place(0, request))).toBe('marketClosed');
      x.source.setStatus(x.market, 'open');
      await x.pass(6_000);
      expect(await codeOf(x.place(0, request))).toBe('marketStale');
    });
    it('acts once under its key', async () => {
      await open();
      const request = { side: 'long', quantity: '1' } as const;
      const key = `once-${x.users[0]}-key`;
      const answers = await Promise.all([1, 2, 3].map(() => x.place(0, request, key)));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(x.position(0)?.quantity).toBe('1');
      expect(await codeOf(x.place(0, { ...request, quantity: '2' }, key))).toBe('keyReused');
    });
    it('leaves nothing behind when the database fails, and may be sent again', async () => {
      await open();
      await x.place(1, { side: 'long', quantity: '1', price: '99' });
      x.breakWhen((text) => text.includes('futures_write'));
      await expect(x.place(0, { side: 'short', quantity: '3', price: '98' })).rejects.toThrow('gone');
      x.breakWhen(undefined);
      expect(x.position(0)).toBeUndefined();
      expect((await x.place(0, { side: 'short', quantity: '3', price: '98' })).order.filled).toBe('3');
      expect(x.position(0)?.cost).toBe('299.97');
    });
  });

  describe('leverage and margin mode', () => {
    it('change while nothing stands against it', async () => {
      await open();
      expect((await x.terms(0, { leverage: 50 })).terms).toMatchObject({ mode: 'cross', leverage: 50 });
      expect(await codeOf(x.terms(0, { leverage: 51 }))).toBe('leverageInvalid');
      await x.place(0, { side: 'long', quantity: '90' });
      expect(await codeOf(x.terms(0, { mode: 'isolated' }))).toBe('termsFixed');
      await x.mark('112');
      expect(await codeOf(x.terms(0, { leverage: 40 }))).toBe('leverageTooHigh');
      expect((await x.terms(0, { leverage: 25 })).position).toMatchObject({ leverage: 25 });
      expect((await x.state(0)).terms).toEqual([{ market: x.market, mode: 'cross', leverage: 25 }]);
      await x.close(0);
      await x.place(0, { side: 'long', quantity: '1', price: '99' });
      expect(await codeOf(x.terms(0, { mode: 'isolated' }))).toBe('termsFixed');
    });
    it('less leverage takes the margin that is missing, more keeps what is there', async () => {
      await open({ funds: '60' });
      await x.terms(0, { mode: 'isolated', leverage: 20 });
      await x.place(0, { side: 'long', quantity: '5' });
      const margin = (): Dec | undefined => x.position(0)?.margin;
      expect(margin()).toBe('25.0025');
      expect((await x.terms(0, { leverage: 10 })).position?.margin).toBe('50.005');
      expect(await codeOf(x.terms(0, { leverage: 5 }))).toBe('insufficientBalance');
      await x.terms(0, { leverage: 20 });
      expect(margin()).toBe('50.005');
    });
    it('of a cross position ask for what is available', async () => {
      await open({ funds: '60' });
      await x.place(0, { side: 'long', quantity: '5' });
      expect(await codeOf(x.terms(0, { leverage: 5 }))).toBe('insufficientBalance');
      await x.terms(0, { leverage: 10 });
      expect(await codeOf(x.margin(0, '1'))).toBe('marginCross');
      expect(await codeOf(x.margin(1, '1'))).toBe('positionNone');
    });
  });
});

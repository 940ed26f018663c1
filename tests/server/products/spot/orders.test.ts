import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Book } from '../../../../domain/index.ts';
import { D } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import type { Answer, TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const MARKET = 'BTC-USDT';
let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterEach(async () => expect(await verifyLedger(x.db)).toEqual([]));
afterAll(() => x.close());

const bookNow = async (): Promise<Book> => {
  const { data } = await x.ask('market.snapshot', { ch: [`book:${MARKET}`] });
  return { bids: data.snaps[0].d.b, asks: data.snaps[0].d.a };
};
const place = (user: User, order: object, key = x.newKey()): Promise<Answer> =>
  x.ask('spot.place', { market: MARKET, ...order }, { token: user.token, key });
const send = (name: 'spot.amend' | 'spot.cancel' | 'spot.cancelAll', user: User, body: object) =>
  x.ask(name, body, { token: user.token, key: x.newKey() });
const orderNow = async (user: User, id: number) =>
  (await x.ask('spot.order', { id }, { token: user.token })).data;
async function moneyOf(user: User): Promise<Record<string, [posted: string, held: string]>> {
  const { balances } = (await x.ask('account.balances', {}, { token: user.token })).data;
  return Object.fromEntries(
    balances
      .filter(({ account }: { account: string }) => account === 'spot')
      .map(({ asset, posted, held }: { asset: string; posted: string; held: string }) => [
        asset,
        [posted, held],
      ]),
  );
}
/** A price well below or above the market, on the tick. */
const away = async (share: string): Promise<string> => {
  const { bids } = await bookNow();
  return new D(bids[0]?.[0] ?? 0).times(share).toDecimalPlaces(0).toFixed();
};

describe('a market order', () => {
  it('trades at once with the house, at prices of the book, for a fee of what it gets', async () => {
    const user = await x.newUser();
    const { status, data } = await place(user, { side: 'buy', type: 'market', quantity: '0.01' });
    expect(status).toBe(200);
    expect(data.order).toMatchObject({ status: 'filled', filled: '0.01', fee: '0.00001', feeAsset: 'BTC' });
    const money = await moneyOf(user);
    const spent = new D(10_000).minus(money['USDT']?.[0] ?? 0);
    expect(new D(data.order.filledTotal).toDecimalPlaces(8, D.ROUND_UP).toFixed()).toBe(spent.toFixed());
    expect(money).toMatchObject({ BTC: ['0.10999', '0'], USDT: [expect.any(String), '0'] });
    const kinds = (await x.ask('account.records', { kind: 'trade' }, { token: user.token })).data.rows;
    expect(kinds).toHaveLength(2 * data.fills.length);
  });
  it('may spend a total, and never more', async () => {
    const user = await x.newUser();
    const { data } = await place(user, { side: 'buy', type: 'market', total: '10000' });
    expect(data.order.status).toBe('filled');
    const left = new D((await moneyOf(user))['USDT']?.[0] ?? 0);
    expect(left.gte(0)).toBe(true);
    expect(left.lt(5)).toBe(true);
  });
  it('sells all there is', async () => {
    const user = await x.newUser();
    const { data } = await place(user, { side: 'sell', type: 'market', quantity: '0.1' });
    expect(data.order).toMatchObject({ status: 'filled', feeAsset: 'USDT' });
    expect((await moneyOf(user))['BTC']).toEqual(['0', '0']);
  });
  it.each([
    [{ quantity: '0' }, 'amountZero'],
    [{ quantity: '-1' }, 'bodyInvalid'],
    [{ quantity: '0.000000001' }, 'orderLot'],
    [{ quantity: '1000' }, 'insufficientBalance'],
    [{ total: '10001' }, 'insufficientBalance'],
    [{ total: '1' }, 'orderTotal'],
    [{}, 'amountInvalid'],
    [{ quantity: '0.01', total: '5' }, 'amountInvalid'],
    [{ quantity: '0.01', market: 'NO-SUCH' }, 'marketUnknown'],
    [{ quantity: '0.01', fee: '-1' }, 'bodyInvalid'],
    [{ quantity: '0.01', status: 'filled' }, 'bodyInvalid'],
  ])('with %j is %s', async (more, code) => {
    const user = await x.newUser();
    const before = await moneyOf(user);
    expect((await place(user, { side: 'buy', type: 'market', ...more })).code).toBe(code);
    expect(await moneyOf(user)).toEqual(before);
  });
});

describe('a limit order', () => {
  it('rests with its money put aside, is seen in the book, and gives it back when it is revoked', async () => {
    const user = await x.newUser();
    const price = await away('0.9');
    const { data } = await place(user, { side: 'buy', type: 'limit', price, quantity: '0.05' });
    expect(data.order).toMatchObject({ status: 'open', filled: '0', price, version: expect.any(Number) });
    const held = new D(price).times('0.05').toFixed();
    expect((await moneyOf(user))['USDT']).toEqual(['10000', held]);
    const cancelled = await send('spot.cancel', user, { id: data.order.id });
    expect(cancelled.data.order).toMatchObject({ status: 'cancelled', filled: '0' });
    expect((await moneyOf(user))['USDT']).toEqual(['10000', '0']);
    expect((await send('spot.cancel', user, { id: data.order.id })).code).toBe('orderClosed');
  });
  it('never trades with its owner: what stood in the way ends', async () => {
    const user = await x.newUser();
    const price = await away('0.95');
    const resting = await place(user, { side: 'buy', type: 'limit', price, quantity: '0.01' });
    await place(user, { side: 'sell', type: 'limit', tif: 'IOC', price, quantity: '0.1' });
    const { order } = await orderNow(user, resting.data.order.id);
    expect(order.filled).toBe('0');
    const { rows } = (await x.ask('spot.fills', {}, { token: user.token })).data;
    expect(rows.every((fill: { order: number }) => fill.order !== resting.data.order.id)).toBe(true);
    await send('spot.cancelAll', user, {});
  });
  it.each([
    [{ tif: 'FOK', quantity: '0.05' }, 'orderUnfillable', '0.9'],
    [{ postOnly: true, quantity: '0.05' }, 'orderWouldTake', '1.05'],
    [{ quantity: '0.05', price: '500' }, 'orderBand', '0.9'],
    [{ quantity: '0.05', price: '50000.001' }, 'orderTick', '0.9'],
    [{ quantity: '0.0000001' }, 'orderLot', '0.9'],
    [{ quantity: '5' }, 'insufficientBalance', '0.9'],
    // What an order of its type does not have is not dropped in silence.
    [{ type: 'market', quantity: '0.05' }, 'orderOptions', '0.9'],
    [{ stopPrice: '50000', quantity: '0.05' }, 'orderOptions', '0.9'],
  ])('with %j is %s', async (more, code, share) => {
    const user = await x.newUser();
    const body = { side: 'buy', type: 'limit', price: await away(share), ...more };
    expect((await place(user, body)).code).toBe(code);
    expect((await moneyOf(user))['USDT']).toEqual(['10000', '0']);
  });
  it('with immediate-or-cancel lapses with what it could not take', async () => {
    const user = await x.newUser();
    const body = { side: 'buy', type: 'limit', tif: 'IOC', price: await away('0.9'), quantity: '0.01' };
    const { data } = await place(user, body);
    expect(data.order).toMatchObject({ status: 'expired', filled: '0' });
    expect((await moneyOf(user))['USDT']).toEqual(['10000', '0']);
  });
});

describe('an open order', () => {
  it('can be made smaller, larger and moved; what is put aside follows', async () => {
    const user = await x.newUser();
    const [low, lower] = [await away('0.9'), await away('0.8')];
    const { id } = (await place(user, { side: 'buy', type: 'limit', price: low, quantity: '0.05' })).data
      .order;
    for (const [change, price, quantity] of [
      [{ quantity: '0.02' }, low, '0.02'],
      [{ quantity: '0.1' }, low, '0.1'],
      [{ price: lower }, lower, '0.1'],
    ] as const) {
      const { data } = await send('spot.amend', user, { id, ...change });
      expect(data.order).toMatchObject({ price, quantity, status: 'open' });
      expect((await moneyOf(user))['USDT']).toEqual(['10000', new D(price).times(quantity).toFixed()]);
    }
    expect((await send('spot.amend', user, { id, quantity: '10' })).code).toBe('insufficientBalance');
    expect((await send('spot.amend', user, { id, quantity: '0' })).code).toBe('amountZero');
    await send('spot.cancel', user, { id });
    expect((await moneyOf(user))['USDT']).toEqual(['10000', '0']);
  });
  it('of somebody else does not exist', async () => {
    const [owner, other] = [await x.newUser(), await x.newUser()];
    const body = { side: 'buy', type: 'limit', price: await away('0.9'), quantity: '0.01' };
    const { id } = (await place(owner, body)).data.order;
    expect((await send('spot.cancel', other, { id })).code).toBe('notFound');
    expect((await send('spot.amend', other, { id, quantity: '1' })).code).toBe('notFound');
    expect((await x.ask('spot.order', { id }, { token: other.token })).code).toBe('notFound');
    expect((await orderNow(owner, id)).order.status).toBe('open');
    await send('spot.cancelAll', owner, {});
  });
  it('is revoked with all others, or those of one market', async () => {
    const user = await x.newUser();
    const price = await away('0.9');
    for (let i = 0; i < 3; i++) await place(user, { side: 'buy', type: 'limit', price, quantity: '0.01' });
    expect((await send('spot.cancelAll', user, { market: 'ETH-USDT' })).data.cancelled).toEqual([]);
    expect((await send('spot.cancelAll', user, { market: MARKET })).data.cancelled).toHaveLength(3);
    expect((await moneyOf(user))['USDT']).toEqual(['10000', '0']);
  });
  it('ends when its owner is frozen', async () => {
    const user = await x.newUser();
    const body = { side: 'buy', type: 'limit', price: await away('0.9'), quantity: '0.01' };
    const { id } = (await place(user, body)).data.order;
    await x.db.query('update app_user set frozen_at = 1 where uid = $1', [user.uid]);
    await expect
      .poll(() => x.db.query('select status, reason from spot_order where id = $1', [id]), {
        timeout: 10_000,
      })
      .toEqual([{ status: 'cancelled', reason: 'accountFrozen' }]);
  });
});

describe('the same key', () => {
  it('places one order, however often it is sent at once', async () => {
    const user = await x.newUser();
    const body = { side: 'buy', type: 'limit', price: await away('0.9'), quantity: '0.01' };
    const key = x.newKey();
    const answers = await Promise.all([1, 2, 3, 4].map(() => place(user, body, key)));
    expect(new Set(answers.map(({ data }) => data.order.id)).size).toBe(1);
    expect((await place(user, { ...body, quantity: '0.02' }, key)).code).toBe('keyReused');
    const { rows } = (await x.ask('spot.orders', {}, { token: user.token })).data;
    expect(rows).toHaveLength(1);
    await send('spot.cancelAll', user, {});
  });
});

describe('fifty orders for the whole balance at once', () => {
  it('leave one open', async () => {
    const user = await x.newUser();
    const price = await away('0.9');
    const quantity = new D(10_000).div(price).toDecimalPlaces(4, D.ROUND_DOWN).toFixed();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => place(user, { side: 'buy', type: 'limit', price, quantity })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'insufficientBalance')).toHaveLength(49);
    await send('spot.cancelAll', user, {});
    expect((await moneyOf(user))['USDT']).toEqual(['10000', '0']);
  });
});

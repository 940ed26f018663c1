import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../../../domain/contract/index.ts';
import { calls, MarkRow, PrivateData, PrivateSnapshot } from '../../../../domain/contract/index.ts';
import { D } from '../../../../domain/index.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

const MARKET = 'BTC-USDT-PERP';
let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(async () => {
  expect(await verifyLedger(x.db)).toEqual([]);
  await x.close();
});

const ask = (user: User, name: CallName, body: object = {}) =>
  x.ask(name, body, { token: user.token, key: x.newKey() });
/** Asks, and reads the answer with the schema that its call declares. */
async function done(user: User, name: CallName, body: object = {}) {
  const answer = await ask(user, name, body);
  expect([name, answer.code]).toEqual([name, 200]);
  expect(v.safeParse(calls[name].response, answer.data).issues).toBeUndefined();
  return answer.data;
}
/** The futures account, as it is booked. */
async function balanceOf(user: User): Promise<{ readonly posted: string }> {
  const { balances } = await done(user, 'account.balances');
  return balances.find(({ account }: { account: string }) => account === 'futures');
}
interface Row {
  readonly filledAt: number;
  readonly createdAt: number;
}
async function listening(user: User) {
  const socket = await x.openSocket();
  const { ticket } = (await x.ask('account.ticket', {}, { token: user.token })).data;
  socket.say({ op: 'auth', id: 1, ticket });
  socket.say({ op: 'sub', id: 2, ch: ['me'] });
  await socket.receives(({ t, id }) => t === 'ok' && id === 2);
  return socket;
}

describe('perpetuals over the wire', () => {
  it('are opened, guarded, added to and closed, and everything is told', async () => {
    const user = await x.newUser();
    const socket = await listening(user);
    const before = (await balanceOf(user)).posted;
    const { terms } = await done(user, 'perpetual.setTerms', {
      market: MARKET,
      mode: 'isolated',
      leverage: 25,
    });
    expect(terms).toEqual({ market: MARKET, mode: 'isolated', leverage: 25 });
    const { position } = await done(user, 'perpetual.place', {
      market: MARKET,
      side: 'long',
      type: 'market',
      quantity: '0.02',
    });
    expect(position).toMatchObject({ side: 'long', mode: 'isolated', leverage: 25, quantity: '0.02' });
    const { guards } = await done(user, 'perpetual.protect', {
      market: MARKET,
      takeProfit: { by: 'roe', value: '2' },
      stopLoss: { by: 'roe', value: '-0.5', source: 'mark' },
    });
    expect(guards).toHaveLength(2);
    const { order: amended } = await done(user, 'perpetual.amendGuard', {
      id: guards[0].id,
      guard: { by: 'roe', value: '3' },
    });
    await done(user, 'perpetual.changeMargin', { market: MARKET, amount: '25' });
    const held = (await done(user, 'account.balances')).positionMargin;
    expect(new D(held).gt(25)).toBe(true);
    const part = await done(user, 'perpetual.close', { market: MARKET, share: '0.5' });
    const reversed = await done(user, 'perpetual.reverse', { market: MARKET });
    const { closed } = await done(user, 'perpetual.closeAll');
    expect(closed).toMatchObject([{ market: MARKET, position: null, refusal: null }]);
    // What each closing has brought in all, opening and closing fees too: at the end it is what the balance has moved by.
    expect(part).toMatchObject({ net: expect.stringMatching(/^-/) });
    const moved = new D((await balanceOf(user)).posted).minus(before).toFixed();
    expect(new D(reversed.net).plus(closed[0].net).toFixed()).toBe(moved);
    expect((await done(user, 'account.balances')).realizedPl).toBe(moved);
    const past = (await done(user, 'perpetual.positions', { live: false })).rows;
    expect(past[1]).toMatchObject({ takeProfit: amended.trigger.price, stopLoss: guards[1].trigger.price });
    expect(past[0]).toMatchObject({ takeProfit: '0', stopLoss: '0' });
    const { rows: orders } = await done(user, 'perpetual.orders');
    const filled = orders.filter(({ status }: { status: string }) => status === 'filled');
    expect(filled.every(({ filledAt, createdAt }: Row) => filledAt >= createdAt)).toBe(true);
    expect(filled).not.toHaveLength(0);
    const { rows } = await done(user, 'perpetual.fills', { limit: 2 });
    expect(rows).toHaveLength(2);
    const version = (await done(user, 'perpetual.positions', { live: false })).rows[0].version;
    await socket.receives(
      ({ ch, d }) =>
        ch === 'me' && d?.type === 'position' && d.body.version === version && d.body.closedAt !== null,
    );
    const emitted = socket.received.filter(({ t, ch }) => t === 'delta' && ch === 'me');
    for (const { d } of emitted) expect(v.safeParse(PrivateData, d).issues).toBeUndefined();
    expect(new Set(emitted.map(({ d }) => d.type))).toEqual(
      new Set(['terms', 'position', 'futuresOrder', 'futuresFill', 'balance']),
    );
    const records = (await done(user, 'account.records', { account: 'futures' })).rows;
    expect(new Set(records.map(({ kind }: { kind: string }) => kind))).toEqual(
      new Set(['playGrant', 'fee', 'realizedPl']),
    );
    socket.end();
  });
  it.each([
    [{ type: 'market', price: '100' }, 'orderOptions'],
    [{ type: 'market', postOnly: true }, 'orderOptions'],
    [{ type: 'market', tif: 'GTC' }, 'orderOptions'],
    [{ type: 'market', tif: 'IOC' }, 200],
    [{ type: 'market', takeProfit: '0' }, 'priceInvalid'],
    [{ type: 'market', stopLoss: '0.00' }, 'priceInvalid'],
    [{ type: 'market', reduceOnly: true, stopLoss: '1' }, 'orderOptions'],
    [{ type: 'limit', price: '200000', takeProfit: '0' }, 'priceInvalid'],
  ])('drop nothing that was asked for: %j', async (change, code) => {
    const user = await x.newUser();
    const request = { market: MARKET, side: 'short', quantity: '0.01', ...change };
    expect((await ask(user, 'perpetual.place', request)).code).toBe(code);
    expect((await done(user, 'perpetual.orders', {})).rows).toHaveLength(code === 200 ? 1 : 0);
  });
  it('are closed at the market without a price', async () => {
    const user = await x.newUser();
    await done(user, 'perpetual.place', { market: MARKET, side: 'long', type: 'market', quantity: '0.02' });
    expect((await ask(user, 'perpetual.close', { market: MARKET, price: '1' })).code).toBe('orderOptions');
  });
  it('rest, are listed and revoked', async () => {
    const user = await x.newUser();
    const rest = { market: MARKET, side: 'short', type: 'limit', price: '200000', quantity: '0.01' };
    const { order } = await done(user, 'perpetual.place', rest);
    await done(user, 'perpetual.place', { ...rest, price: '190000' });
    const snapshot = (await done(user, 'account.balances')).futures;
    expect(snapshot.orders).toHaveLength(2);
    expect((await done(user, 'perpetual.cancel', { id: order.id })).order.status).toBe('cancelled');
    expect((await ask(user, 'perpetual.cancel', { id: order.id })).code).toBe('orderClosed');
    expect((await done(user, 'perpetual.cancelAll', { market: MARKET })).cancelled).toHaveLength(1);
    const { rows, next } = await done(user, 'perpetual.orders', { live: false, limit: 1 });
    expect([rows.length, next]).toEqual([1, rows[0].id]);
    expect((await done(user, 'perpetual.orders', { before: next })).rows).toHaveLength(1);
  });
  it('keep what they need when money is taken out', async () => {
    const user = await x.newUser();
    await done(user, 'perpetual.place', { market: MARKET, side: 'long', type: 'market', quantity: '1' });
    const move = (amount: string) =>
      ask(user, 'account.transfer', { asset: 'USDT', from: 'futures', to: 'spot', amount });
    const before = (await done(user, 'account.balances')).balances;
    expect((await move('9000')).code).toBe('transferMargin');
    expect((await move('10000.00000001')).code).toBe('insufficientBalance');
    expect((await done(user, 'account.balances')).balances).toEqual(before);
    expect((await move('100')).code).toBe(200);
    expect((await ask(user, 'account.resetPlay')).code).toBe('resetBlocked');
    await done(user, 'perpetual.closeAll');
    expect((await ask(user, 'account.resetPlay')).code).toBe(200);
  });
  it('are protected when the connection is lost, and say so', async () => {
    const user = await x.newUser();
    const socket = await listening(user);
    const { absence } = await done(user, 'perpetual.setAbsence', { seconds: 10, action: 'reduceOnly' });
    expect(absence).toMatchObject({ seconds: 10, state: 'armed' });
    expect((await ask(user, 'perpetual.setAbsence', { seconds: 5 })).code).toBe('bodyInvalid');
    expect((await done(user, 'perpetual.state')).absence).toEqual(absence);
    const snap = socket.received.find(({ t, ch }) => t === 'snap' && ch === 'me');
    expect(v.safeParse(PrivateSnapshot, snap?.d).issues).toBeUndefined();
    socket.end();
  });
  it('have a channel of marks, for those who listen and those who poll', async () => {
    const socket = await x.openSocket();
    socket.say({ op: 'sub', id: 1, ch: ['mark'] });
    const snap = await socket.receives(({ t, ch }) => t === 'snap' && ch === 'mark');
    const rows = v.parse(v.array(MarkRow), snap.d);
    expect(rows.map(([id]) => id)).toContain(MARKET);
    await socket.receives(({ t, ch }) => t === 'delta' && ch === 'mark');
    const { snaps } = (await x.ask('market.snapshot', { ch: ['mark'] })).data;
    expect(snaps[0].d).toHaveLength(rows.length);
    expect((await x.ask('perpetual.rates', { market: MARKET })).data).toEqual({ rows: [], next: null });
    socket.end();
  });
  it.each<[CallName, object, string]>([
    ['perpetual.place', { market: MARKET, side: 'long', type: 'market', quantity: '-1' }, 'bodyInvalid'],
    ['perpetual.place', { market: MARKET, side: 'long', type: 'market', quantity: '1e-7' }, 'bodyInvalid'],
    [
      'perpetual.place',
      { market: MARKET, side: 'long', type: 'market', quantity: '1', leverage: 125 },
      'bodyInvalid',
    ],
    [
      'perpetual.place',
      { market: 'constructor', side: 'long', type: 'market', quantity: '1' },
      'marketUnknown',
    ],
    ['perpetual.place', { market: 'BTC-USDT', side: 'long', type: 'market', quantity: '1' }, 'marketUnknown'],
    ['perpetual.setTerms', { market: MARKET, leverage: 0 }, 'bodyInvalid'],
    ['perpetual.setTerms', { market: MARKET, leverage: 2.5 }, 'bodyInvalid'],
    ['perpetual.setTerms', { market: 'NONE', leverage: 2 }, 'marketUnknown'],
    ['perpetual.close', { market: MARKET, share: '0.5' }, 'positionNone'],
    ['perpetual.close', { market: MARKET, share: 'NaN' }, 'bodyInvalid'],
    ['perpetual.reverse', { market: MARKET }, 'positionNone'],
    ['perpetual.changeMargin', { market: MARKET, amount: 'Infinity' }, 'bodyInvalid'],
    ['perpetual.protect', { market: MARKET, stopLoss: { by: 'price', value: '1_000' } }, 'bodyInvalid'],
    ['perpetual.cancel', { id: 1 }, 'notFound'],
    ['perpetual.cancelAll', { market: 'NONE' }, 'marketUnknown'],
  ])('%s with %j is answered with %s', async (name, body, code) => {
    const user = await x.newUser();
    const answer = await ask(user, name, body);
    expect([answer.code, answer.data]).toEqual([code, null]);
    expect(answer.status).toBeLessThan(500);
    expect((await done(user, 'account.balances')).futures.positions).toEqual([]);
  });
});

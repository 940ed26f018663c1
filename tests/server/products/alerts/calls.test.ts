import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
let ann: User;
const add = (body: object) => x.ask('alert.add', body, { token: ann.token });
const alert = { market: 'BTC-USDT', direction: 'above', price: '9999999', repeats: false };

beforeAll(async () => {
  x = await openExchange();
  ann = await x.newUser();
});
afterAll(() => x.close());

describe('the calls about price alerts', () => {
  it.each([
    ['an unknown market', { ...alert, market: 'NO-SUCH' }, 'marketUnknown'],
    ['a price of nothing', { ...alert, price: '0.000' }, 'priceInvalid'],
    ['a price that is there already', { ...alert, price: '1' }, 'alertReached'],
    ['the same from the other side', { ...alert, direction: 'below' }, 'alertReached'],
    ['a price with a sign', { ...alert, price: '-1' }, 'bodyInvalid'],
    ['a price with an exponent', { ...alert, price: '1e9' }, 'bodyInvalid'],
    ['a price that is a number', { ...alert, price: 70000 }, 'bodyInvalid'],
    ['another direction', { ...alert, direction: 'sideways' }, 'bodyInvalid'],
    ['a field of the exchange’s own', { ...alert, state: 'reached' }, 'bodyInvalid'],
    ['somebody else’s number', { ...alert, userId: 1 }, 'bodyInvalid'],
    ['nothing', {}, 'bodyInvalid'],
  ])('refuse %s', async (_, body, code) => {
    const answer = await add(body);
    expect([answer.code, answer.status >= 400 && answer.status < 500]).toEqual([code, true]);
    expect(answer.message).not.toBe('');
  });
  it('keep an alert until it is taken away', async () => {
    const added = (await add({ ...alert, price: '9999999.50' })).data.alert;
    expect(added).toMatchObject({
      price: '9999999.5',
      state: 'waiting',
      fired: 0,
      firedAt: null,
    });
    const list = (body: object) => x.ask('alert.list', body, { token: ann.token });
    expect((await list({})).data).toEqual({ rows: [added], most: 50 });
    expect((await list({ market: 'ETH-USDT' })).data.rows).toEqual([]);
    expect((await x.ask('alert.remove', { id: added.id }, { token: ann.token })).code).toBe(200);
    expect((await list({})).data.rows).toEqual([]);
    expect((await x.ask('alert.remove', { id: added.id }, { token: ann.token })).code).toBe('notFound');
  });
  it('tell the private channel, live and after being away', async () => {
    const { data } = await x.ask('account.ticket', {}, { token: ann.token });
    const socket = await x.openSocket();
    socket.say({ op: 'auth', ticket: data.ticket });
    socket.say({ op: 'sub', ch: ['me'] });
    const snap = await socket.receives(({ t, ch }) => t === 'snap' && ch === 'me');
    const last = Number(x.exchange.source.tickers().find(({ id }) => id === 'BTC-USDT')?.last);
    // So near that the simulated market gets there within moments, on one side or the other; or before it is set.
    const near = [0.000_002, 0.000_01, 0.000_05].flatMap((share) => [
      { ...alert, direction: 'above', price: (last * (1 + share)).toFixed(2) },
      { ...alert, direction: 'below', price: (last * (1 - share)).toFixed(2) },
    ]);
    for (const body of near) await add(body);
    const emitted = await socket.receives(({ d }) => d?.type === 'alert' && d.body.state === 'reached');
    socket.end();
    const again = await x.openSocket();
    const ticket = (await x.ask('account.ticket', {}, { token: ann.token })).data.ticket;
    again.say({ op: 'auth', ticket });
    again.say({ op: 'sub', ch: ['me'], from: { epoch: snap.e, seq: snap.s } });
    const later = await again.receives(({ d }) => d?.type === 'alert' && d.body.state === 'reached');
    again.end();
    expect(later.d.body).toEqual(emitted.d.body);
    const { rows } = (await x.ask('alert.list', {}, { token: ann.token })).data;
    expect(rows).toContainEqual(emitted.d.body);
  }, 60_000);
});

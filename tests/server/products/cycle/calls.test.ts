import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Answer, TestExchange, User } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
let owner: User;
let other: User;
beforeAll(async () => {
  x = await openExchange();
  [owner, other] = [await x.newUser(), await x.newUser()];
});
afterAll(() => x.close());

const buy = async (user: User, more: object = {}, key = x.newKey()): Promise<Answer> => {
  const { data } = await x.ask('cycle.quote', { asset: 'BTC-USDT', cycle: '1h' }, { token: user.token });
  const body = { quote: data.id, direction: 'up', amount: '25', ...more };
  return x.ask('cycle.buy', body, { token: user.token, key });
};

it('lists what contracts are written on, to anybody', async () => {
  const { status, data } = await x.ask('cycle.assets');
  expect(status).toBe(200);
  expect(data).toMatchObject({ stakeAsset: 'USDT', margin: '0.075', fee: '0' });
  expect(data.cycles).toHaveLength(8);
  const kinds = new Set(data.assets.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toEqual(new Set(['crypto', 'commodity']));
  expect(data.assets).toContainEqual(
    expect.objectContaining({ id: 'BTC-USDT', status: 'open', changesAt: null }),
  );
});

it('is bought once by its key, is listed, and is told on the private channel', async () => {
  const socket = await x.openSocket();
  const { data: own } = await x.ask('account.ticket', {}, { token: owner.token });
  socket.say({ op: 'auth', id: 1, ticket: own.ticket });
  await socket.receives(({ id }) => id === 1);
  socket.say({ op: 'sub', ch: ['me'] });
  await socket.receives(({ t, ch }) => t === 'snap' && ch === 'me');
  const { status, data } = await buy(owner);
  expect(status).toBe(200);
  const { id } = data.contract;
  expect(data.contract).toMatchObject({
    asset: 'BTC-USDT',
    direction: 'up',
    cycle: '1h',
    amount: '25',
    outcome: null,
  });
  await socket.receives(({ ch, d }) => ch === 'me' && JSON.stringify(d).includes('"cycle"'));
  socket.end();
  const { data: list } = await x.ask('cycle.list', { live: true }, { token: owner.token });
  expect(list.rows.map((row: { id: number }) => row.id)).toEqual([id]);
  const { data: records } = await x.ask('account.holds', { asset: 'USDT' }, { token: owner.token });
  expect(JSON.stringify(records)).toContain('"cycle"');
});

it('is its owner’s alone', async () => {
  const { data } = await buy(owner);
  const { id } = data.contract;
  for (const name of ['cycle.detail', 'cycle.receipt'] as const) {
    expect((await x.ask(name, { id }, { token: other.token })).status).toBe(404);
    expect((await x.ask(name, { id })).status).toBe(401);
  }
  expect((await x.ask('cycle.detail', { id }, { token: owner.token })).data.contract.id).toBe(id);
  expect((await x.ask('cycle.receipt', { id }, { token: owner.token })).code).toBe('contractRunning');
  expect((await x.ask('cycle.list', {}, { token: other.token })).data.rows).toEqual([]);
});

it.each([
  [{ buyPrice: '1' }, 'bodyInvalid'],
  [{ rate: '9' }, 'bodyInvalid'],
  [{ openTime: 0 }, 'bodyInvalid'],
  [{ direction: 'sideways' }, 'bodyInvalid'],
  [{ amount: 25 }, 'bodyInvalid'],
  [{ amount: '-25' }, 'bodyInvalid'],
  [{ amount: '0' }, 'amountZero'],
  [{ amount: '1e999' }, 'bodyInvalid'],
  [{ amount: '0.5' }, 'stakeTooSmall'],
  [{ amount: '5000.01' }, 'stakeTooLarge'],
  [{ quote: 'no-such-quote' }, 'quoteExpired'],
])('refuses a purchase with %j: %s', async (more, code) => {
  expect((await buy(other, more)).code).toBe(code);
});

it('needs a key', async () => {
  const { data } = await x.ask('cycle.quote', { asset: 'BTC-USDT', cycle: '1h' }, { token: other.token });
  const body = { quote: data.id, direction: 'up', amount: '5' };
  expect((await x.ask('cycle.buy', body, { token: other.token })).code).toBe('keyMissing');
});

it('gives the recorded index to anybody, in a chain', async () => {
  const { data } = await x.ask('cycle.ticks', { asset: 'BTC-USDT' });
  expect(data.before).toBe('0'.repeat(64));
  expect(data.ticks.map(({ seq }: { seq: number }) => seq)).toEqual(
    data.ticks.map((_: unknown, i: number) => i + 1),
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());

const keep = async (token: string, ids: unknown[], version: number) =>
  x.ask('account.keepFavourites', { ids, version }, { token });

it('are kept in their order, for their owner alone, and told to the other devices', async () => {
  const [user, other] = [await x.newUser(), await x.newUser()];
  const { token, uid } = user;
  expect((await x.ask('account.favourites', {}, { token })).data).toEqual({
    uid,
    ids: [],
    lists: [],
    version: 0,
  });
  const ids = ['SOL-USDT', 'BTC-USDT'];
  expect((await keep(token, ids, 0)).data).toEqual({ uid, ids, lists: [], version: 1, isKept: true });
  const device = (await x.logIn(user)).data.token;
  expect((await x.ask('account.favourites', {}, { token: device })).data).toEqual({
    uid,
    ids,
    lists: [],
    version: 1,
  });
  expect((await x.ask('account.favourites', {}, { token: other.token })).data.ids).toEqual([]);
  const published = await x.db.query<{ body: unknown }>("select body from outbox where type = 'favourites'");
  expect(published.map(({ body }) => body)).toEqual([{ version: 1 }]);
});

it('of two devices that change them at once: one is first, the other is told what was kept', async () => {
  const { token, uid } = await x.newUser();
  const lists = [['BTC-USDT'], ['ETH-USDT'], ['SOL-USDT']];
  const answers = await Promise.all(lists.map((ids) => keep(token, ids, 0)));
  const [first, ...others] = answers.filter(({ data }) => data.isKept);
  expect(others).toEqual([]);
  for (const { data } of answers.filter(({ data }) => !data.isKept))
    expect(data).toEqual({ uid, ids: first?.data.ids, lists: [], version: 1, isKept: false });
  expect((await keep(token, ['BTC-USDT', 'ETH-USDT'], 1)).data).toMatchObject({ version: 2, isKept: true });
  expect((await keep(token, [], 1)).data).toMatchObject({ version: 2, isKept: false });
  expect((await keep(token, [], 2)).data).toMatchObject({ ids: [], version: 3, isKept: true });
});

it('are bounded, and ids alone', async () => {
  const { token } = await x.newUser();
  const many = Array.from({ length: 501 }, (_, i) => `M${i}-USDT`);
  expect((await keep(token, many, 0)).code).toBe('bodyInvalid');
  expect((await keep(token, ['<b>'], 0)).code).toBe('bodyInvalid');
  expect((await keep(token, ['BTC-USDT', 'BTC-USDT'], 0)).code).toBe('bodyInvalid');
  expect((await keep(token, ['BTC-USDT'], 7)).data).toMatchObject({ isKept: false, version: 0, ids: [] });
  expect((await keep(token, many.slice(1), 0)).data).toMatchObject({ isKept: true });
});

describe('watch lists', () => {
  const list = (id: string, ids: string[], name = id) => ({ id: `list0000${id}`, name, ids });
  const storeLists = (token: string, lists: unknown, version: number) =>
    x.ask('account.keepFavourites', { ids: ['BTC-USDT'], lists, version }, { token });

  it('are kept in their order with the favourites, and follow to another device', async () => {
    const user = await x.newUser();
    const { token, uid } = user;
    const lists = [list('b', ['SOL-USDT', 'BTC-USDT'], 'Über 1'), list('a', ['BTC-USDT', 'BTC-USDT-PERP'])];
    const kept = { uid, ids: ['BTC-USDT'], lists, version: 1 };
    expect((await storeLists(token, lists, 0)).data).toEqual({ ...kept, isKept: true });
    const device = (await x.logIn(user)).data.token;
    expect((await x.ask('account.favourites', {}, { token: device })).data).toEqual(kept);
    expect((await storeLists(token, [], 1)).data).toMatchObject({ lists: [], version: 2 });
  });

  it('stay as they are when a page that knows favourites alone keeps those', async () => {
    const { token } = await x.newUser();
    const lists = [list('a', ['ETH-USDT'])];
    await storeLists(token, lists, 0);
    expect((await keep(token, ['SOL-USDT'], 1)).data).toMatchObject({ ids: ['SOL-USDT'], lists, version: 2 });
  });

  it('of two devices at once: one is first, and nothing of the other is kept', async () => {
    const { token } = await x.newUser();
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => storeLists(token, [list(id, [])], 0)));
    const first = answers.filter(({ data }) => data.isKept);
    expect(first).toHaveLength(1);
    for (const { data } of answers) expect(data).toMatchObject({ version: 1, lists: first[0]?.data.lists });
  });

  it('are bounded in number, size and name, and refused when they are not sound', async () => {
    const { token } = await x.newUser();
    const markets = Array.from({ length: 81 }, (_, i) => `M${i}-USDT`);
    const refused = [
      Array.from({ length: 11 }, (_, i) => list(`${i}`, [])),
      [list('a', markets)],
      [list('a', ['BTC-USDT', 'BTC-USDT'])],
      [list('a', []), list('a', [], 'other')],
      [list('a', ['<b>'])],
      [list('a', [], '')],
      [list('a', [], 'x'.repeat(25))],
      [list('a', [], ' a')],
      [list('a', [], 'a\u0000')],
      [list('a', [], '\ud800')],
      [{ ...list('a', []), id: '../../x' }],
      { length: 1 },
    ];
    for (const lists of refused)
      expect([lists, (await storeLists(token, lists, 0)).code]).toEqual([lists, 'bodyInvalid']);
    expect((await storeLists(token, [list('a', markets.slice(1), '💰'.repeat(24))], 0)).data.isKept).toBe(
      true,
    );
  });

  it('of the greatest size fit a request', async () => {
    const { token } = await x.newUser();
    const id = (i: number) => `${`${i}`.padStart(19, 'A')}-${'B'.repeat(20)}`;
    const ids = Array.from({ length: 500 }, (_, i) => id(i));
    const lists = Array.from({ length: 10 }, (_, i) =>
      list(`${i}`, ids.slice(0, 80), `${i}${'💰'.repeat(23)}`),
    );
    const kept = await x.ask('account.keepFavourites', { ids, lists, version: 0 }, { token });
    expect(kept.data.isKept).toBe(true);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
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
  const [person, other] = [await x.newPerson(), await x.newPerson()];
  const { token, uid } = person;
  expect((await x.ask('account.favourites', {}, { token })).data).toEqual({ uid, ids: [], version: 0 });
  const ids = ['SOL-USDT', 'BTC-USDT'];
  expect((await keep(token, ids, 0)).data).toEqual({ uid, ids, version: 1, isKept: true });
  const device = (await x.logIn(person)).data.token;
  expect((await x.ask('account.favourites', {}, { token: device })).data).toEqual({ uid, ids, version: 1 });
  expect((await x.ask('account.favourites', {}, { token: other.token })).data.ids).toEqual([]);
  const published = await x.db.query<{ body: unknown }>("select body from outbox where type = 'favourites'");
  expect(published.map(({ body }) => body)).toEqual([{ version: 1 }]);
});

it('of two devices that change them at once: one is first, the other is told what was kept', async () => {
  const { token, uid } = await x.newPerson();
  const lists = [['BTC-USDT'], ['ETH-USDT'], ['SOL-USDT']];
  const answers = await Promise.all(lists.map((ids) => keep(token, ids, 0)));
  const [first, ...others] = answers.filter(({ data }) => data.isKept);
  expect(others).toEqual([]);
  for (const { data } of answers.filter(({ data }) => !data.isKept))
    expect(data).toEqual({ uid, ids: first?.data.ids, version: 1, isKept: false });
  expect((await keep(token, ['BTC-USDT', 'ETH-USDT'], 1)).data).toMatchObject({ version: 2, isKept: true });
  expect((await keep(token, [], 1)).data).toMatchObject({ version: 2, isKept: false });
  expect((await keep(token, [], 2)).data).toMatchObject({ ids: [], version: 3, isKept: true });
});

it('are bounded, and ids alone', async () => {
  const { token } = await x.newPerson();
  const many = Array.from({ length: 501 }, (_, i) => `M${i}-USDT`);
  expect((await keep(token, many, 0)).code).toBe('bodyInvalid');
  expect((await keep(token, ['<b>'], 0)).code).toBe('bodyInvalid');
  expect((await keep(token, ['BTC-USDT', 'BTC-USDT'], 0)).code).toBe('bodyInvalid');
  expect((await keep(token, ['BTC-USDT'], 7)).data).toMatchObject({ isKept: false, version: 0, ids: [] });
  expect((await keep(token, many.slice(1), 0)).data).toMatchObject({ isKept: true });
});

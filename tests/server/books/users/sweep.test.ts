import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../../domain/index.ts';
import { sweep } from '../../../../server/books/users/sweep.ts';
import type { TestExchange } from '../../../support/exchange.ts';
import { openExchange } from '../../../support/exchange.ts';

let x: TestExchange;
beforeAll(async () => {
  x = await openExchange();
});
afterAll(() => x.close());
const count = async (table: string): Promise<number> => (await x.db.query(`select 1 from ${table}`)).length;
/** What is swept after so many days, by the clock. */
const sweptAfter = (days: number, removed: string[] = []) =>
  sweep({
    db: x.db,
    clock: { now: () => Date.now() + days * DAY_MS, pause: async () => undefined },
    uploads: {
      place: 'folder',
      put: async () => undefined,
      get: async () => new Uint8Array(),
      remove: async (id) => void removed.push(id),
    },
  });
const picture = (id: string, place: string) =>
  x.db.query(
    `insert into upload (id, temporary_hash, width, height, content, place, at)
     values ($1, ''::bytea, 1, 1, case when $2 = 'database' then ''::bytea end, $2, $3)`,
    [id, place, Date.now()],
  );

it('what anybody makes goes when nobody needs it any more, and nothing else', async () => {
  const [user, other] = [await x.newUser(), await x.newUser()];
  await x.ask('account.logout', {}, { token: other.token });
  const keys = Array.from({ length: 50 }, (_, i) => `lost-key-${i}`);
  expect((await x.ask('account.commands', { keys }, { token: user.token })).code).toBe(200);
  const transfer = { from: 'spot', to: 'futures', asset: 'USDT', amount: '1' };
  expect((await x.ask('account.transfer', transfer, { token: user.token, key: 'kept-key-1' })).code).toBe(
    200,
  );
  for (const [id, place] of [
    ['a', 'database'],
    ['b', 'folder'],
    ['c', 's3'],
  ] as const)
    await picture(id, place);
  const before = { codes: await count('code'), tokens: await count('temporary_token') };
  expect([before.codes > 0, before.tokens > 0, await count('command')]).toEqual([true, true, 51]);

  await sweptAfter(0);
  expect([await count('code'), await count('temporary_token'), await count('command')]).toEqual([
    before.codes,
    before.tokens,
    51,
  ]);
  expect([await count('session'), await count('upload')]).toEqual([2, 3]);

  const removed: string[] = [];
  await sweptAfter(2, removed);
  expect([await count('code'), await count('temporary_token'), await count('command')]).toEqual([0, 0, 51]);
  expect([await count('session'), removed]).toEqual([1, ['b']]);
  expect((await x.db.query<{ id: string }>('select id from upload')).map(({ id }) => id)).toEqual(['c']);
  expect((await x.ask('account.profile', {}, { token: user.token })).code).toBe(200);

  await sweptAfter(8);
  expect(await x.db.query('select key from command')).toEqual([{ key: 'kept-key-1' }]);
  await sweptAfter(40);
  expect(await count('session')).toBe(0);
});

it('keys that are asked after are so many in an hour', async () => {
  const own = await openExchange({}, { limitFactor: 1 });
  const { token } = await own.newUser();
  const codes: unknown[] = [];
  for (let call = 0; call < 13; call++) {
    const keys = Array.from({ length: 50 }, (_, i) => `flood-${call}-key-${i}`);
    codes.push((await own.ask('account.commands', { keys }, { token })).code);
  }
  expect(codes).toEqual([...Array(12).fill(200), 'tooManyRequests']);
  await own.close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../../domain/index.ts';
import { endedAmong } from '../../../../server/books/users/sessions.ts';
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

it('a picture that its store does not give up is swept later, and keeps no other one', async () => {
  await x.db.query('delete from upload');
  for (let i = 0; i < 6; i++) await picture(`${i}`, 'folder');
  const before = await x.db.query('select * from upload order by id');
  let isKept = (id: string): boolean => id === '1';
  const tried: string[] = [];
  const round = () =>
    sweep({
      db: x.db,
      clock: { now: () => Date.now() + 2 * DAY_MS, pause: async () => undefined },
      uploads: {
        place: 'folder',
        put: async () => undefined,
        get: async () => new Uint8Array(),
        async remove(id) {
          tried.push(id);
          if (isKept(id)) throw new Error(`${id} stays`);
        },
      },
    });
  await expect(round()).rejects.toThrow('1 stays');
  expect(tried.splice(0)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(await x.db.query('select * from upload')).toEqual([before[1]]);
  // One that is away is left alone until the next round.
  for (let i = 2; i < 6; i++) await picture(`${i}`, 'folder');
  isKept = () => true;
  await expect(round()).rejects.toThrow('1 stays');
  expect([tried.splice(0), await count('upload')]).toEqual([['1', '2', '3'], 5]);
  isKept = () => false;
  await round();
  expect([tried.length, await count('upload')]).toEqual([5, 0]);
});

it('a socket has no user any more when its session has rested, ended or expired', async () => {
  const user = await x.newUser();
  const [row] = await x.db.query<{ id: number; seen: number; end: number }>(
    'select id, seen_at as seen, expires_at as end from session order by id desc limit 1',
  );
  const { id = 0, seen = 0, end = 0 } = row ?? {};
  const ended = (at: number) => endedAmong(x.db, [id, 0], at);
  expect([await ended(seen + 7 * DAY_MS - 1), await ended(seen + 7 * DAY_MS)]).toEqual([[], [id]]);
  await x.db.query('update session set seen_at = $2 where id = $1', [id, end]);
  expect([await ended(end - 1), await ended(end)]).toEqual([[], [id]]);
  await x.ask('account.logout', {}, { token: user.token });
  expect(await ended(seen + 1)).toEqual([id]);
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

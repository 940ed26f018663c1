import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../server/base/db/database.ts';
import { reported } from '../../../server/base/opsAnswer.ts';
import { listActs, recorded } from '../../../server/host/opsActs.ts';
import { ownDatabase } from '../../support/databases.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const clock = new FakeClock();
let db: Database;
let failing: string | undefined;
beforeAll(async () => {
  db = await ownDatabase();
});
beforeEach(() => {
  failing = undefined;
});
afterAll(() => db.close());

const away: Pick<Database, 'query'> = {
  query: (text, params) =>
    failing !== undefined && text.includes(failing)
      ? Promise.reject(new Error('the database is away'))
      : db.query(text, params),
};
const act = (work: () => Promise<ReturnType<typeof reported>>) =>
  recorded({ db: { ...db, ...away }, clock }, { who: 'ann@test', why: '' }, 'users freeze', ['7'], work);
const newest = async (): Promise<string> => {
  const { lines } = await listActs({ db, clock, published: () => undefined }, ['1']);
  return lines[0]?.split('  ').slice(3).join(' ') ?? '';
};

it('what an operator has done is done, also where its end cannot be written down', async () => {
  expect(await act(async () => reported('7 is frozen.'))).toEqual(reported('7 is frozen.'));
  expect(await newest()).toBe('users freeze 7 done');
  failing = 'ops_act_end';
  const { ok, lines } = await act(async () => reported('7 is frozen.'));
  expect([ok, lines[0], lines.length]).toEqual([true, '7 is frozen.', 2]);
  expect(lines[1]).toContain('could not be written down');
  expect(await newest()).toBe('users freeze 7 CUT OFF');
});

it('an act that fails says why, whatever becomes of its record; one without a record is not done', async () => {
  const fails = () => act(() => Promise.reject(new Error('no such user')));
  await expect(fails()).rejects.toThrow('no such user');
  expect(await newest()).toBe('users freeze 7 refused');
  failing = 'ops_act_end';
  await expect(fails()).rejects.toThrow('no such user');
  failing = 'ops_act';
  let isDone = false;
  const done = act(async () => {
    isDone = true;
    return reported('');
  });
  await expect(done).rejects.toThrow('away');
  expect(isDone).toBe(false);
});

import { expect, it } from 'vitest';
import type { Queries } from '../../../../server/base/db/database.ts';
import { singleRow } from '../../../../server/base/db/database.ts';
import { keepClean } from '../../../../server/host/database/upkeep.ts';
import { memoryDatabase } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

const log = {
  error: (error: unknown) => {
    throw error;
  },
};
const ROUNDS = 6;

/** Every row is replaced in each round. */
async function sizesOver(db: Queries, eachRound: () => Promise<unknown>): Promise<number[]> {
  const sizes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await db.query('delete from busy');
    await db.query('insert into busy select i, i from generate_series(1, 5000) i');
    await eachRound();
    const rows = await db.query<{ size: number }>("select pg_relation_size('busy') as size");
    sizes.push(singleRow(rows).size);
  }
  return sizes;
}

it('the database inside this process does not grow when what it keeps does not', async () => {
  const db = await memoryDatabase();
  await db.query('create table busy (id integer primary key, n integer)');
  const [first = 0, ...wild] = await sizesOver(db, async () => undefined);
  expect(wild.at(-1)).toBeGreaterThan(first * (ROUNDS - 1));
  await db.query('truncate busy');
  const clock = new FakeClock();
  const stop = keepClean(db, clock, log);
  // The one query is behind what the clock has set off: they wait for each other's end.
  const tame = await sizesOver(db, async () => {
    await clock.advance(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 0));
    await db.query('select 1');
  });
  stop();
  expect(tame.at(-1)).toBeLessThanOrEqual(first * 3);
  expect(clock.pending).toBe(0);
  await db.close();
});

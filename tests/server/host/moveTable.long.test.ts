import { afterAll, expect, it } from 'vitest';
import type { Database, Queries } from '../../../server/base/db/database.ts';
import { copyTable, sumOf } from '../../../server/host/move/table.ts';
import { memoryDatabase, ownDatabase } from '../../support/databases.ts';

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map((db) => db.close())));
const kept = async (db: Promise<Database>): Promise<Database> => {
  opened.push(await db);
  return db;
};

it('moves pictures a few at a time, as one text of many would be longer than a text may be', async () => {
  const [source, target] = [await kept(memoryDatabase()), await kept(ownDatabase())];
  await source.query(
    `insert into upload (id, temporary_hash, width, height, content, at)
     select 'picture ' || n, '\\x00', 1, 1, decode(repeat('ab', 2_000_000), 'hex'), n from generate_series(1, 6) n`,
  );
  const trips: number[] = [];
  const measured: Queries = {
    query(text, params) {
      const [rows] = params ?? [];
      if (Array.isArray(rows)) trips.push(rows.join('').length);
      return target.query(text, params);
    },
  };
  expect(await copyTable(source, measured, 'upload')).toBe(6);
  expect(Math.max(...trips)).toBeLessThan(17_000_000);
  expect(trips.length).toBeLessThan(4);
  expect(await sumOf(target, 'upload')).toEqual(await sumOf(source, 'upload'));
});

import type { Queries } from '../../server/base/db/database.ts';

/** Rows that have been read so far, by table. */
async function read(db: Queries): Promise<ReadonlyMap<string, number>> {
  await db.query('select pg_stat_force_next_flush()');
  await db.query('select 1');
  await db.query('select pg_stat_clear_snapshot()');
  const rows = await db.query<{ name: string; read: number }>(
    'select relname as name, coalesce(idx_tup_fetch, 0) + seq_tup_read as read from pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, read: count }) => [name, count]));
}

/** What some work reads, by table. */
export async function readBy(
  db: Queries,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const before = await read(db);
  await work();
  return new Map([...(await read(db))].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

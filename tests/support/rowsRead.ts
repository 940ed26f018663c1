import type { Database } from '../../server/base/db/database.ts';
import { onEachConnection } from './connections.ts';

/** Rows that have been read so far, by table. A connection says what it has read when it likes, seconds later at most. */
async function read(db: Database): Promise<ReadonlyMap<string, number>> {
  await onEachConnection(db, (tx) => tx.query('select pg_stat_force_next_flush()'));
  await db.query('select pg_stat_clear_snapshot()');
  const rows = await db.query<{ name: string; read: number }>(
    'select relname as name, coalesce(idx_tup_fetch, 0) + seq_tup_read as read from pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, read: count }) => [name, count]));
}

/** What some work reads, by table. */
export async function readBy(
  db: Database,
  work: () => Promise<unknown>,
): Promise<ReadonlyMap<string, number>> {
  const before = await read(db);
  await work();
  return new Map([...(await read(db))].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
}

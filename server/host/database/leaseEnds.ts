import type pg from 'pg';

/** A process that was stopped keeps its connections, and so its lock: they are ended once it no longer renews. @param stale ms. */
export async function endStaleHolder(client: pg.Client, stale: number): Promise<void> {
  const known = await client.query<{ known: boolean }>(
    "select to_regclass('writer_lease') is not null as known",
  );
  if (!known.rows[0]?.known) return;
  await client.query(
    `select pg_terminate_backend(a.pid) from writer_lease l join pg_stat_activity a
       on a.datname = current_database() and a.application_name = 'tidemark ' || l.holder
     where l.renewed_at < clock_timestamp() - make_interval(secs => $1)`,
    [stale / 1_000],
  );
}

/** @returns how many connections of this name were there. */
export async function endConnections(client: pg.Client, name: string): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [name],
  );
  return rowCount ?? 0;
}

/** Ends the other connections of this name that hold a session lock. */
export async function endLock(client: pg.Client, lock: number, name: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(a.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and a.datname = current_database()
       and a.application_name = $2 and a.pid <> pg_backend_pid()`,
    [lock, name],
  );
}

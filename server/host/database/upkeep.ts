import type { Logger } from 'pino';
import { HOUR_MS } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';

const ROUND_MS = HOUR_MS;

/**
 * A PostgreSQL server clears away dead rows by itself; the one inside this process does not: its folder would grow
 * with every change for ever. @returns undo.
 */
export function keepClean(
  db: Database,
  clock: Pick<ServerClock, 'every' | 'pause'>,
  log: Pick<Logger, 'error'>,
): () => void {
  if (db.engine !== 'pglite') return () => undefined;
  return clock.every(ROUND_MS, () => {
    clean(db, clock).catch((error: unknown) => log.error(error, 'upkeep'));
  });
}

/** One table at a time: waiting transactions run in between. */
async function clean(db: Database, { pause }: Pick<ServerClock, 'pause'>): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  for (const { name } of tables) {
    await db.query(`vacuum (analyze) ${name}`);
    await pause();
  }
}

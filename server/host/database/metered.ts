import type { Database } from '../../base/db/database.ts';
import type { Meter } from '../../base/meter.ts';

/** A database whose queries and transactions are timed. */
export function metered(db: Database, meter: Meter): Database {
  const timed = async <T>(kind: 'query' | 'transaction', work: () => Promise<T>): Promise<T> => {
    const since = meter.seconds();
    try {
      return await work();
    } finally {
      meter.observe('tidemark_database_seconds', { kind }, meter.seconds() - since);
    }
  };
  return {
    ...db,
    query: (text, params) => timed('query', () => db.query(text, params)),
    transaction: (work) => timed('transaction', () => db.transaction(work)),
  };
}

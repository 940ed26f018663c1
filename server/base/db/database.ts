/**
 * Queries a database. `int8` is read as a whole number, `numeric` as text, `bytea` as bytes, `jsonb` as its
 * value.
 */
export interface Queries {
  query<Row>(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
}

/** One PostgreSQL, in this process or elsewhere. */
export interface Database extends Queries {
  readonly engine: 'pglite' | 'postgres';
  /** All of it or nothing; what the work throws is thrown after the rollback. READ COMMITTED. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Whether it can be written to now, as far as is known. */
  isReady(): boolean;
  /** All of it as of one moment, as a packed archive; undefined for a server, which has means of its own. */
  dump?(): Promise<Blob>;
  /** Connections by state; undefined for a database inside this process. */
  /** ms since this exchange last renewed its lease on the database; absent without a lease. */
  leaseAgeMs?(): number;
  connections?(): Readonly<Record<'total' | 'idle' | 'waiting', number>>;
  close(): Promise<void>;
}

/**
 * The database cannot be reached, or this process may not write to it at this moment: a retry may succeed.
 */
export class DatabaseAwayError extends Error {}

/** PostgreSQL's own code of an error, such as 23505; undefined for any other error. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  // Node's own codes, such as EPIPE, have the same form; no class of PostgreSQL's begins with E.
  return code !== undefined && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) ? code : undefined;
}

/** The name of the constraint that refused. */
export const constraintOf = (error: unknown): string | undefined => fieldOf(error, 'constraint');

function fieldOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const value = (error as unknown as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

/** Two transactions that wait for each other, or that cannot be put in a row: one has to begin again. */
const AGAIN = new Set(['40001', '40P01']);
const MOST_TRIES = 12;
const LONGEST_PAUSE_MS = 200;

/**
 * A transaction that begins again when the database requires it. The work must have no effect outside of it.
 */
export async function transact<T>(
  db: Database,
  pause: (ms: number) => Promise<void>,
  work: (tx: Queries) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (tries >= MOST_TRIES || !AGAIN.has(sqlStateOf(error) ?? '')) throw error;
      await pause(Math.min(LONGEST_PAUSE_MS, 2 ** tries * 5));
    }
  }
}

/** The one row that a query must yield. */
export function singleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('the database yielded no row');
  return row;
}

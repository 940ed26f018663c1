/**
 * Queries a database. `int8` is read as a whole number, `numeric` as text, `bytea` as bytes, `jsonb` as its
 * value.
 */
export interface Queries {
  query<Row>(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
}

/**
 * Transactions of everybody but the engines, while these append batches to a log before the tables have them: one begins
 * when the tables have what was appended, and no batch is decided until it ends.
 */
export interface OutsideLog {
  /** Runs such a transaction. */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /** Its first statement. */
  beginOutside(tx: Queries): Promise<void>;
  /** Resolves when the tables have what was appended so far. @param users of what touches these users alone. */
  applied(users?: Iterable<number>): Promise<void>;
}

/** A batch that was decided, as it is appended. */
export interface BatchDocument {
  readonly product: 'spot' | 'perpetual';
  /** ms UTC. */
  readonly at: number;
  /** JSON, as the product's writing function takes it. */
  readonly body: string;
  /** Users whose money, orders or keys it touches. */
  readonly users: Iterable<number>;
  /** Its keys with hash and response. */
  readonly answers: readonly CommandRow[];
  /** Client ids of new orders, which must not be used. */
  readonly names: readonly (readonly [user: number, name: string])[];
  /** Called once the tables have it. */
  applied(): void;
}

/** A key, the hash of its request as hexadecimal text, and its response. */
export type CommandRow = readonly [user: number, key: string, hash: string, response: unknown];

/** The log that the engines' answers wait for in place of the tables. */
export interface BatchLog extends OutsideLog {
  /** What a queue waits for before it takes the commands of a batch: more of them, where the tables fall behind. */
  readonly gather: () => Promise<void>;
  /** Runs a batch: no other one is decided meanwhile, and no transaction outside of the log is under way. */
  batch<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Appends what was decided. @returns false when a transaction outside of the log of another process has begun since:
   * nothing is appended, and the batch must be decided again.
   * @throws {RuleError} `keyReused` for a used client id, `unavailable` while the tables are too far behind.
   */
  append(document: BatchDocument): Promise<boolean>;
  /** Keys among these that the tables may not have yet. */
  answersOf(keys: readonly { readonly userId: number; readonly key: string }[]): readonly CommandRow[];
  /** @returns undo. Called before a batch when balances in memory may have changed elsewhere. */
  onForget(listener: () => void): () => void;
  /** Whether the tables lack a document that touches a user. */
  isBehind(user: number): boolean;
  /** Documents that the tables do not have, and the age of the oldest, ms. */
  behind(): { readonly documents: number; readonly ms: number };
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
  /** How transactions begin beside the engines of another process; absent where nothing can be appended to the log. */
  readonly outside?: OutsideLog;
  /** The log of this process's engines; absent where a batch waits for the tables. */
  readonly log?: BatchLog;
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

/** Whether the same statement may succeed later, and may even have succeeded: its connection was lost, or it had to give way. */
export const isToBeRepeated = (error: unknown): boolean =>
  error instanceof DatabaseAwayError || AGAIN.has(sqlStateOf(error) ?? '');

/** Whether the tables have refused a statement: nothing of it is there, and as it is it never will be. */
export const isRefused = (error: unknown): boolean =>
  sqlStateOf(error) !== undefined && !isToBeRepeated(error);
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

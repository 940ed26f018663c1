import pg from 'pg';
import { SettingError } from '../../base/config.ts';
import type { Database, Queries } from '../../base/db/database.ts';
import { DatabaseAwayError, sqlStateOf } from '../../base/db/database.ts';
import type { BatchLogDeps } from '../../base/log/batchLog.ts';
import { OpenBatchLog, outsideLog } from '../../base/log/batchLog.ts';
import { believed, wholeOf } from './database.ts';
import type { Lease, LeaseDeps } from './lease.ts';
import { isLeaseHeld, takeLease } from './lease.ts';
import { migrate } from './migrate.ts';

const CONNECTIONS = 8;
/** ms after which an attempt to connect has failed: the caller receives 503 and may retry. */
const CONNECT_MS = 5_000;
/**
 * Errors of a server that is away, shutting down or out of connections: classes and codes of PostgreSQL and
 * of Node.
 */
const AWAY =
  /^(08...|57P0[123]|53300|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const AWAY_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Another exchange has raised the fence since: this one must write nothing more. */
class FencedError extends DatabaseAwayError {}

/** How an exchange writes to a server. */
export interface WriterDeps extends LeaseDeps {
  /** Batches are appended to a log, and the tables are written behind it; this receives its failures. */
  readonly orderLog?: BatchLogDeps['log'] | undefined;
}

/**
 * A PostgreSQL server. @param writer makes this process the one that writes, as soon as no other one does;
 * without it, it writes beside the holder of the lease, as the operator's commands do.
 * @throws {SettingError} when it cannot be reached.
 */
export async function openPostgres(url: string, schema: string, writer?: WriterDeps): Promise<Database> {
  await requireServer(url);
  const prepare = () => migratePostgres(url, schema);
  const opened = new Set<pg.PoolClient>();
  const held = writer && (await takeLease(url, { ...writer, onSilent: () => endAll(opened) }, prepare));
  if (!held) await migratePostgres(url, schema, mustNotRun);
  const pool = poolOf(url, held);
  pool.on('connect', (client) => void opened.add(client));
  pool.on('remove', (client) => void opened.delete(client));
  const db = postgresDatabase(pool, held, writer);
  if (!held) return { ...db, outside: outsideLog(db) };
  return withLog(db, held, writer).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
}

/**
 * Ends connections over a line that lets nothing through: it ends none by itself. What waits for an answer would wait for
 * a quarter of an hour, and with it all that waits for a free connection; now the database is away for it.
 */
function endAll(opened: Iterable<pg.PoolClient>): void {
  for (const client of opened) {
    // One that rests is taken out of the pool by this; one in use has its statement fail.
    client.emit('error', new Error('Connection terminated: no answer'));
    void (client as unknown as pg.Client).end().catch(() => undefined);
  }
}

/** Turns the log on or off. Either way the tables have all of it, so that everything in memory can be read from them. */
async function withLog(db: Database, { fence }: Lease, writer: WriterDeps): Promise<Database> {
  const { clock, onLost, orderLog } = writer;
  if (!orderLog) {
    await outsideLog(db).applied();
    await db.transaction((tx) => tx.query('select turn_switch(false)'));
    return db;
  }
  const log = await OpenBatchLog.open({ db, clock, fence, log: orderLog, onLost });
  return {
    ...db,
    log,
    async close() {
      await log.close();
      await db.close();
    },
  };
}

/** Reads beside the exchange that holds the lease, on a connection of its own. */
export async function readBeside<T>(url: string, work: (db: Queries) => Promise<T>): Promise<T> {
  const pool = poolOf(url, undefined);
  try {
    return await work(postgresDatabase(pool, undefined, undefined));
  } finally {
    await pool.end();
  }
}

async function requireServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new SettingError(`DATABASE_URL leads to no database: ${(message || code || '').split('\n')[0]}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function poolOf(url: string, lease: Lease | undefined): pg.Pool {
  const parse: Record<number, (text: string) => unknown> = { [pg.types.builtins.INT8]: wholeOf };
  const getTypeParser = ((oid: number, format: 'text' | 'binary') =>
    (format !== 'binary' && parse[oid]) || pg.types.getTypeParser(oid, format as 'text')) as never;
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser },
    ...(lease ? { application_name: lease.name } : {}),
    verify: preparedFor(lease?.fence),
  });
  // An idle connection that the server ends is replaced at the next query.
  pool.on('error', () => undefined);
  // The pool listens to those that rest alone: one that ends between two statements would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * What is done with a connection before its first use. One that is opened after another exchange took over is of no use;
 * those opened before, it has ended.
 */
function preparedFor(fence: number | undefined) {
  const prepare = async (client: pg.PoolClient): Promise<void> => {
    // Statements here take a millisecond. Compiling one takes fifty, where its cost is estimated high enough.
    await client.query('set jit = off');
    if (fence === undefined) return;
    const { rows } = await client.query<{ fence: string }>('select fence::text as fence from writer_lease');
    if (rows[0]?.fence !== String(fence)) throw new FencedError('fenced');
  };
  return (client: pg.PoolClient, done: (error?: Error) => void): void => {
    prepare(client).then(() => done(), done);
  };
}

function postgresDatabase(pool: pg.Pool, lease: Lease | undefined, deps: LeaseDeps | undefined): Database {
  const queries = (on: pg.Pool | pg.PoolClient): Queries => ({
    query: async <Row>(text: string, params: readonly unknown[] = []) =>
      (await on.query(text, [...params])).rows as Row[],
  });
  /**
   * Marks the error of a lost connection as such, and ends the process when another exchange has taken over.
   */
  const reported = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof FencedError) deps?.onLost();
      throw awayOf(error);
    });
  const { query } = queries(pool);
  return {
    engine: 'postgres',
    query: (text, params) => reported(query(text, params)),
    transaction: (work) =>
      reported(inTransaction(pool, lease?.fence, (client) => believed(queries(client), work))),
    isReady: () => lease?.isHeld() ?? true,
    ...(lease ? { leaseAgeMs: () => lease.ageMs() } : {}),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await pool.end();
      await lease?.close();
    },
  };
}

function awayOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAwayError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const isAway = AWAY.test(sqlStateOf(error) ?? code ?? '') || AWAY_WORDS.test(error.message);
  return isAway ? new DatabaseAwayError(error.message || code, { cause: error }) : error;
}

async function migratePostgres(
  url: string,
  schema: string,
  mustBeFree?: (tx: Queries) => Promise<void>,
): Promise<void> {
  const pool = poolOf(url, undefined);
  try {
    await migrate(postgresDatabase(pool, undefined, undefined), schema, mustBeFree);
  } finally {
    await pool.end();
  }
}

/** A process beside a running exchange must not change tables and functions under it to those of another version. */
async function mustNotRun(db: Queries): Promise<void> {
  if (await isLeaseHeld(db))
    throw new SettingError(
      'An exchange of another version runs on this database: use the commands of that one.',
    );
}

/**
 * Reads the fence inside the transaction, with a lock: raising the fence waits for the end of this
 * transaction, and a transaction that begins later sees the raised fence. The fence is a key: renewing the lease,
 * which changes none, waits for no transaction.
 */
async function begin(client: pg.PoolClient, fence: number | undefined): Promise<void> {
  if (fence === undefined) {
    await client.query('begin');
    return;
  }
  // Two statements of one message yield two results, which the types do not know.
  const [, read] = (await client.query(
    'begin; select fence::text as fence from writer_lease for key share',
  )) as unknown as readonly pg.QueryResult<{ fence: string }>[];
  if (read?.rows[0]?.fence !== String(fence)) throw new FencedError('fenced');
}

async function inTransaction<T>(
  pool: pg.Pool,
  fence: number | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  // A connection that is lost while in use fails its queries; without a listener the error would end the
  // process.
  const lost = (): void => {
    isBroken = true;
  };
  client.on('error', lost);
  try {
    await begin(client, fence);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(lost);
    throw error;
  } finally {
    client.off('error', lost);
    client.release(isBroken);
  }
}

import { join } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import type { Database, Queries } from '../../base/db/database.ts';
import { beginDatabase, databaseFolder, keepPrivate, wordsOfFailure } from './dataFolder.ts';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';

/** An `int8` that a number holds exactly; ids and moments stay far below the bound. */
export function wholeOf(text: string): number {
  // biome-ignore lint/plugin: ids and moments, no money
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`);
  return value;
}

/**
 * PostgreSQL inside this process. @param dataDir undefined keeps everything in memory.
 * @param copyOf another database that this one begins as: a dump for one in memory, a folder for one in a folder. One
 * that already holds something goes on as it is.
 * @throws {SettingError} when another process uses the folder, or when it is damaged or its disk full.
 */
export async function openPglite(
  dataDir: string | undefined,
  schema: string,
  copyOf?: Blob | string,
): Promise<Database> {
  const unlock = dataDir === undefined ? () => undefined : lockFolder(dataDir);
  let client: PGlite | undefined;
  try {
    client = await createPglite(dataDir, copyOf);
    const db = pgliteDatabase(client, unlock);
    await migrate(db, schema);
    if (dataDir !== undefined) keepPrivate(dataDir);
    return db;
  } catch (error) {
    // The folder is released once writing has ended.
    await client?.close().catch(() => undefined);
    unlock();
    throw error;
  }
}

/** Makes a folder's database of a dump. The folder must not hold one. */
export async function unpackPglite(dataDir: string, dump: Blob): Promise<void> {
  await (await PGlite.create({ dataDir: join(dataDir, 'db'), loadDataDir: dump })).close();
}

async function createPglite(dataDir: string | undefined, copyOf: Blob | string | undefined): Promise<PGlite> {
  const options = { parsers: { [types.INT8]: wholeOf } };
  if (dataDir === undefined)
    return PGlite.create(copyOf instanceof Blob ? { ...options, loadDataDir: copyOf } : options);
  const folder = databaseFolder(dataDir);
  await beginDatabase(folder, typeof copyOf === 'string' ? copyOf : undefined, async (fresh) => {
    await (await PGlite.create({ ...options, dataDir: fresh })).close();
  });
  keepPrivate(dataDir);
  return PGlite.create({ ...options, dataDir: folder }).catch((error: unknown) => {
    throw wordsOfFailure(error, folder);
  });
}

function pgliteDatabase(client: PGlite, unlock: () => void): Database {
  const queries = (on: Pick<PGlite, 'query'>): Queries => ({
    query: async <Row>(text: string, params: readonly unknown[] = []) =>
      (await on.query<Row>(text, [...params])).rows,
  });
  return {
    engine: 'pglite',
    isReady: () => true,
    dump: () => client.dumpDataDir('gzip'),
    ...queries(client),
    transaction: (work) => client.transaction((tx) => believed(queries(tx as unknown as PGlite), work)),
    async close() {
      await client.close();
      unlock();
    },
  };
}

/**
 * The result of the work, if the transaction can be committed. PostgreSQL turns COMMIT of a failed
 * transaction into ROLLBACK without an error: work that overlooked a failed statement would count as stored.
 */
export async function believed<T>(tx: Queries, work: (tx: Queries) => Promise<T>): Promise<T> {
  let hasFailed = false;
  const result = await work({
    query: <Row>(text: string, params?: readonly unknown[]) =>
      tx.query<Row>(text, params).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
  });
  // Refused with 25P02 unless the failed part was taken back to a savepoint.
  if (hasFailed) await tx.query('select 1');
  return result;
}

import { join } from 'node:path';
import { SettingError } from '../../base/config.ts';
import type { Database } from '../../base/db/database.ts';
import type { Settings } from '../../base/settings.ts';
import { MEMORY } from '../../base/settings.ts';
import { openPglite } from './database.ts';
import { hasDatabase } from './dataFolder.ts';
import type { WriterDeps } from './postgres.ts';
import { openPostgres } from './postgres.ts';

/** The folder with migrations and functions, in the product's. */
export const SCHEMA = 'server/base/db/schema';

interface OpenOptions {
  /** Makes this process the one that writes to a PostgreSQL server; the operator's commands write beside it. */
  readonly lease?: WriterDeps;
  /** Begins no database where there is none: for a command on what an exchange has kept. */
  readonly mustExist?: boolean;
  /** Opens a migrated database in memory: tests hand in one that is there already. */
  readonly openMemory?: () => Promise<Database>;
}

/**
 * The database that the settings ask for, with every migration applied. @param root the product's folder.
 * @throws {SettingError} when it has to exist and does not.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  root: string,
  { lease, mustExist = false, openMemory }: OpenOptions = {},
): Promise<Database> {
  const schema = join(root, SCHEMA);
  if (databaseUrl !== undefined) return openPostgres(databaseUrl, schema, lease);
  if (mustExist && (dataDir === MEMORY || !hasDatabase(dataDir)))
    throw new SettingError(
      `No exchange has kept anything in ${dataDir}: set DATA_DIR to the folder of the one that you mean.`,
    );
  if (dataDir === MEMORY) return openMemory ? openMemory() : openPglite(undefined, schema);
  return openPglite(dataDir, schema, join(root, 'dist/empty/db'));
}

/** The database's durability, in one line for the operator. */
export function promiseOf(
  { engine }: Pick<Database, 'engine'>,
  { dataDir }: Pick<Settings, 'dataDir'>,
): string {
  if (engine === 'postgres')
    return 'Data in PostgreSQL: what was acknowledged survives a crash of the machine, if fsync is on there.';
  if (dataDir === MEMORY) return 'Data in memory: gone when this process ends.';
  return `Data in ${dataDir}: what was acknowledged survives a crash of this process, not of the machine (DATABASE_URL does).`;
}

import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '../../base/config.ts';

/** WASI's number of "no space left on device", which the built-in database passes on. */
const WASI_NO_SPACE = 51;

/**
 * Makes the data folder readable and writable by its owner alone: it holds keys, photos and all balances.
 * Done at every start, since the built-in database creates files with open permissions.
 */
export function keepPrivate(dataDir: string): void {
  if (process.platform === 'win32') return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  setMode(dataDir, 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (entry.isFile()) setMode(path, 0o600);
    else if (entry.isDirectory()) setMode(path, 0o700);
  }
  const database = join(dataDir, 'db');
  if (existsSync(database)) keepTreePrivate(database);
}

function keepTreePrivate(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      setMode(path, 0o700);
      keepTreePrivate(path);
    } else if (entry.isFile()) setMode(path, 0o600);
  }
}

function setMode(path: string, mode: number): void {
  if ((lstatSync(path).mode & 0o777) === mode) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    throw new SettingError(
      `${path} belongs to another user of this machine: give it to the one that runs the exchange.`,
    );
  }
}

/** Whether a data folder has a database, damaged or not. */
export function hasDatabase(dataDir: string): boolean {
  const folder = join(dataDir, 'db');
  return existsSync(folder) && readdirSync(folder).length > 0;
}

/** Where a backup is unpacked and proven, inside of the folder of data that it is restored to. */
export const RESTORING = '.restoring';
export const restoringFolder = (dataDir: string): string => join(dataDir, RESTORING);

/**
 * Where a folder's PostgreSQL lies. @throws {SettingError} when something lies there that is not whole: what it holds
 * may be all there is, so that nothing is begun in its place.
 */
export function databaseFolder(dataDir: string): string {
  const folder = join(dataDir, 'db');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // What a first start left behind that was killed: neither ever had the database's name.
  for (const name of ['copy', 'new']) rmSync(`${folder}.${name}`, { recursive: true, force: true });
  if (!hasDatabase(dataDir)) {
    requireNoRestore(dataDir);
    return folder;
  }
  rmSync(restoringFolder(dataDir), { recursive: true, force: true });
  const missing = ['PG_VERSION', 'global/pg_control'].find((file) => !existsSync(join(folder, file)));
  if (missing === undefined) return folder;
  throw new SettingError(
    `The database in ${folder} is damaged: ${missing} is missing. Put a copy of the folder back; to begin with an empty exchange instead, move ${folder} away.`,
  );
}

/** A new exchange beside half a backup, and maybe with its keys, would be taken for the restored one. */
function requireNoRestore(dataDir: string): void {
  if (!existsSync(restoringFolder(dataDir))) return;
  throw new SettingError(
    `A backup was being restored to ${dataDir} and was cut off: empty that folder, ${RESTORING} in it too, and restore it again.`,
  );
}

/**
 * Creates a folder's database, as a copy of another when there is one. It is renamed into place when it is
 * complete: a start that is killed on the way leaves nothing that looks like a database. The copy is
 * synchronous, which takes a third of the time: no request is served before.
 * @param make makes an empty database in a folder. @throws {SettingError} when the disk is full.
 */
export async function beginDatabase(
  folder: string,
  original: string | undefined,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const [copy, fresh] = [`${folder}.copy`, `${folder}.new`];
  try {
    if (original !== undefined && existsSync(join(original, 'PG_VERSION')) && copied(original, copy)) {
      renameSync(copy, folder);
      return;
    }
    await make(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    for (const half of [copy, fresh]) rmSync(half, { recursive: true, force: true });
    throw fullDisk(error, folder) ?? error;
  }
}

/** @returns false when the original cannot be read, which is no reason not to begin. */
function copied(original: string, copy: string): boolean {
  try {
    cpSync(original, copy, { recursive: true });
    return true;
  } catch (error) {
    if (isNoSpace(error)) throw error;
    rmSync(copy, { recursive: true, force: true });
    return false;
  }
}

/** Words for what the built-in database throws when it cannot open a folder; its own are those of its compiler. */
export function wordsOfFailure(error: unknown, folder: string): SettingError {
  return (
    fullDisk(error, folder) ??
    new SettingError(
      `The database in ${folder} cannot be opened: it is damaged. Put a copy of the folder back; to begin with an empty exchange instead, move ${folder} away.`,
    )
  );
}

const fullDisk = (error: unknown, folder: string): SettingError | undefined =>
  isNoSpace(error)
    ? new SettingError(
        `The disk of ${folder} is full: make room, or set DATA_DIR to a folder on another disk.`,
      )
    : undefined;

function isNoSpace(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return code === 'ENOSPC' || errno === WASI_NO_SPACE;
}

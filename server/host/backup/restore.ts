import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { extract } from 'tar';
import { SettingError } from '../../base/config.ts';
import type { Queries } from '../../base/db/database.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { reported } from '../../base/opsAnswer.ts';
import type { Settings } from '../../base/settings.ts';
import { MEMORY } from '../../base/settings.ts';
import { openPglite, unpackPglite } from '../database/database.ts';
import { RESTORING, restoringFolder } from '../database/dataFolder.ts';
import { LOCK_FILE, lockFolder } from '../database/lock.ts';
import { flush, flushAll } from './flush.ts';
import { proveBooks } from './head.ts';
import type { Manifest } from './manifest.ts';
import { DATABASE, readManifest, UPLOADS } from './manifest.ts';
import { openKeys, requirePassphrase } from './sealedKeys.ts';

export interface RestoreDeps {
  readonly settings: Settings;
  readonly schema: string;
  readonly passphrase: string | undefined;
}

/**
 * Fills an empty data folder from a backup. What is unpacked lies in a folder inside of it, which may be a volume of its
 * own, until its books are proven to be those of the backup; then everything gets its name, the database last.
 * @throws {SettingError} when the folder holds something, or the backup is damaged, newer, or under another passphrase.
 */
export async function restore(deps: RestoreDeps, source: string): Promise<OpsAnswer> {
  const { dataDir, databaseUrl } = deps.settings;
  if (databaseUrl !== undefined || dataDir === MEMORY)
    throw new SettingError('A backup is restored to a folder: set DATA_DIR, and no DATABASE_URL.');
  const passphrase = requirePassphrase(deps.passphrase);
  const folder = placeOf(dataDir);
  requireEmpty(folder);
  const file = resolve(source);
  if (!existsSync(file)) throw new SettingError(`${file} is not there.`);
  const isNew = !existsSync(folder);
  // No exchange begins in it meanwhile.
  const unlock = lockFolder(folder);
  const work = restoringFolder(folder);
  try {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(join(work, 'unpacked'), { recursive: true, mode: 0o700 });
    const manifest = await unpack(file, join(work, 'unpacked'));
    const data = join(work, 'data');
    await fill(deps, manifest, join(work, 'unpacked'), data, passphrase);
    flushAll(data);
    takePlace(data, folder);
    flush(dirname(folder));
    return reported(...linesOf(folder, manifest));
  } finally {
    rmSync(work, { recursive: true, force: true });
    unlock();
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}

/** The folder itself, where the setting is a link to it. */
const placeOf = (dataDir: string): string => (existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir));

/** What may lie in an empty folder: its lock, what a restore that was cut off left, and what a new disk has. */
const OF_NOBODY: readonly string[] = [LOCK_FILE, RESTORING, 'lost+found'];

function requireEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => !OF_NOBODY.includes(name)))
    throw new SettingError(`${folder} is not empty: restore to a folder of its own (DATA_DIR).`);
}

/** Gives the data its names. Without a database the folder is one that nothing has begun in, so that comes last. */
function takePlace(data: string, folder: string): void {
  requireEmpty(folder);
  const names = readdirSync(data).filter((name) => name !== 'db');
  for (const name of [...names, 'db']) renameSync(join(data, name), join(folder, name));
  flush(folder);
}

function linesOf(folder: string, { books, market, at, uploads, identityKeys }: Manifest): readonly string[] {
  const settings = Object.entries(market).map(([name, value]) => `${name}=${value}`);
  return [
    `${folder} holds ${books.entries} entries as of ${new Date(at).toISOString()}; its books prove.`,
    `Its market was ${settings.join(' ')}.`,
    ...(identityKeys > 1
      ? ['Set IDENTITY_KEY as it was: the folder holds the newest of its keys alone.']
      : []),
    ...(uploads === 'bucket' ? ['Pictures are in the bucket that UPLOADS_S3_BUCKET names.'] : []),
  ];
}

async function unpack(file: string, folder: string): Promise<Manifest> {
  await extract({ file, cwd: folder, strict: true }).catch(() => {
    throw new SettingError(`${file} is damaged.`);
  });
  const manifest = readManifest(folder);
  const dump = readFileSync(join(folder, DATABASE));
  if (createHash('sha256').update(dump).digest('hex') !== manifest.database.sha256)
    throw new SettingError(`${file} is damaged: its database is not what its manifest says.`);
  return manifest;
}

async function fill(
  { settings, schema }: RestoreDeps,
  manifest: Manifest,
  from: string,
  data: string,
  passphrase: string,
): Promise<void> {
  const keys = openKeys(manifest.keys, passphrase);
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, 'secret.key'), keys.secret, { mode: 0o600 });
  const [identity] = keys.identity;
  if (identity !== undefined) writeFileSync(join(data, 'identity.key'), identity, { mode: 0o600 });
  await unpackPglite(data, new Blob([readFileSync(join(from, DATABASE))]));
  const db = await openPglite(data, schema);
  try {
    const { head } = await proveBooks(db);
    if (JSON.stringify(head) !== JSON.stringify(manifest.books))
      throw new SettingError('The restored books are not those of the backup: nothing was put in place.');
    await beginLogs(db);
  } finally {
    await db.close();
  }
  const pictures = join(from, UPLOADS);
  if (existsSync(pictures)) {
    const { uploads } = settings;
    if (!uploads || !('folder' in uploads))
      throw new SettingError(
        'The backup holds pictures of a folder: set UPLOADS_DIR to where they shall be.',
      );
    const place = placeOfPictures(uploads.folder, settings.dataDir, data);
    cpSync(pictures, place, { recursive: true });
    flushAll(place);
  }
}

/**
 * Gives every private log another epoch: its numbers from here on were other messages' after the backup, and who has read
 * those would go on behind them, without what is read now under the same numbers.
 */
async function beginLogs(db: Queries): Promise<void> {
  await db.query('update stream_head set epoch = gen_random_uuid()');
}

/** Where pictures are put. A folder inside of the data's gets its name with it: the data takes the place of what is there. */
function placeOfPictures(folder: string, dataDir: string, data: string): string {
  const inside = relative(resolve(dataDir), resolve(folder));
  return inside.startsWith('..') || isAbsolute(inside) ? folder : join(data, inside);
}

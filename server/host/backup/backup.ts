import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { SettingError } from '../../base/config.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { refused, reported } from '../../base/opsAnswer.ts';
import type { Settings } from '../../base/settings.ts';
import { MEMORY } from '../../base/settings.ts';
import { openPglite } from '../database/database.ts';
import { readIdentityKeys, readSecretKey } from '../files/secretKey.ts';
import { flush } from './flush.ts';
import type { BooksHead } from './head.ts';
import { proveBooks } from './head.ts';
import type { Manifest } from './manifest.ts';
import { DATABASE, MANIFEST, UPLOADS } from './manifest.ts';
import { requirePassphrase, sealKeys } from './sealedKeys.ts';

export interface BackupDeps {
  readonly settings: Settings;
  /** The folder with migrations and functions. */
  readonly schema: string;
  readonly version: string;
  readonly passphrase: string | undefined;
  /** ms UTC. */
  readonly now: () => number;
  /** Has the process that holds the database write a dump of it to a file. */
  readonly dump: (file: string) => Promise<OpsAnswer>;
}

/**
 * Writes all that an exchange keeps to one file, while it runs: it only dumps its database, as of one moment; this
 * process opens the dump, proves its books, and packs. Where the proof finds differences, the backup is made and says so.
 * @throws {SettingError} for data that is not in a folder, a file that is there already, or no passphrase.
 */
export async function backup(deps: BackupDeps, target: string): Promise<OpsAnswer> {
  const { settings } = deps;
  requireFolder(settings);
  const passphrase = requirePassphrase(deps.passphrase);
  const file = resolve(target);
  if (existsSync(file)) throw new SettingError(`${file} is there already: name another file.`);
  const [work, packed] = [`${file}.part`, `${file}.packed`];
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    const dump = join(work, DATABASE);
    const answer = await deps.dump(dump);
    if (!answer.ok) return answer;
    const { head, differences } = await prove(dump, deps.schema);
    writeFileSync(join(work, MANIFEST), JSON.stringify(manifestOf(deps, dump, head, passphrase), null, 2));
    const { uploads } = settings;
    if (uploads && 'folder' in uploads) copyPictures(uploads.folder, join(work, UPLOADS));
    await create({ file: packed, cwd: work, portable: true, mode: 0o600 }, ['.']);
    flush(packed);
    renameSync(packed, file);
    flush(dirname(file));
    return answerOf(file, head, differences);
  } finally {
    // Where the disk was full, half a backup would keep it so.
    for (const half of [work, packed]) rmSync(half, { recursive: true, force: true });
  }
}

/**
 * Copies the pictures of a folder that is in use: of one that is being written only its name of meanwhile is there, and one
 * that nothing names may be deleted at any moment.
 */
function copyPictures(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 });
  for (const name of readdirSync(from).filter((each) => each.endsWith('.jpg'))) {
    try {
      copyFileSync(join(from, name), join(to, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function answerOf(file: string, head: BooksHead, differences: number): OpsAnswer {
  const lines = [
    `${file}: ${head.entries} entries, ${head.accounts} accounts, the newest entry is ${head.newest}.`,
    'Keep the passphrase apart from it: without it nothing that is sealed can be read.',
  ];
  if (differences === 0) return reported(...lines, 'The books in it prove.');
  return refused(...lines, `The books in it DIFFER in ${differences} places: see ledger verify.`);
}

function requireFolder({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== undefined)
    throw new SettingError('The data is in PostgreSQL: back it up by its own means (docs/operating.md).');
  if (dataDir === MEMORY) throw new SettingError('DATA_DIR=memory keeps nothing that could be backed up.');
}

/** Opens the dump as a database of its own: what does not open or prove is known now, and not when it is needed. */
async function prove(dump: string, schema: string) {
  const db = await openPglite(undefined, schema, new Blob([readFileSync(dump)]));
  try {
    return await proveBooks(db);
  } finally {
    await db.close();
  }
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function manifestOf(
  { settings, version, now }: BackupDeps,
  dump: string,
  books: BooksHead,
  passphrase: string,
): Manifest {
  const { uploads, market, symbols, seed, isSeedSet, speed } = settings;
  const content = readFileSync(dump);
  const identity = readIdentityKeys(settings, true).map(hex);
  return {
    format: 1,
    version,
    at: now(),
    books,
    database: { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length },
    uploads: uploads === undefined ? 'database' : 'folder' in uploads ? 'folder' : 'bucket',
    identityKeys: identity.length,
    market: {
      MARKET: typeof market === 'string' ? market : market.join(','),
      SYMBOLS: String(symbols),
      SPEED: String(speed),
      ...(isSeedSet ? { SEED: String(seed) } : {}),
    },
    keys: sealKeys(
      {
        secret: hex(readSecretKey(settings, true)),
        identity,
      },
      passphrase,
    ),
  };
}

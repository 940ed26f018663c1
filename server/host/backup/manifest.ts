import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { SettingError } from '../../base/config.ts';

const Hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** What a backup holds, and what its books come to. */
export const Manifest = v.object({
  format: v.literal(1),
  version: v.string(),
  /** ms UTC. */
  at: Count,
  books: v.object({
    accounts: Count,
    entries: Count,
    postings: Count,
    holds: Count,
    newest: Count,
    digest: Hex,
  }),
  /** Of the dump of the database. */
  database: v.object({ sha256: Hex, bytes: Count }),
  uploads: v.picklist(['database', 'folder', 'bucket']),
  /** How many keys of identity documents there are. */
  identityKeys: Count,
  /** How the market was made; set them again where it is restored. */
  market: v.record(v.string(), v.string()),
  keys: v.object({
    kdf: v.literal('scrypt'),
    cost: v.pipe(Count, v.minValue(2 ** 14), v.maxValue(2 ** 20)),
    salt: v.string(),
    iv: v.string(),
    tag: v.string(),
    sealed: v.string(),
  }),
});
export type Manifest = v.InferOutput<typeof Manifest>;

export const MANIFEST = 'manifest.json';
export const DATABASE = 'database.tar.gz';
export const UPLOADS = 'uploads';

/** @throws {SettingError} for a file that is no backup of ours. */
export function readManifest(folder: string): Manifest {
  try {
    return v.parse(Manifest, JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
  } catch {
    throw new SettingError('This is no backup that this version can read.');
  }
}

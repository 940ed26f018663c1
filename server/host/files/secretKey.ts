import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '../../base/config.ts';
import type { Queries } from '../../base/db/database.ts';
import type { Settings } from '../../base/settings.ts';
import { MEMORY } from '../../base/settings.ts';

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'));

type Place = Pick<Settings, 'secretKey' | 'identityKeys' | 'dataDir'>;

/** @returns whether anything may be sealed already, so that a key that is missing is lost and not yet to be made. */
export async function hasSealed(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>('select exists (select 1 from app_user) as found');
  return row?.found ?? false;
}

/**
 * The key that keeps secrets in the database unreadable: as set, else from its own file beside the data.
 * @throws {SettingError} when the file is missing or damaged and users' secrets are sealed with what it held.
 */
export function readSecretKey({ secretKey, dataDir }: Place, isInUse: boolean): Uint8Array<ArrayBuffer> {
  return secretKey === undefined ? keyFile(dataDir, 'secret.key', isInUse) : bytesOf(secretKey);
}

/** The keys of identity documents, the one that seals first: as set, else one from its own file beside the data. */
export function readIdentityKeys(
  { identityKeys, dataDir }: Place,
  isInUse: boolean,
): readonly Uint8Array<ArrayBuffer>[] {
  return identityKeys?.map(bytesOf) ?? [keyFile(dataDir, 'identity.key', isInUse)];
}

/** A key that is made once, at the first start. @throws {SettingError} for a file that is lost or holds none. */
function keyFile(dataDir: string, name: string, isInUse: boolean): Uint8Array<ArrayBuffer> {
  if (dataDir === MEMORY) return Uint8Array.from(randomBytes(32));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, name);
  if (isInUse && !existsSync(file))
    throw new SettingError(
      `${file} is missing, and the database holds secrets that only its key opens: put it back.`,
    );
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new SettingError(`${file} is damaged: put back the key it held.`);
  return bytesOf(text);
}

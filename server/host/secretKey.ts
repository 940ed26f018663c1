import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { SettingError } from '../config.ts';
import { MEMORY } from './openDatabase.ts';

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'));

/** The key that keeps secrets in the database unreadable: as set, else from its own file beside the data. */
export function readSecretKey({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Uint8Array<ArrayBuffer> {
  return secretKey === undefined ? keyFile(dataDir, 'secret.key') : bytesOf(secretKey);
}

/** The keys of identity documents, the one that seals first: as set, else one from its own file beside the data. */
export function readIdentityKeys({
  identityKeys,
  dataDir,
}: Pick<Settings, 'identityKeys' | 'dataDir'>): readonly Uint8Array<ArrayBuffer>[] {
  return identityKeys?.map(bytesOf) ?? [keyFile(dataDir, 'identity.key')];
}

/** A key that is made once. @throws {SettingError} for a file that holds none. */
function keyFile(dataDir: string, name: string): Uint8Array<ArrayBuffer> {
  if (dataDir === MEMORY) return Uint8Array.from(randomBytes(32));
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, name);
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new SettingError(`${file} is damaged: put back the key it held.`);
  return bytesOf(text);
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { SettingError } from '../config.ts';
import { MEMORY } from './openDatabase.ts';

/** The key that keeps secrets in the database unreadable: as set, else from its own file beside the data. */
export function readSecretKey({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Uint8Array<ArrayBuffer> {
  if (secretKey !== undefined) return Uint8Array.from(Buffer.from(secretKey, 'hex'));
  if (dataDir === MEMORY) return Uint8Array.from(randomBytes(32));
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret.key');
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new SettingError(`${file} is damaged: put back the key it held.`);
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { SettingError } from '../../base/config.ts';

/** The keys without which nobody reads what the database keeps sealed. */
export interface Keys {
  /** 64 hexadecimal digits each. */
  readonly secret: string;
  readonly identity: readonly string[];
}

/** Keys under a passphrase: scrypt makes the key, AES-256-GCM seals. All in Base64. */
export interface SealedKeys {
  readonly kdf: 'scrypt';
  readonly cost: number;
  readonly salt: string;
  readonly iv: string;
  readonly tag: string;
  readonly sealed: string;
}

/** 128 MiB and most of a second for each guess. */
const COST = 2 ** 17;
const LEAST_PASSPHRASE = 12;
const CIPHER = 'aes-256-gcm';

const keyOf = (passphrase: string, salt: Buffer, cost: number): Buffer =>
  scryptSync(passphrase.normalize('NFC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 });

/** @throws {SettingError} for a passphrase that is missing or too short. */
export function requirePassphrase(passphrase: string | undefined): string {
  if (passphrase !== undefined && passphrase.length >= LEAST_PASSPHRASE) return passphrase;
  throw new SettingError(
    `Set BACKUP_PASSPHRASE to ${LEAST_PASSPHRASE} characters or more: the keys of the data go into the backup under it.`,
  );
}

export function sealKeys(keys: Keys, passphrase: string): SealedKeys {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt, COST), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]);
  return {
    kdf: 'scrypt',
    cost: COST,
    salt: salt.toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    sealed: sealed.toString('base64'),
  };
}

/** @throws {SettingError} for another passphrase, or keys that were changed. */
export function openKeys({ cost, salt, iv, tag, sealed }: SealedKeys, passphrase: string): Keys {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(passphrase, bytes(salt), cost), bytes(iv), {
    authTagLength: 16,
  });
  try {
    decipher.setAuthTag(bytes(tag));
    const text = Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString('utf8');
    return JSON.parse(text) as Keys;
  } catch {
    throw new SettingError('BACKUP_PASSPHRASE is not the one that this backup was made with.');
  }
}

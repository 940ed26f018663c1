/** Random and one-way: everything about secrets that the platform's own cryptography does. */

const bytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/** Without padding. */
export function base64url(data: Uint8Array): string {
  return btoa(String.fromCharCode(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @param text base64url. */
export const bytesOfBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** 256 random bits, unguessable. */
export const newToken = (): string => base64url(bytes(32));

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares in the same time whether the first or the last byte differs. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.max(a.length, b.length); i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Evenly drawn from 0 … bound − 1. @param bound at most 2^32. */
function below(bound: number): number {
  const most = Math.floor(2 ** 32 / bound) * bound;
  for (;;) {
    const value = new DataView(bytes(4).buffer).getUint32(0);
    if (value < most) return value % bound;
  }
}

/** Six random digits. */
export const newCode = (): string => String(below(1_000_000)).padStart(6, '0');
/** Nine digits, the first not 0. */
export const newUid = (): string => String(100_000_000 + below(900_000_000));

/** Without letters that are easily confused. */
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const readable = (length: number): string =>
  Array.from({ length }, () => READABLE[below(READABLE.length)]).join('');
export const newInviteCode = (): string => readable(8);
/** 50 random bits in two groups. */
export const newRecoveryCode = (): string => `${readable(5)}-${readable(5)}`;

/** Keeps texts that have to be read again, such as a TOTP secret, unreadable in the database. */
export interface Vault {
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<string>;
}

const NONCE_BYTES = 12;

/** AES-GCM. @param key 32 bytes. */
export async function createVault(key: Uint8Array<ArrayBuffer>): Promise<Vault> {
  const secret = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    async seal(text) {
      const iv = bytes(NONCE_BYTES);
      const data = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv },
        secret,
        new TextEncoder().encode(text),
      );
      return base64url(new Uint8Array([...iv, ...new Uint8Array(data)]));
    },
    async open(sealed) {
      const all = bytesOfBase64url(sealed);
      const data = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: all.subarray(0, NONCE_BYTES) },
        secret,
        all.subarray(NONCE_BYTES),
      );
      return new TextDecoder().decode(data);
    },
  };
}

/** The queue of a hash. Logins wait apart from requests of users with a session. */
export interface HashTurn {
  readonly queue: 'login' | 'account';
  /** Callers with the same value share a place in the queue: an address, or a user. */
  readonly who: string;
}

/** A slow, memory-hard hash of passwords. Rejects callers with too many waiting. */
export interface PasswordHasher {
  hash(password: string, turn: HashTurn): Promise<string>;
  /** Takes the same time without a stored hash, so that the time does not reveal who has an account. */
  verify(password: string, stored: string | undefined, turn: HashTurn): Promise<boolean>;
}

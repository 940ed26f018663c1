import type { ApiKeyRow } from '../../../domain/contract/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import { coalesce } from '../../base/db/coalesce.ts';
import type { Queries } from '../../base/db/database.ts';
import type { Vault } from '../../base/secrets.ts';

/** What a request of a program is checked against, and what it may do. */
export interface ApiKey {
  readonly id: number;
  readonly userId: number;
  readonly apiKey: string;
  readonly spot: boolean;
  readonly futures: boolean;
  readonly addresses: readonly string[];
  /** Whether the query text was signed with this key's secret or private key. */
  readonly verify: (payload: string, signature: string) => Promise<boolean>;
}

interface StoredKey {
  readonly id: number;
  readonly userId: number;
  readonly apiKey: string;
  readonly spot: boolean;
  readonly futures: boolean;
  readonly addresses: readonly string[];
  readonly kind: ApiKeyRow['kind'];
  readonly secret: string | null;
  readonly publicKey: string | null;
  readonly usedAt: number | null;
}

/** `used_at` is written at most this often, ms. */
const USED_MS = 60_000;
/** Opened secrets that are kept in memory; the row is read for each request all the same. */
const MOST_OPENED = 5_000;

/** Ends a user's keys: one, or all. @returns the names of those that ended. */
export async function endApiKeys(
  tx: Queries,
  userId: number,
  at: number,
  id?: number,
): Promise<readonly string[]> {
  const rows = await tx.query<{ name: string }>(
    `update api_key set ended_at = $2 where user_id = $1 and ended_at is null and ($3::bigint is null or id = $3)
     returning name`,
    [userId, at, id ?? null],
  );
  return rows.map(({ name }) => name);
}

/** A user's keys that have not ended, newest first. */
export async function apiKeysOf(db: Queries, userId: number): Promise<ApiKeyRow[]> {
  const rows = await db.query<ApiKeyRow>(
    `select id, name, api_key as "apiKey", kind, spot, futures, addresses, created_at as "createdAt",
       used_at as "usedAt", used_from as "usedFrom"
     from api_key where user_id = $1 and ended_at is null order by id desc`,
    [userId],
  );
  return [...rows];
}

export interface ApiKeyReader {
  /** The API key with this name; undefined when it does not exist, has ended, or its owner is frozen. */
  find(apiKey: string): Promise<ApiKey | undefined>;
  /** Notes that a key was used. */
  used(key: ApiKey, address: string): Promise<void>;
}

/** Finds keys by name; requests that come together share a look. */
export function apiKeyReader(
  db: Queries,
  vault: Vault,
  { now, pause }: Pick<ServerClock, 'now' | 'pause'>,
): ApiKeyReader {
  const opened = new Map<string, ApiKey['verify']>();
  const notedAt = new Map<number, number>();
  const keyOf = coalesce(async (names: readonly string[]) => {
    const rows = await db.query<StoredKey>(
      `select k.id, k.user_id as "userId", k.api_key as "apiKey", k.spot, k.futures, k.addresses, k.kind, k.secret,
         k.public_key as "publicKey", k.used_at as "usedAt"
       from api_key k join app_user u on u.id = k.user_id
       where k.api_key = any($1::text[]) and k.ended_at is null and u.frozen_at is null`,
      [names],
    );
    return new Map(rows.map((row) => [row.apiKey, row]));
  }, pause);
  const verifierOf = async (row: StoredKey): Promise<ApiKey['verify']> => {
    const known = opened.get(row.apiKey);
    if (known) return known;
    const made = row.secret === null ? await ed25519(row.publicKey ?? '') : await hmac(vault, row.secret);
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(row.apiKey, made);
    return made;
  };
  return {
    async find(apiKey) {
      const row = await keyOf(apiKey);
      if (!row) return undefined;
      const { id, userId, spot, futures, addresses } = row;
      return { id, userId, apiKey, spot, futures, addresses, verify: await verifierOf(row) };
    },
    async used({ id }, address) {
      const at = now();
      // Either way, as a clock may be set back.
      if (Math.abs(at - (notedAt.get(id) ?? Number.NEGATIVE_INFINITY)) < USED_MS) return;
      if (notedAt.size >= MOST_OPENED) notedAt.clear();
      notedAt.set(id, at);
      await db.query('update api_key set used_at = $2, used_from = $3 where id = $1', [id, at, address]);
    },
  };
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A signature as hexadecimal text. */
async function hmac(vault: Vault, sealed: string): Promise<ApiKey['verify']> {
  const secret = utf8(await vault.open(sealed));
  const how = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, how, false, ['verify']);
  return async (payload, signature) => {
    if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
    const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    return crypto.subtle.verify('HMAC', key, bytes, utf8(payload));
  };
}

/** A signature as base64. @param publicKey base64 of the SPKI form. */
async function ed25519(publicKey: string): Promise<ApiKey['verify']> {
  const key = await importEd25519(publicKey);
  return async (payload, signature) => {
    const bytes = bytesOf(signature);
    return bytes?.length === 64 && crypto.subtle.verify('Ed25519', key, bytes, utf8(payload));
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** @throws when it is no public key of this kind. */
const importEd25519 = (publicKey: string) =>
  crypto.subtle.importKey('spki', bytesOf(publicKey) ?? new Uint8Array(), 'Ed25519', true, ['verify']);

/**
 * A public key in canonical form, the base64 of SPKI; undefined for any other text.
 * @param text PEM or base64.
 */
export async function publicKeyOf(text: string): Promise<string | undefined> {
  const base64 = text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '');
  try {
    await importEd25519(base64);
    return base64;
  } catch {
    return undefined;
  }
}

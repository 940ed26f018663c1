import { singleRow } from '../../../base/db/database.ts';
import { base64url } from '../../../base/secrets.ts';
import type { AccountDeps } from '../../../books/users/context.ts';
import type { PushKey } from './service.ts';

/**
 * The key by which push services know this exchange: made at the first start, and kept sealed. Devices subscribe to this
 * one key, so that another would reach none of them.
 */
export async function openPushKey({
  db,
  vault,
  clock,
}: Pick<AccountDeps, 'db' | 'vault' | 'clock'>): Promise<PushKey> {
  const kept = () =>
    db.query<{ publicKey: string; sealed: string }>(
      'select public_key as "publicKey", sealed from push_key where only_one',
    );
  let rows = await kept();
  if (rows.length === 0) {
    const made = await newKey();
    await db.query(
      'insert into push_key (public_key, sealed, created_at) values ($1, $2, $3) on conflict do nothing',
      [made.publicKey, await vault.seal(JSON.stringify(made.jwk)), clock.now()],
    );
    rows = await kept();
  }
  const { publicKey, sealed } = singleRow(rows);
  return { publicKey, jwk: JSON.parse(await vault.open(sealed)) as PushKey['jwk'] };
}

async function newKey(): Promise<PushKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const [point, { kty, crv, x, y, d }] = await Promise.all([
    crypto.subtle.exportKey('raw', pair.publicKey),
    crypto.subtle.exportKey('jwk', pair.privateKey),
  ]);
  return { publicKey: base64url(new Uint8Array(point)), jwk: { kty, crv, x, y, d } };
}

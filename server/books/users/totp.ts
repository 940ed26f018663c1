import { Secret, TOTP } from 'otpauth';
import { RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { digestOf } from '../../base/digest.ts';
import type { Vault } from '../../base/secrets.ts';
import { newRecoveryCode } from '../../base/secrets.ts';

const PERIOD_S = 30;
const RECOVERY_CODES = 10;

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ issuer, label, digits: 6, period: PERIOD_S, secret: Secret.fromBase32(secret) });

/**
 * A new secret, and its address for authenticators.
 * @param venue its name, which is displayed beside the codes.
 */
export function newTotp(uid: string, venue: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpOf(secret, uid, venue).toString() };
}

/** The step in which a code counts, one before and one after included; undefined for a wrong code. */
function stepOf(secret: string, code: string, at: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: at, window: 1 });
  return delta === null ? undefined : Math.floor(at / 1_000 / PERIOD_S) + delta;
}

interface TotpRow {
  readonly totp_secret: string | null;
  readonly totp_on: boolean;
}

/** How a second factor was proven. */
export type Proof = 'none' | 'totp' | 'recovery';

/**
 * Requires the second factor of users who have one. A code is accepted once: its time step is taken.
 * @param given a time-based or a recovery code. @throws {RuleError} `totpRequired`, `totpInvalid`.
 */
export async function secondFactor(
  db: Queries,
  vault: Vault,
  userId: number,
  given: string | undefined,
  at: number,
): Promise<Proof> {
  const row = singleRow(
    await db.query<TotpRow>('select totp_secret, totp_on from app_user where id = $1', [userId]),
  );
  if (!row.totp_on || !row.totp_secret) return 'none';
  const code = given?.trim() ?? '';
  if (code === '') throw new RuleError('totpRequired');
  if (/^\d{6}$/.test(code)) {
    await takeStep(db, userId, stepOf(await vault.open(row.totp_secret), code, at));
    return 'totp';
  }
  const taken = await db.query(
    'update recovery_code set used_at = $3 where user_id = $1 and hash = $2 and used_at is null returning hash',
    [userId, digestOf(code.toUpperCase()), at],
  );
  if (taken.length === 0) throw new RuleError('totpInvalid');
  return 'recovery';
}

async function takeStep(db: Queries, userId: number, step: number | undefined): Promise<void> {
  const taken =
    step === undefined
      ? []
      : await db.query('update app_user set totp_step = $2 where id = $1 and totp_step < $2 returning id', [
          userId,
          step,
        ]);
  if (taken.length === 0) throw new RuleError('totpInvalid');
}

/** Turns codes on with the first right one. @returns recovery codes, returned once and stored as hashes. */
export async function confirmTotp(
  tx: Queries,
  vault: Vault,
  userId: number,
  code: string,
  at: number,
): Promise<string[]> {
  const row = singleRow(
    await tx.query<TotpRow>('select totp_secret, totp_on from app_user where id = $1 for update', [userId]),
  );
  if (row.totp_on) throw new RuleError('totpOn');
  if (!row.totp_secret) throw new RuleError('totpOff');
  await takeStep(tx, userId, stepOf(await vault.open(row.totp_secret), code.trim(), at));
  await tx.query('update app_user set totp_on = true where id = $1', [userId]);
  await tx.query('delete from recovery_code where user_id = $1', [userId]);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  for (const recovery of codes)
    await tx.query('insert into recovery_code values ($1, $2)', [userId, digestOf(recovery)]);
  return codes;
}

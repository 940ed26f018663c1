import { RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

/**
 * A hash takes a while, and waits for others: in that time the owner may have reset the password, which ended the session
 * of who knows the old one, and this request of it as well. The row is held, so that a reset that comes now finds the change.
 * @param hash that the password was checked against. @throws {RuleError} `passwordWrong`.
 */
export async function mustStillHold(tx: Queries, userId: number, hash: string): Promise<void> {
  const same = await tx.query('select 1 from app_user where id = $1 and password_hash = $2 for update', [
    userId,
    hash,
  ]);
  if (same.length === 0) throw new RuleError('passwordWrong');
}

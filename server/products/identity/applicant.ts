import type { IdentityLevel, IdentityStatus } from '../../../domain/index.ts';
import { applicationRefusal, RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { userRow } from '../../books/users/sessions.ts';

/**
 * Requires that a user may apply for a level. Locks the user's row: a concurrent application waits.
 * @throws {RuleError} why not.
 */
export async function mayApply(tx: Queries, userId: number, level: IdentityLevel): Promise<void> {
  await tx.query('select 1 from app_user where id = $1 for no key update', [userId]);
  const refusal = applicationRefusal(level, await standingOf(tx, userId));
  if (refusal) throw new RuleError(refusal);
}

const standingOf = (db: Queries, userId: number): Promise<IdentityStatus> =>
  userRow<IdentityStatus>(
    db,
    userId,
    `level, coalesce(email, phone) is not null as "hasContact", exists (select 1 from identity_application a
       where a.user_id = app_user.id and a.state = 'pending') as "isPending"`,
  );

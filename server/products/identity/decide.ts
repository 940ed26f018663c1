import type { IdentityField, IdentityLevel, RejectionReason } from '../../../domain/index.ts';
import { creditAfterRejection, PHOTO_DRAFT_MS } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import { singleRow } from '../../base/db/database.ts';

/** What is wrong with one field. */
export interface Finding {
  readonly field: IdentityField;
  readonly reason: RejectionReason;
  /** In the reviewer's own words; may be empty. */
  readonly note: string;
}
/** Who decides. */
export type Reviewer = 'operator' | 'practice';

interface Decided {
  readonly userId: number;
  readonly level: IdentityLevel;
  readonly name: string | null;
}

/** Notes a user's level. @param name as the document has it; null keeps the one that is noted. */
export async function certify(
  { tx, publish }: Pick<Transaction, 'tx' | 'publish'>,
  userId: number,
  level: IdentityLevel,
  name: string | null,
): Promise<void> {
  await tx.query(
    `update app_user set level = greatest(level, $2::smallint), verified_name = coalesce($3, verified_name),
       identity = case when greatest(level, $2::smallint) = 2 then 'advanced' else 'basic' end where id = $1`,
    [userId, level, name],
  );
  await publish(userId, 'profile', {});
}

/**
 * Approves an application that waits: the user has its level from now on.
 * @returns undefined when it does not wait (any more). Throws by constraint `identity_number` when the document
 * certifies another account.
 */
export async function approve(work: Transaction, id: number, by: Reviewer): Promise<Decided | undefined> {
  const decided = await decide(work, id, by, []);
  if (!decided) return undefined;
  await certify(work, decided.userId, decided.level, decided.name);
  await work.publish(decided.userId, 'identity', { id, state: 'approved' });
  return decided;
}

/**
 * Rejects an application that waits. Photos that were found wrong are deleted, the others can be sent in again.
 * @param findings at least one, of its own level. @returns undefined when it does not wait (any more).
 */
export async function reject(
  work: Transaction,
  id: number,
  by: Reviewer,
  findings: readonly Finding[],
): Promise<Decided | undefined> {
  const decided = await decide(work, id, by, findings);
  if (!decided) return undefined;
  const { tx, at } = work;
  await tx.query(
    `update identity_photo set application_id = null, state = case when kind = any ($2::text[]) then 'gone' else 'draft' end,
       kept_until = case when kind = any ($2::text[]) then null::bigint else $3 end
     where application_id = $1 and state = 'sent'`,
    [id, findings.map(({ field }) => field), at + PHOTO_DRAFT_MS],
  );
  await lowerCredit(work, decided.userId);
  await work.publish(decided.userId, 'identity', { id, state: 'rejected' });
  return decided;
}

async function lowerCredit({ tx, publish }: Transaction, userId: number): Promise<void> {
  const { score } = singleRow(
    await tx.query<{ score: number }>(
      'select credit_score as score from app_user where id = $1 for no key update',
      [userId],
    ),
  );
  await tx.query(
    `update app_user set credit_score = $2,
       identity = case when identity = 'pending' then 'none' else identity end where id = $1`,
    [userId, creditAfterRejection(score)],
  );
  await publish(userId, 'profile', {});
}

/** Each application is decided once: a second decision finds none that is pending. */
async function decide(
  { tx, at }: Transaction,
  id: number,
  by: Reviewer,
  findings: readonly Finding[],
): Promise<Decided | undefined> {
  const [decided] = await tx.query<Decided>(
    `update identity_application set state = $2, reasons = $3::jsonb, decided_by = $4, decided_at = $5
     where id = $1 and state = 'pending' returning user_id as "userId", level, name`,
    [id, findings.length === 0 ? 'approved' : 'rejected', JSON.stringify(findings), by, at],
  );
  return decided;
}

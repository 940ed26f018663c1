import type { calls, ResponseOf } from '../../../domain/contract/index.ts';
import { CREDIT_SCORE_START, RuleError } from '../../../domain/index.ts';
import type { Transaction } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { constraintOf, singleRow } from '../../base/db/database.ts';
import { newInviteCode, newUid } from '../../base/secrets.ts';
import { grantPlay } from '../ledger/play.ts';
import type { CanonicalContact } from './codes.ts';
import type { AccountDeps, Caller } from './context.ts';
import { noteEvent } from './notices.ts';
import { openSession } from './sessions.ts';

/** What a new account is known by. */
interface Opened {
  /** Undefined for a guest, who has no password either. */
  readonly contact?: CanonicalContact;
  readonly passwordHash: string;
  readonly inviter: number | null;
}

/** The owner of an invite code; guests cannot invite. @throws {RuleError} `inviteUnknown`. */
export async function inviterOf(db: Queries, code: string | undefined): Promise<number | null> {
  if (code === undefined || code.trim() === '') return null;
  const [row] = await db.query<{ id: number }>(
    "select id from app_user where invite_code = $1 and password_hash <> ''",
    [code.trim().toUpperCase()],
  );
  if (!row) throw new RuleError('inviteUnknown');
  return row.id;
}

/** A new account, logged in where it was opened, and with play money in practice. */
export async function openAccount(
  { isPlay }: Pick<AccountDeps, 'isPlay'>,
  work: Transaction,
  opened: Opened,
  caller: Caller,
): Promise<ResponseOf<(typeof calls)['account.register']>> {
  const { id, uid } = await insertUser(work, opened, caller);
  await noteEvent(work, id, 'registered', caller);
  if (isPlay) await grantPlay(work, id, `welcome:${id}`);
  return { uid, token: await openSession(work.tx, id, caller, work.at) };
}

async function insertUser(
  { tx, at }: Transaction,
  { contact, passwordHash, inviter }: Opened,
  { language }: Caller,
): Promise<{ id: number; uid: string }> {
  const kind = contact?.kind ?? 'email';
  try {
    return singleRow(
      await tx.query<{ id: number; uid: string }>(
        `insert into app_user (uid, ${kind}, password_hash, invite_code, invited_by, language, credit_score, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id, uid`,
        [
          newUid(),
          contact?.value ?? null,
          passwordHash,
          newInviteCode(),
          inviter,
          language,
          CREDIT_SCORE_START,
          at,
        ],
      ),
    );
  } catch (error) {
    // A concurrent registration of the same contact was first: this code has been used.
    if (constraintOf(error) === `app_user_${kind}_key`) throw new RuleError('codeInvalid', { cause: error });
    throw error;
  }
}

import type { calls, ParsedRequestOf, Profile, ResponseOf } from '../../../domain/contract/index.ts';
import { maskedContact } from '../../../domain/index.ts';
import type { Database } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { HELD_AFTER } from './notices.ts';

type Logins = (typeof calls)['account.logins'];

interface Row {
  readonly uid: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly level: number;
  readonly identity: Profile['identity'];
  readonly credit_score: number;
  readonly invite_code: string;
  readonly created_at: number;
  readonly has_fund: boolean;
  readonly totp_on: boolean;
  readonly anti_phishing: string | null;
  readonly held_until: number | null;
  readonly held_after: string | null;
  readonly recovery: number;
}

/** A user's own profile; contacts are masked even here, as others may see the screen. */
export async function profileOf(db: Database, userId: number, at: number, isPlay: boolean): Promise<Profile> {
  const row = singleRow(
    await db.query<Row>(
      `select uid, email, phone, level, identity, credit_score, invite_code, created_at,
         fund_hash is not null as has_fund, totp_on, anti_phishing, held_until,
         ${HELD_AFTER} as held_after,
         (select count(*) from recovery_code where user_id = app_user.id and used_at is null) as recovery
       from app_user where id = $1`,
      [userId],
    ),
  );
  const isHeld = row.held_until !== null && row.held_until > at;
  return {
    uid: row.uid,
    email: row.email && maskedContact('email', row.email),
    phone: row.phone && maskedContact('phone', row.phone),
    level: row.level,
    identity: row.identity,
    creditScore: row.credit_score,
    inviteCode: row.invite_code,
    createdAt: row.created_at,
    measures: {
      email: row.email !== null,
      phone: row.phone !== null,
      fundPassword: row.has_fund,
      totp: row.totp_on,
      antiPhishing: row.anti_phishing !== null,
    },
    antiPhishing: row.anti_phishing,
    recoveryCodesLeft: row.recovery,
    heldUntil: isHeld ? row.held_until : null,
    heldAfter: isHeld ? row.held_after : null,
    isPlay,
  };
}

/** Logins and changes of an account, newest first. */
export async function loginsOf(
  db: Database,
  userId: number,
  { before, limit }: ParsedRequestOf<Logins>,
): Promise<ResponseOf<Logins>> {
  const rows = await db.query<ResponseOf<Logins>['rows'][number]>(
    `select id, what, device, address, at from account_event
     where user_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
    [userId, before ?? null, limit + 1],
  );
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

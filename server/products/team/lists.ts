import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, MemberState, TeamLevel } from '../../../domain/index.ts';
import { DAY_MS, maskedContact, TEAM_RATES } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { userRow } from '../../books/users/sessions.ts';
import { dayOf } from './engine.ts';

type Calls = typeof calls;
type Info = ResponseOf<Calls['team.info']>;
type Reward = ResponseOf<Calls['team.rewards']>['rows'][number];

interface UserContact {
  readonly email: string | null;
  readonly phone: string | null;
}

/** What others may see of a user. */
const maskedName = ({ email, phone }: UserContact): string =>
  email === null ? maskedContact('phone', phone ?? '') : maskedContact('email', email);

/** How far a member has come, as SQL on `u`. */
const STATE = `case
  when exists (select 1 from spot_fill where user_id = u.id) or exists (select 1 from futures_fill where user_id = u.id)
    or exists (select 1 from cycle_contract where user_id = u.id) then 'traded'
  when u.identity in ('basic', 'advanced') then 'verified' else 'registered' end`;

/** Members of a user, `$1`, as SQL: their number within the level, in the order of joining. */
const membersSql = (level: TeamLevel): string =>
  `select u.id, u.email, u.phone, u.created_at, row_number() over (order by u.id) as place, ${STATE} as state
   from app_user u where ${
     level === 'direct'
       ? 'u.invited_by = $1'
       : 'u.invited_by in (select id from app_user where invited_by = $1)'
   }`;

/** @param at ms UTC. */
export async function infoOf(db: Queries, userId: number, at: number): Promise<Info> {
  const own = await userRow<{ code: string; inviter: number | null }>(
    db,
    userId,
    'invite_code as code, invited_by as inviter',
  );
  const inviter =
    own.inviter === null ? null : maskedName(await userRow<UserContact>(db, own.inviter, 'email, phone'));
  const [newest] = await db.query<{ day: number }>(
    'select day from team_day where closed_at is not null order by day desc limit 1',
  );
  const rewards = await db.query<{ asset: string; total: Dec; newest: Dec }>(
    `select asset, trim_scale(sum(amount))::text as total,
       trim_scale(coalesce(sum(amount) filter (where day = $2), 0))::text as newest
     from team_reward where inviter_id = $1 group by asset order by asset = 'USDT' desc, asset`,
    [userId, newest?.day ?? -1],
  );
  return {
    code: own.code,
    inviter,
    rates: TEAM_RATES,
    direct: await countsOf(db, userId, 'direct'),
    second: await countsOf(db, userId, 'second'),
    rewards: [...rewards],
    newestDay: newest ? newest.day * DAY_MS : null,
    nextAt: (dayOf(at) + 1) * DAY_MS,
  };
}

async function countsOf(db: Queries, userId: number, level: TeamLevel): Promise<Info['direct']> {
  const rows = await db.query<{ state: MemberState; count: number }>(
    `select state, count(*) as count from (${membersSql(level)}) m group by state`,
    [userId],
  );
  const counts = { registered: 0, verified: 0, traded: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** Members of one level, newest first. */
export async function membersOf(
  db: Queries,
  userId: number,
  { level, state, before, limit }: ParsedRequestOf<Calls['team.members']>,
): Promise<ResponseOf<Calls['team.members']>> {
  const rows = await db.query<UserContact & { place: number; state: MemberState; joined: number }>(
    `select place, email, phone, state, created_at as joined from (${membersSql(level)}) m
     where ($2::text is null or state = $2) and ($3::bigint is null or place < $3)
     order by place desc limit $4`,
    [userId, state ?? null, before ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit).map(({ joined, email, phone, ...row }) => ({
    ...row,
    name: maskedName({ email, phone }),
    joinedAt: joined,
  }));
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null };
}

/** Rewards by day, level and asset, newest first. */
export async function rewardsOf(
  db: Queries,
  userId: number,
  { asset, level, from, to, before, limit }: ParsedRequestOf<Calls['team.rewards']>,
): Promise<ResponseOf<Calls['team.rewards']>> {
  const [day = null, beforeLevel = null, beforeAsset = null] = before?.split('.') ?? [];
  const rows = await db.query<Omit<Reward, 'day'> & { day: number }>(
    `select day, level, asset, trim_scale(sum(amount))::text as amount, count(*) as members, max(at) as at
     from team_reward where inviter_id = $1
       and ($2::text is null or asset = $2) and ($3::text is null or level = $3)
       and ($4::bigint is null or day * ${DAY_MS}::bigint >= $4) and ($5::bigint is null or day * ${DAY_MS}::bigint <= $5)
       and ($6::int is null or day < $6 or (day = $6 and (level, asset) > ($7, $8)))
     group by day, level, asset order by day desc, level, asset limit $9`,
    [
      userId,
      asset ?? null,
      level ?? null,
      from ?? null,
      to ?? null,
      day,
      beforeLevel,
      beforeAsset,
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...row, day: row.day * DAY_MS })),
    next: rows.length > limit && last ? `${last.day}.${last.level}.${last.asset}` : null,
  };
}

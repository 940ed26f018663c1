import type { TeamMember } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

interface Row {
  readonly id: number;
  readonly inviter: number | null;
  readonly second: number | null;
  readonly frozen: boolean;
  readonly seen: readonly string[];
}

/** What the rules of rewards ask about these users. @param ids may hold one twice. */
export async function knownUsers(db: Queries, ids: Iterable<number>): Promise<(id: number) => TeamMember> {
  const rows = await db.query<Row>(
    `select u.id, u.invited_by as inviter, i.invited_by as second, u.frozen_at is not null as frozen,
       (select coalesce(jsonb_agg(distinct e.device || ' @ ' || e.address), '[]') from account_event e
         where e.user_id = u.id and e.what in ('registered', 'login')) as seen
     from app_user u left join app_user i on i.id = u.invited_by where u.id = any ($1::bigint[])`,
    [[...new Set(ids)]],
  );
  const users = new Map(
    rows.map(({ id, inviter, second, frozen, seen }): [number, TeamMember] => [
      id,
      {
        id,
        inviter: inviter ?? undefined,
        second: second ?? undefined,
        seen: new Set(seen),
        isFrozen: frozen,
      },
    ]),
  );
  return (id) => {
    const found = users.get(id);
    if (!found) throw new Error(`user ${id} is not known`);
    return found;
  };
}

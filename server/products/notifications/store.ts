import type {
  calls,
  NotificationSummary,
  ParsedRequestOf,
  ResponseOf,
} from '../../../domain/contract/index.ts';
import { NOTIFICATIONS_KEPT, NOTIFICATIONS_KEPT_MS } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { runBeside } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';

type Calls = typeof calls;

/** What a user has not read. */
export async function summaryOf(db: Queries, userId: number): Promise<NotificationSummary> {
  const { summary } = singleRow(
    await db.query<{ summary: NotificationSummary }>('select notification_summary(p_user => $1) as summary', [
      userId,
    ]),
  );
  return summary;
}

/** A user's notifications, newest first. */
export async function notificationsOf(
  db: Queries,
  userId: number,
  { kinds, before, limit }: ParsedRequestOf<Calls['notification.list']>,
): Promise<ResponseOf<Calls['notification.list']>> {
  type Row = ResponseOf<Calls['notification.list']>['rows'][number];
  const rows = await db.query<{ row: Row }>(
    `select notification_row(n) as row from notification n where user_id = $1
       and ($2::text[] is null or kind = any ($2)) and ($3::bigint is null or id < $3)
     order by id desc limit $4`,
    [userId, kinds ? [...kinds] : null, before ?? null, limit + 1],
  );
  const [state] = await db.query<{ readTo: number }>(
    'select read_to as "readTo" from notification_state where user_id = $1',
    [userId],
  );
  const shown = rows.slice(0, limit).map(({ row }) => row);
  return {
    rows: shown,
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    readTo: state?.readTo ?? 0,
  };
}

/**
 * Marks the list as read, or as seen, up to these ids. Ids that do not exist yet cannot be marked. The user's
 * other devices are notified when anything has changed.
 */
export async function mark(
  deps: CommandDeps,
  userId: number,
  { read = 0, seen = 0 }: ParsedRequestOf<Calls['notification.mark']>,
): Promise<NotificationSummary> {
  return runBeside(deps, async ({ tx, publish }) => {
    const changed = await tx.query(
      `insert into notification_state as s (user_id, read_to, seen_to)
         select $1, least($2::bigint, n.newest), least(greatest($2::bigint, $3::bigint), n.newest)
         from (select coalesce(max(id), 0) as newest from notification where user_id = $1) n
       on conflict (user_id) do update set read_to = greatest(s.read_to, excluded.read_to),
         seen_to = greatest(s.seen_to, excluded.seen_to)
         where excluded.read_to > s.read_to or excluded.seen_to > s.seen_to
       returning 1`,
      [userId, read, seen],
    );
    const summary = await summaryOf(tx, userId);
    if (changed.length > 0) await publish(userId, 'notificationState', summary);
    return summary;
  });
}

/** Whether mails go out to a user; changes it first when that is given. */
export async function mailsOf(db: Queries, userId: number, request?: boolean): Promise<boolean> {
  if (request !== undefined)
    await db.query(
      `insert into notification_state (user_id, mails) values ($1, $2)
       on conflict (user_id) do update set mails = excluded.mails`,
      [userId, request],
    );
  const [state] = await db.query<{ mails: boolean }>(
    'select mails from notification_state where user_id = $1',
    [userId],
  );
  return state?.mails ?? true;
}

/**
 * Deletes what is older than it is kept, and of each user what is more than is kept. One with a mail to come stays.
 * @param since of users who have got nothing from then on nothing is more than is kept: the last sweep saw to that.
 */
export async function sweep(db: Queries, now: number, since = 0): Promise<void> {
  await db.query('delete from notification where not mail_due and at < $1', [now - NOTIFICATIONS_KEPT_MS]);
  await db.query(
    `delete from notification where not mail_due and ctid = any (array(
       select o.place from (select distinct user_id from notification where at >= $1) p cross join lateral (
         select n.ctid as place from notification n where n.user_id = p.user_id order by n.id desc offset $2) o))`,
    [since, NOTIFICATIONS_KEPT],
  );
}

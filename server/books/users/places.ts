import type { Queries } from '../../base/db/database.ts';
import type { Origin } from './sessions.ts';

/**
 * Whether a user has logged in from such a device at this address before: attempts of strangers do not count
 * against it.
 * @param userId undefined for an unknown contact; the query runs all the same, so that it takes as long.
 */
export async function isKnownPlace(
  db: Queries,
  userId: number | undefined,
  { device, address }: Origin,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from account_event
     where user_id = $1 and what in ('login', 'registered') and device = $2 and address = $3 limit 1`,
    [userId ?? 0, device, address],
  );
  return rows.length > 0;
}

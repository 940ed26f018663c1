import type { AlertRow } from '../../../domain/contract/index.ts';
import type { Queries } from '../../base/db/database.ts';

/** A row with whose it is. */
export type OwnedAlert = AlertRow & { readonly userId: number };

/** Columns of an `AlertRow`. */
export const COLUMNS = `id, market, direction, trim_scale(price)::text as price, repeats, state, fired,
  fired_at as "firedAt", trim_scale(fired_price)::text as "firedPrice", created_at as "createdAt", version`;

/** Of the alerts that were reached, as many are kept for their user to read. */
export const KEPT_REACHED = 50;

/** Newest first. */
export async function alertsOf(
  db: Queries,
  userId: number,
  market: string | undefined,
): Promise<readonly AlertRow[]> {
  return db.query<AlertRow>(
    `select ${COLUMNS} from price_alert where user_id = $1 and ($2::text is null or market = $2) order by id desc`,
    [userId, market ?? null],
  );
}

/** Every user's alerts that may still be sent. */
export async function liveAlerts(db: Queries): Promise<readonly OwnedAlert[]> {
  return db.query<OwnedAlert>(
    `select ${COLUMNS}, user_id as "userId" from price_alert where state <> 'reached' order by id`,
  );
}

/** Of these alerts those that exist, as they stand. */
export async function alertsAmong(db: Queries, ids: readonly number[]): Promise<readonly OwnedAlert[]> {
  return db.query<OwnedAlert>(
    `select ${COLUMNS}, user_id as "userId" from price_alert where id = any ($1::bigint[]) order by id`,
    [ids],
  );
}

/** A price that an alert has reached, or has gone back to. */
export interface ReachedAlert {
  readonly id: number;
  readonly price: string;
}

/** Marks alerts as sent; those that no longer wait stay as they are. */
export async function markFired(
  tx: Queries,
  reached: readonly ReachedAlert[],
  at: number,
): Promise<readonly OwnedAlert[]> {
  return tx.query<OwnedAlert>(
    `update price_alert a set state = case when repeats then 'resting' else 'reached' end, fired = fired + 1,
       fired_at = $3, fired_price = r.reached, version = version + 1
     from unnest($1::bigint[], $2::numeric[]) as r (rid, reached)
     where a.id = r.rid and a.state = 'waiting'
     returning ${COLUMNS}, user_id as "userId"`,
    [reached.map(({ id }) => id), reached.map(({ price }) => price), at],
  );
}

/** Repeating alerts that count again. */
export async function markWaiting(tx: Queries, ids: readonly number[]): Promise<readonly OwnedAlert[]> {
  return tx.query<OwnedAlert>(
    `update price_alert set state = 'waiting', version = version + 1
     where id = any ($1::bigint[]) and state = 'resting' returning ${COLUMNS}, user_id as "userId"`,
    [ids],
  );
}

import type { Dec, RenewalRefusal, StorageState, StorageTerms } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

/** A storage order as it is stored. Amounts in its asset, moments in ms UTC. */
export interface StorageOrder extends StorageTerms {
  readonly id: number;
  readonly user_id: number;
  /** Where it was paid from and is paid to; where its principal lies; what pays its interest. */
  readonly account_id: number;
  readonly escrow_id: number;
  readonly house_id: number;
  readonly plan_id: number;
  readonly asset: string;
  readonly amount: Dec;
  readonly auto_renew: boolean;
  readonly opened_at: number;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly state: StorageState;
  readonly paid_days: number;
  readonly earned: Dec;
  readonly next_at: number | null;
  readonly cost: Dec;
  readonly returned: Dec | null;
  readonly ended_at: number | null;
  readonly renewed_from: number | null;
  readonly renewed_by: number | null;
  readonly not_renewed: RenewalRefusal | null;
  readonly version: number;
}

const COLUMNS = `id, user_id, account_id, escrow_id, house_id, plan_id, asset, storage_text(amount) as amount,
  storage_text(rate) as rate, days, storage_text(share) as share, auto_renew, opened_at, starts_at, ends_at, state,
  paid_days, storage_text(earned) as earned, next_at, storage_text(cost) as cost, storage_text(returned) as returned,
  ended_at, renewed_from, renewed_by, not_renewed, version`;

/** The orders whose day was due first, taken with their plans and accounts until the end. @param at ms UTC. */
export function takeDue(tx: Queries, at: number, most: number): Promise<readonly StorageOrder[]> {
  return tx.query<StorageOrder>(`select ${COLUMNS} from storage_due(p_at => $1, p_most => $2)`, [at, most]);
}

/** An order and the day that it is to be paid next. */
export interface DueDay {
  readonly id: number;
  /** ms UTC. */
  readonly next_at: number;
}

/** The day that is due next after another one; undefined behind the last. @param at ms UTC. */
export async function nextDue(
  db: Queries,
  at: number,
  after: DueDay = { id: 0, next_at: 0 },
): Promise<DueDay | undefined> {
  const [next] = await db.query<DueDay>(
    `select id, next_at from storage_order where next_at between $2 and $1 and (next_at, id) > ($2, $3::bigint)
     order by next_at, id limit 1`,
    [at, after.next_at, after.id],
  );
  return next;
}

/** One order, taken as all that are due are; none when this day of it is no longer the next. */
export function takeDay(tx: Queries, { id, next_at }: DueDay): Promise<readonly StorageOrder[]> {
  return tx.query<StorageOrder>(
    `select ${COLUMNS} from storage_take(array[$1::bigint]) where next_at = $2::bigint`,
    [id, next_at],
  );
}

/** One order, taken the same way; undefined when this user has none of this number. */
export async function takeOrder(tx: Queries, id: number, userId: number): Promise<StorageOrder | undefined> {
  const [order] = await tx.query<StorageOrder>(
    `select ${COLUMNS} from storage_take(array(select id from storage_order where id = $1 and user_id = $2))`,
    [id, userId],
  );
  return order;
}

/** Numbers for orders that are about to be written. */
export async function newOrderIds(tx: Queries, count: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence('storage_order', 'id')) as id from generate_series(1, $1::int)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

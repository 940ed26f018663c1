import type { calls, ParsedRequestOf, ResponseOf, StorageRow } from '../../../domain/contract/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';

type Calls = typeof calls;

/** One order of a user. @throws {RuleError} `notFound`. */
export async function orderOf(db: Queries, userId: number, id: number): Promise<StorageRow> {
  const [found] = await db.query<{ row: StorageRow }>(
    'select storage_row(o) as row from storage_order o where id = $1 and user_id = $2',
    [id, userId],
  );
  if (!found) throw new RuleError('notFound');
  return found.row;
}

/** A user's orders, newest first. */
export async function ordersOf(
  db: Queries,
  userId: number,
  { state, asset, plan, from, to, before, limit }: ParsedRequestOf<Calls['storage.list']>,
): Promise<ResponseOf<Calls['storage.list']>> {
  const requests = [state, asset, plan, from, to, before].map((each) => each ?? null);
  const rows = await db.query<{ row: StorageRow }>(
    `select storage_row(o) as row from storage_order o where user_id = $1
       and ($2::text is null or state = $2) and ($3::text is null or asset = $3)
       and ($4::bigint is null or plan_id = $4)
       and ($5::bigint is null or opened_at >= $5) and ($6::bigint is null or opened_at <= $6)
       and ($7::bigint is null or id < $7)
     order by id desc limit $8`,
    [userId, ...requests, limit + 1],
  );
  return page(
    rows.map(({ row }) => row),
    limit,
  );
}

/** Interest that a user was paid, newest first; empty for another user's order. */
export async function payoutsOf(
  db: Queries,
  userId: number,
  { order, before, limit }: ParsedRequestOf<Calls['storage.payouts']>,
): Promise<ResponseOf<Calls['storage.payouts']>> {
  const rows = await db.query<ResponseOf<Calls['storage.payouts']>['rows'][number]>(
    `select p.id, p.order_id as "order", p.day, o.asset, storage_text(p.amount) as amount, p.due_at as "dueAt", p.at
     from storage_payout p join storage_order o on o.id = p.order_id
     where p.user_id = $1 and ($2::bigint is null or p.order_id = $2) and ($3::bigint is null or p.id < $3)
     order by p.id desc limit $4`,
    [userId, order ?? null, before ?? null, limit + 1],
  );
  return page(rows, limit);
}

/** What a user has in storage, by asset. */
export async function summaryOf(db: Queries, userId: number): Promise<ResponseOf<Calls['storage.summary']>> {
  const assets = await db.query<ResponseOf<Calls['storage.summary']>['assets'][number]>(
    `select asset, count(next_at) as running,
       storage_text(coalesce(sum(amount) filter (where next_at is not null), 0)) as escrow,
       storage_text(coalesce(sum(trunc(amount * rate * days, 8) - earned) filter (where next_at is not null), 0))
         as promised,
       storage_text(sum(earned)) as earned, storage_text(sum(cost)) as cost
     from storage_order where user_id = $1 group by asset order by asset = 'USDT' desc, asset`,
    [userId],
  );
  return { assets: [...assets] };
}

function page<Row extends { readonly id: number }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; next: number | null } {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

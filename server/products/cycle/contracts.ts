import type { CycleRow, calls, ParsedRequestOf } from '../../../domain/contract/index.ts';
import type { CycleRoom } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';

type ListRequest = ParsedRequestOf<(typeof calls)['cycle.list']>;

/** A user's contracts, newest first. */
export async function contractsOf(
  db: Queries,
  userId: number,
  { live, asset, kind, direction, cycle, outcome, from, to, before, limit }: ListRequest,
): Promise<{ rows: CycleRow[]; next: number | null }> {
  const requests = [live, asset, kind, direction, cycle, outcome, from, to, before].map(
    (each) => each ?? null,
  );
  const rows = await db.query<{ row: CycleRow }>(
    `select cycle_row(c) as row from cycle_contract c where user_id = $1
       and ($2::boolean is null or (outcome is null) = $2) and ($3::text is null or asset = $3)
       and ($4::text is null or kind = $4) and ($5::text is null or direction = $5)
       and ($6::text is null or cycle = $6) and ($7::text is null or outcome = $7)
       and ($8::bigint is null or accepted_at >= $8) and ($9::bigint is null or accepted_at <= $9)
       and ($10::bigint is null or id < $10)
     order by id desc limit $11`,
    [userId, ...requests, limit + 1],
  );
  const shown = rows.slice(0, limit).map(({ row }) => row);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** One contract; undefined when there is none of this number. @param userId only theirs. */
export async function contractOf(db: Queries, id: number, userId?: number): Promise<CycleRow | undefined> {
  const [found] = await db.query<{ row: CycleRow }>(
    'select cycle_row(c) as row from cycle_contract c where id = $1 and ($2::bigint is null or user_id = $2)',
    [id, userId ?? null],
  );
  return found?.row;
}

/** What runs already, as the limits count it, and whether the operator has closed the asset. */
export async function roomOf(
  db: Queries,
  userId: number,
  asset: string,
  house: number,
): Promise<CycleRoom & { readonly isHalted: boolean }> {
  const room = singleRow(
    await db.query<CycleRoom & { isHalted: boolean }>(
      `select own.contracts, own.staked::text,
         (select coalesce(sum(win), 0)::text from cycle_contract where asset = $2 and outcome is null) as "atRisk",
         (select (posted - held)::text from account where id = $3) as "houseFree",
         exists (select 1 from cycle_halt where asset = $2) or venue_state_of('trading') <> 'open' as "isHalted"
       from (select count(*) as contracts, coalesce(sum(stake), 0) as staked from cycle_contract
         where user_id = $1 and outcome is null) own`,
      [userId, asset, house],
    ),
  );
  const { staked, atRisk, houseFree } = room;
  return { ...room, staked: plain(staked), atRisk: plain(atRisk), houseFree: plain(houseFree) };
}

/** Which of these assets the operator has closed. */
export async function haltedOf(db: Queries, assets: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ asset: string }>(
    "select asset from unnest($1::text[]) as asset where asset in (select asset from cycle_halt) or venue_state_of('trading') <> 'open'",
    [assets],
  );
  return new Set(rows.map(({ asset }) => asset));
}

import type { Dec } from '../../../../domain/index.ts';
import { hasMovedOn, unlockedOf } from '../../../../domain/index.ts';
import type { Queries } from '../../../base/db/database.ts';
import { plain } from '../../../books/ledger/ledger.ts';

/** An amount ≥ 0 of an asset. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: Dec;
}

/** Deposits of a user that are credited and wait for their confirmations: they can be traded, not withdrawn. */
export async function lockedOf(db: Queries, userId: number): Promise<AssetAmount[]> {
  const rows = await db.query<AssetAmount>(
    `select asset, sum(amount)::text as amount from deposit where user_id = $1 and state = 'credited'
     group by asset order by asset`,
    [userId],
  );
  return rows.map(({ asset, amount }) => ({ asset, amount: plain(amount) }));
}

/** What a user owes for deposits that were taken back after they had been used. */
export async function debtsOf(db: Queries, userId: number): Promise<AssetAmount[]> {
  const rows = await db.query<AssetAmount>(
    `select asset, (-posted)::text as amount from account
     where owner_id = $1 and kind = 'debt' and posted < 0 order by asset`,
    [userId],
  );
  return rows.map(({ asset, amount }) => ({ asset, amount: plain(amount) }));
}

interface SpotRow {
  readonly asset: string;
  readonly posted: Dec;
  readonly held: Dec;
  readonly leaving: Dec;
}

/**
 * How much of an asset in a user's spot account can leave the exchange now, in units of the asset, ≥ 0. Takes the
 * account and those with money that waits for its confirmations, in the order of their ids.
 *
 * Booked less held less what waits for its confirmations. Nothing at all while something is owed, nor while money that
 * waits has left its account: it has become another asset, which would leave in its place.
 */
export async function withdrawable(tx: Queries, userId: number, asset: string): Promise<Dec> {
  const locked = new Map((await lockedOf(tx, userId)).map((each) => [each.asset, each.amount]));
  const rows = await tx.query<SpotRow>(
    `select asset, posted::text, held::text, (select coalesce(sum(h.remaining), 0)::text from hold h
       where h.account_id = a.id and h.kind = 'withdrawal' and h.remaining > 0) as leaving
     from account a where owner_id = $1 and kind = 'spot' and asset = any($2::text[]) order by id for no key update`,
    [userId, [asset, ...locked.keys()]],
  );
  if ((await debtsOf(tx, userId)).length > 0) return '0';
  const lockable = rows.map((row) => ({ ...row, locked: locked.get(row.asset) ?? '0' }));
  if (lockable.some((row) => hasMovedOn(row, row.leaving))) return '0';
  const own = lockable.find((row) => row.asset === asset);
  return own === undefined ? '0' : unlockedOf(own);
}

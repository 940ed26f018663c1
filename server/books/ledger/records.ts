import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { AccountKind, BalanceKind, HoldKind, MovementKind } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from './ledger.ts';

type Records = (typeof calls)['account.records'];
type Holds = (typeof calls)['account.holds'];

/** A user's movements, newest first, or after one of them the oldest first. The cursor is journal and line, so that new rows shift no page. */
export async function recordsOf(
  db: Queries,
  owner: number,
  { asset, account, kind, from, to, before, after, limit }: ParsedRequestOf<Records>,
): Promise<ResponseOf<Records>> {
  const [journal = null, line = null] = (after ?? before)?.split('.') ?? [];
  const rows = await db.query<{
    journal: number;
    line: number;
    account: AccountKind;
    asset: string;
    kind: MovementKind;
    amount: string;
    balance: string;
    at: number;
  }>(
    `select journal, line, account, asset, kind, amount::text, balance::text, at from ${after === undefined ? 'ledger_records' : 'ledger_records_after'}(
       p_owner => $1, p_asset => $2, p_account => $3, p_code => $4, p_from => $5, p_to => $6,
       p_journal => $7, p_line => $8, p_limit => $9)`,
    [owner, asset ?? null, account ?? null, kind ?? null, from ?? null, to ?? null, journal, line, limit + 1],
  );
  const shown = rows.slice(0, limit).map(({ journal: entry, line: place, amount, balance, ...row }) => ({
    ...row,
    id: `${entry}.${place}`,
    amount: plain(amount),
    balance: plain(balance),
  }));
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Why a user's asset is frozen: at most the newest 200 holds and storage orders. */
export async function holdsOf(db: Queries, owner: number, asset: string): Promise<ResponseOf<Holds>> {
  const rows = await db.query<{
    account: BalanceKind;
    kind: HoldKind;
    reference: string;
    amount: string;
    at: number;
  }>(
    `(select a.kind as account, h.kind, h.ref_id as reference, h.remaining::text as amount, h.at
      from hold h join account a on a.id = h.account_id
      where a.owner_id = $1 and a.asset = $2 and h.remaining > 0 order by h.id desc limit 200)
     union all
     (select 'escrow', 'storage', id::text, amount::text, opened_at from storage_order
      where user_id = $1 and asset = $2 and next_at is not null order by id desc limit 200)
     order by at desc limit 200`,
    [owner, asset],
  );
  return { holds: rows.map((row) => ({ ...row, amount: plain(row.amount) })) };
}

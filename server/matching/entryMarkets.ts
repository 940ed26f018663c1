import type { Queries } from '../base/db/database.ts';

/** The market and trade of a perpetuals' ledger entry. */
export interface EntryMarket {
  readonly market: string;
  /** Number of its trade; null for funding. */
  readonly fill: number | null;
}

/** Finds the market of entries by their ids; entries without a market are left out. */
export type EntryMarkets = (journals: readonly number[]) => Promise<ReadonlyMap<number, EntryMarket>>;

/** Fees and P/L name their trade, funding its position and moment, what a liquidation leaves its order. */
export const entryMarkets =
  (db: Queries): EntryMarkets =>
  async (journals) => {
    const rows = await db.query<EntryMarket & { readonly journal: number }>(
      `select j.id as journal, coalesce(f.market, p.market, o.market) as market, f.id as fill
       from journal j
       left join futures_fill f on f.id = case when j.ref_id ~ '^\\d{1,18}$' then j.ref_id::bigint end
       left join futures_position p on p.id = case
         when j.ref_id ~ '^\\d{1,18}\\.\\d+$' then split_part(j.ref_id, '.', 1)::bigint end
       left join futures_order o on o.id = case
         when j.ref_id ~ '^surplus\\.\\d{1,18}$' then split_part(j.ref_id, '.', 2)::bigint end
       where j.ref_type = 'perpetual' and j.id = any($1::bigint[])
         and coalesce(f.market, p.market, o.market) is not null`,
      [[...journals]],
    );
    return new Map(rows.map(({ journal, ...row }) => [journal, row]));
  };

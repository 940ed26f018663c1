import type { FillRow } from '../../../domain/contract/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';

interface FillQuery {
  readonly order?: number;
  readonly market?: string;
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly after?: number;
  readonly limit: number;
}

/** Fills of a user, newest first, or after one of them the oldest first. */
export async function fillsOf(
  db: Queries,
  userId: number,
  { order, market, from, to, before, after, limit }: FillQuery,
): Promise<{ rows: FillRow[]; next: number | null }> {
  const rows = await db.query<FillRow>(
    `select id, order_id as "order", market, side, price::text, quantity::text, total::text, fee::text,
       fee_asset as "feeAsset", role, at
     from spot_fill where user_id = $1 and ($2::bigint is null or order_id = $2)
       and ($3::text is null or market = $3) and ($4::bigint is null or at >= $4)
       and ($5::bigint is null or at <= $5) and ($6::bigint is null or id < $6) and ($7::bigint is null or id > $7)
       ${from === undefined ? '' : "and id >= rows_since('spot_fill', 'at', $1, $4)"}
       ${to === undefined ? '' : "and id < rows_since('spot_fill', 'at', $1, $5 + 7200000)"}
     order by id ${after === undefined ? 'desc' : 'asc'} limit $8`,
    [
      userId,
      order ?? null,
      market ?? null,
      from ?? null,
      to ?? null,
      before ?? null,
      after ?? null,
      limit + 1,
    ],
  );
  const shown = rows.slice(0, limit).map((row) => ({
    ...row,
    price: plain(row.price),
    quantity: plain(row.quantity),
    total: plain(row.total),
    fee: plain(row.fee),
  }));
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

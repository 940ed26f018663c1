import type { ConversionRow, calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Queries } from '../../base/db/database.ts';

type List = (typeof calls)['convert.list'];

/** A user's conversions, newest first. */
export async function conversionsOf(
  db: Queries,
  userId: number,
  { asset, kind, from, to, before, limit }: ParsedRequestOf<List>,
): Promise<ResponseOf<List>> {
  const requests = [asset, kind, from, to, before].map((each) => each ?? null);
  const rows = await db.query<{ row: ConversionRow }>(
    `select conversion_row(c) as row from conversion c where user_id = $1
       and ($2::text is null or from_asset = $2 or to_asset = $2) and ($3::text is null or kind = $3)
       and ($4::bigint is null or at >= $4) and ($5::bigint is null or at <= $5)
       and ($6::bigint is null or id < $6)
     order by id desc limit $7`,
    [userId, ...requests, limit + 1],
  );
  const shown = rows.slice(0, limit).map(({ row }) => row);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

import type { IndexTick } from '../../../domain/index.ts';
import { FIRST_LINK } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { plain } from '../../books/ledger/ledger.ts';

interface Stored {
  readonly seq: number;
  readonly at: number;
  readonly price: string;
  readonly hash: string;
}
const COLUMNS = 'seq, at, price::text, hash';

const tickOf = ({ seq, at, price, hash }: Stored): IndexTick => ({ seq, at, price: plain(price), hash });

/** The newest tick of each of these assets that has one. */
export async function headsOf(
  db: Queries,
  assets: readonly string[],
): Promise<ReadonlyMap<string, IndexTick>> {
  const rows = await db.query<Stored & { asset: string }>(
    `select a.asset, t.seq, t.at, t.price::text, t.hash from unnest($1::text[]) a(asset)
     cross join lateral (select * from cycle_tick where asset = a.asset order by seq desc limit 1) t`,
    [assets],
  );
  return new Map(rows.map((row) => [row.asset, tickOf(row)]));
}

/** Ticks of these numbers, both ends included, ascending. */
export async function ticksBetween(
  db: Queries,
  asset: string,
  first: number,
  last: number,
): Promise<IndexTick[]> {
  const rows = await db.query<Stored>(
    `select ${COLUMNS} from cycle_tick where asset = $1 and seq between $2 and $3 order by seq`,
    [asset, first, last],
  );
  return rows.map(tickOf);
}

/** Ticks of the moments in [from, to), ascending. */
export async function ticksWithin(
  db: Queries,
  asset: string,
  from: number,
  to: number,
): Promise<IndexTick[]> {
  const rows = await db.query<Stored>(
    `select ${COLUMNS} from cycle_tick where asset = $1 and at >= $2 and at < $3 order by at`,
    [asset, from, to],
  );
  return rows.map(tickOf);
}

/** The hash before a tick's. */
export async function linkBefore(db: Queries, asset: string, seq: number): Promise<string> {
  const [row] = await db.query<{ hash: string }>(
    'select hash from cycle_tick where asset = $1 and seq = $2',
    [asset, seq - 1],
  );
  return row?.hash ?? FIRST_LINK;
}

/** The number of the last tick before a moment, and of the first at or after another; undefined where there is none. */
export async function boundsOf(
  db: Queries,
  asset: string,
  before: number,
  from: number,
): Promise<{ last: number | undefined; next: number | undefined }> {
  const [row] = await db.query<{ last: number | null; next: number | null }>(
    `select (select seq from cycle_tick where asset = $1 and at < $2 order by at desc limit 1) as last,
       (select seq from cycle_tick where asset = $1 and at >= $3 order by at limit 1) as next`,
    [asset, before, from],
  );
  return { last: row?.last ?? undefined, next: row?.next ?? undefined };
}

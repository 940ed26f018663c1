import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';

/** Rows that go over at a time, and their bytes as text: pictures are long, and one text of many is too long for Node. */
const ROWS = 1_000;
const BYTES = 16 * 1024 * 1024;

interface TextRow {
  readonly place: string;
  readonly text: string;
}

/**
 * Copies a table into an empty one of the same form. Rows go as the database's own text of a whole row, so that every
 * digit, and a null beside a JSON null, comes over as it is.
 * @returns how many rows.
 */
export async function copyTable(source: Queries, target: Queries, table: string): Promise<number> {
  const columns = await columnsOf(source, table);
  const together = await rowsTogether(source, table);
  let count = 0;
  let place = '(0,0)';
  for (;;) {
    const rows = await source.query<TextRow>(
      `select t.ctid::text as place, t::text as text from ${table} t where t.ctid > $1::tid order by t.ctid limit ${together}`,
      [place],
    );
    const last = rows.at(-1);
    if (!last) return count;
    await target.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from (select (each::${table}).* from unnest($1::text[]) as each) as rows`,
      [rows.map(({ text }) => text)],
    );
    count += rows.length;
    place = last.place;
  }
}

/** How many rows go over at a time, so that they are not too long even where all are as long as the longest. */
async function rowsTogether(db: Queries, table: string): Promise<number> {
  const { longest } = singleRow(
    await db.query<{ longest: number }>(
      `select coalesce(max(octet_length(t::text)), 1)::int as longest from ${table} t`,
    ),
  );
  return Math.min(ROWS, Math.max(1, Math.floor(BYTES / longest)));
}

/** All but those that the database computes itself. */
async function columnsOf(db: Queries, table: string): Promise<string> {
  const rows = await db.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).join(', ');
}

/** What a table comes to, whatever the order of its rows. */
export async function sumOf(
  db: Queries,
  table: string,
): Promise<{ readonly rows: number; readonly digest: string }> {
  return singleRow(
    await db.query<{ rows: number; digest: string }>(
      `select count(*)::int as rows,
         coalesce(sum(('x' || substr(sum, 1, 15))::bit(60)::bigint), 0) || ' ' ||
         coalesce(sum(('x' || substr(sum, 17, 15))::bit(60)::bigint), 0) as digest
       from (select md5(t::text) as sum from ${table} t) as sums`,
    ),
  );
}

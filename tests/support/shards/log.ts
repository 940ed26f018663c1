import type { Client } from 'pg';
import type { BookHead, BookPart, BookRow, Role, StoredBookRow, UserRow } from './shapes.ts';
import { BOOK_HEAD, BOOK_PARTS, VIRTUAL_SHARDS } from './shapes.ts';

/** Tables of the trial. A shard's row is its fence and its head in one: who appends locks it, and so does who takes over. */
const SCHEMA = `
create table shard (kind text, shard int, fence int not null default 0, head int not null default 0, primary key (kind, shard));
create table user_log (shard int, seq int, part int, fence int not null, body json not null, primary key (shard, seq, part));
create table book_log (shard int, seq int, part int, fence int not null, body json not null, primary key (shard, seq, part));
create table user_snapshot (shard int primary key, seq int not null, fence int not null, body json not null);`;

export async function createLogs(client: Client, bookProcesses: number): Promise<void> {
  await client.query(SCHEMA);
  await client.query(
    `insert into shard (kind, shard) select 'user', generate_series(0, $1 - 1)
     union all select 'book', generate_series(0, $2 - 1)`,
    [VIRTUAL_SHARDS, bookProcesses],
  );
  await client.query('analyze shard');
}

/** Another process has taken a shard over: this one may write and answer nothing any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

const appendTo = (role: Role): string => `
with moved as (
  update shard s set head = g.seq from unnest($1::int[], $2::int[], $3::int[]) as g(shard, seq, fence)
  where s.kind = '${role}' and s.shard = g.shard and s.fence = g.fence and s.head = g.seq - 1
  returning g.shard, g.seq, g.fence)
insert into ${role}_log (shard, seq, part, fence, body)
select shard, seq, b.part, fence, b.body::json from moved
join unnest($4::int[], $5::int[], $6::text[]) as b(shard, part, body) using (shard)`;

/** The next row of a shard, whose number is that after its head, in parts for different readers. */
export interface NewRow {
  readonly shard: number;
  readonly seq: number;
  readonly parts: readonly (readonly [part: number, body: string])[];
}

/**
 * The only writer of some shards. An append is one statement: a process that stands still between two would keep its
 * locks for as long as it stands.
 */
export class LogWriter {
  readonly #client: Client;
  readonly #role: Role;
  readonly #fences = new Map<number, number>();
  readonly heads = new Map<number, number>();

  private constructor(client: Client, role: Role) {
    this.#client = client;
    this.#role = role;
  }

  /** Takes shards from their writer. An append of its that is under way is waited for, and no other comes after. */
  static async takeOver(client: Client, role: Role, shards: readonly number[]): Promise<LogWriter> {
    const writer = new LogWriter(client, role);
    const { rows } = await client.query<{ shard: number; fence: number; head: number }>(
      `update shard set fence = fence + 1 where kind = $1 and shard = any($2::int[]) returning shard, fence, head`,
      [role, shards],
    );
    for (const { shard, fence, head } of rows) {
      writer.#fences.set(shard, fence);
      writer.heads.set(shard, head);
    }
    return writer;
  }

  /** @param rows at most one of each shard. @throws {FencedError} when a shard has another writer. */
  async append(rows: readonly NewRow[]): Promise<void> {
    const parts = rows.flatMap((row) => row.parts.map(([part, body]) => [row.shard, part, body] as const));
    const { rowCount } = await this.#client.query({
      name: 'append',
      text: appendTo(this.#role),
      values: [
        rows.map(({ shard }) => shard),
        rows.map(({ seq }) => seq),
        rows.map(({ shard }) => this.#fences.get(shard)),
        parts.map(([shard]) => shard),
        parts.map(([, part]) => part),
        parts.map(([, , body]) => body),
      ],
    });
    if (rowCount !== parts.length) throw new FencedError(`${rowCount} of ${parts.length} rows`);
    for (const { shard, seq } of rows) this.heads.set(shard, seq);
  }

  /** What is answered without an append is answered as of now. @throws {FencedError} */
  async mustOwn(): Promise<void> {
    const { rowCount } = await this.#client.query({
      name: 'own',
      text: `select from shard s join unnest($2::int[], $3::int[]) as g(shard, fence)
               on s.kind = $1 and s.shard = g.shard and s.fence = g.fence`,
      values: [this.#role, [...this.#fences.keys()], [...this.#fences.values()]],
    });
    if (rowCount !== this.#fences.size) throw new FencedError('taken over');
  }

  /**
   * A book has matched rows of a successor: what it says of them may not be applied, as this memory has no holds for
   * them. @throws {FencedError}
   */
  mustHaveWritten(takes: BookPart['takes']): void {
    for (const [shard, seq, fence] of takes)
      if (fence > (this.#fences.get(shard) ?? fence))
        throw new FencedError(`row ${shard}.${seq} is a successor's`);
  }

  /** Replaces snapshots, as of the heads. @throws {FencedError} */
  async snapshot(bodies: readonly (readonly [shard: number, body: string])[]): Promise<void> {
    const { rowCount } = await this.#client.query({
      name: 'snapshot',
      text: `with held as (select s.shard, g.seq, g.fence, g.body from shard s
               join unnest($1::int[], $2::int[], $3::int[], $4::text[]) as g(shard, seq, fence, body)
                 on s.kind = 'user' and s.shard = g.shard and s.fence = g.fence for share of s)
             insert into user_snapshot select shard, seq, fence, body::json from held
             on conflict (shard) do update set seq = excluded.seq, fence = excluded.fence, body = excluded.body`,
      values: [
        bodies.map(([shard]) => shard),
        bodies.map(([shard]) => this.heads.get(shard)),
        bodies.map(([shard]) => this.#fences.get(shard)),
        bodies.map(([, body]) => body),
      ],
    });
    if (rowCount !== bodies.length) throw new FencedError('snapshot');
  }
}

/** Rows of user shards behind these numbers, each shard's in order. @param after by shard. */
export async function readUserRows(client: Client, after: ReadonlyMap<number, number>): Promise<UserRow[]> {
  const { rows } = await client.query<UserRow>({
    name: 'read-user',
    text: `select l.shard, l.seq, l.fence, l.body from unnest($1::int[], $2::int[]) as c(shard, seq)
           join shard s on s.kind = 'user' and s.shard = c.shard and s.head > c.seq
           cross join lateral (select * from user_log u where u.shard = c.shard and u.seq > c.seq
                               order by u.seq limit 50) l`,
    values: [[...after.keys()], [...after.values()]],
  });
  return rows.sort((a, b) => a.shard - b.shard || a.seq - b.seq);
}

/** Numbers of a book's log that are read at once. */
const MOST_READ = 200;

/**
 * Some parts of a book's log behind a number, in order. @returns also the number up to which there are no others: its
 * head as of the same moment, if that is not too far away.
 */
export async function readBookParts(
  client: Client,
  {
    book,
    after,
    parts,
  }: { readonly book: number; readonly after: number; readonly parts: readonly number[] },
): Promise<{ readonly upTo: number; readonly rows: StoredBookRow[] }> {
  const { rows } = await client.query<StoredBookRow & { readonly head: number }>({
    name: 'read-book',
    text: `select s.shard, s.head, l.seq, l.part, l.fence, l.body from shard s left join book_log l
             on l.shard = s.shard and l.seq > $2 and l.seq <= $3 and l.part = any($4::int[])
           where s.kind = 'book' and s.shard = $1 order by l.seq, l.part`,
    values: [book, after, after + MOST_READ, parts],
  });
  const head = rows[0]?.head ?? after;
  return { upTo: Math.min(head, after + MOST_READ), rows: rows.filter(({ seq }) => seq !== null) };
}

/** A book's log behind a number, with all its parts. */
export async function readBookRows(client: Client, book: number, after: number): Promise<BookRow[]> {
  const parts = [BOOK_HEAD, ...Array.from({ length: BOOK_PARTS }, (_, part) => part)];
  return wholeRows((await readBookParts(client, { book, after, parts })).rows);
}

/** Rows of their parts. @param stored in order. */
function wholeRows(stored: readonly StoredBookRow[]): BookRow[] {
  const rows = new Map<string, BookRow>();
  for (const { shard, seq, fence, part, body } of stored) {
    const known = rows.get(`${shard}.${seq}`)?.body;
    // The head comes first.
    if (part === BOOK_HEAD) {
      const whole = { ...(body as BookHead), orders: [], fills: [], effects: [] };
      rows.set(`${shard}.${seq}`, { shard, seq, fence, body: whole });
    } else if (known) {
      const { orders, fills, effects } = body as BookPart;
      (known.orders as unknown[]).push(...orders);
      (known.fills as unknown[]).push(...fills);
      (known.effects as unknown[]).push(...effects);
    }
  }
  return [...rows.values()];
}

/** Snapshots of shards that have one. */
export async function readSnapshots(
  client: Client,
  shards: readonly number[],
): Promise<{ readonly shard: number; readonly seq: number; readonly body: unknown }[]> {
  const { rows } = await client.query<{ shard: number; seq: number; body: unknown }>(
    'select shard, seq, body from user_snapshot where shard = any($1::int[])',
    [shards],
  );
  return rows;
}

/** Both logs as a whole. */
export async function readAll(
  client: Client,
): Promise<{ readonly userRows: UserRow[]; readonly bookRows: BookRow[] }> {
  const users = await client.query<UserRow>(
    'select shard, seq, fence, body from user_log order by shard, seq',
  );
  const books = await client.query<StoredBookRow>('select * from book_log order by shard, seq, part');
  return { userRows: users.rows, bookRows: wholeRows(books.rows) };
}

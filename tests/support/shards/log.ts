import type { Client } from 'pg';
import type { BookBody, BookRow, Role, UserBody, UserRow } from './shapes.ts';
import { VIRTUAL_SHARDS } from './shapes.ts';

/** Tables of the trial. A shard's row is its fence and its head in one: who appends locks it, and so does who takes over. */
const SCHEMA = `
create table shard (kind text, shard int, fence int not null default 0, head int not null default 0, primary key (kind, shard));
create table user_log (shard int, seq int, fence int not null, body json not null, primary key (shard, seq));
create table book_log (shard int, seq int, fence int not null, body json not null, primary key (shard, seq));
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
with given as (select * from unnest($1::int[], $2::int[], $3::int[], $4::text[]) as g(shard, seq, fence, body)),
moved as (
  update shard s set head = g.seq from given g
  where s.kind = '${role}' and s.shard = g.shard and s.fence = g.fence and s.head = g.seq - 1
  returning g.shard, g.seq, g.fence, g.body)
insert into ${role}_log (shard, seq, fence, body) select shard, seq, fence, body::json from moved`;

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

  /**
   * @param rows at most one of each shard, with the number after its head.
   * @throws {FencedError} when a shard has another writer.
   */
  async append(rows: readonly { readonly shard: number; readonly seq: number; readonly body: string }[]) {
    const { rowCount } = await this.#client.query({
      name: 'append',
      text: appendTo(this.#role),
      values: [
        rows.map(({ shard }) => shard),
        rows.map(({ seq }) => seq),
        rows.map(({ shard }) => this.#fences.get(shard)),
        rows.map(({ body }) => body),
      ],
    });
    if (rowCount !== rows.length) throw new FencedError(`${rowCount} of ${rows.length} rows`);
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
  mustHaveWritten(takes: BookBody['takes']): void {
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

/** Rows of a book shard behind a number, in order. */
export async function readBookRows(client: Client, book: number, after: number): Promise<BookRow[]> {
  const { rows } = await client.query<BookRow>({
    name: 'read-book',
    text: 'select shard, seq, fence, body from book_log where shard = $1 and seq > $2 order by seq limit 200',
    values: [book, after],
  });
  return rows;
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
  const all = async <T extends UserBody | BookBody>(table: string) =>
    (
      await client.query<{ shard: number; seq: number; fence: number; body: T }>(
        `select shard, seq, fence, body from ${table} order by shard, seq`,
      )
    ).rows;
  return { userRows: await all<UserBody>('user_log'), bookRows: await all<BookBody>('book_log') };
}

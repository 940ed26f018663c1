import type { Database, Queries } from '../../server/base/db/database.ts';
import { singleRow } from '../../server/base/db/database.ts';
import { onEachConnection } from './connections.ts';

/** How many that nobody uses are kept: two are open at once in a few tests only. */
const MOST_IDLE = 2;

/** An open database with what it was like before anybody used it. */
interface IdleDatabase {
  readonly db: Database;
  readonly form: string;
  readonly seeds: readonly Seed[];
}
/** What the migrations put into a table. */
interface Seed {
  readonly name: string;
  readonly rows: unknown;
}

/**
 * Databases that are as after `open`, each for one user at a time: starting one in memory costs a second of the
 * processor, making one on a server a tenth, emptying one a twentieth at most. Its `close` gives it back. Each call opens
 * or empties one that nobody else has.
 */
export function reusing(open: () => Promise<Database>): () => Promise<Database> {
  const idle: IdleDatabase[] = [];
  return async () => {
    for (let kept = idle.pop(); kept !== undefined; kept = idle.pop()) {
      if (await isEmptied(kept).catch(() => false)) return lend(kept, idle);
      await kept.db.close();
    }
    const db = await open();
    return lend({ db, form: await formOf(db), seeds: await seedsOf(db) }, idle);
  };
}

function lend(kept: IdleDatabase, idle: IdleDatabase[]): Database {
  const { db } = kept;
  let isLent = true;
  let underWay = 0;
  const lent = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isLent) throw new Error('the database is closed');
    underWay += 1;
    return work().finally(() => {
      underWay -= 1;
    });
  };
  return {
    ...db,
    isReady: () => isLent && db.isReady(),
    query: (text, params) => lent(() => db.query(text, params)),
    transaction: (work) => lent(() => db.transaction(work)),
    async close() {
      if (!isLent) return;
      isLent = false;
      // What is still under way might end after the next one has begun.
      if (underWay === 0 && idle.length < MOST_IDLE) idle.push(kept);
      else await db.close();
    },
  };
}

/** Whether a database is as it began, after all rows, numbers and settings of its last user were taken away. */
async function isEmptied({ db, form, seeds }: IdleDatabase): Promise<boolean> {
  await forgetSessions(db);
  const used = await usedTables(db);
  await db.transaction(async (tx) => {
    // Triggers that keep the books from being emptied, and sums from being stale.
    await tx.query("set local session_replication_role = 'replica'");
    await empty(tx, used);
    for (const { name, rows } of seeds)
      await tx.query(
        `insert into ${name} overriding system value select * from jsonb_populate_recordset(null::${name}, $1)`,
        [JSON.stringify(rows)],
      );
  });
  // Gives back the space of what was deleted: a table without rows is of no size again, and counts as unused.
  if (used.length > 0) await db.query(`vacuum ${used.join(', ')}`);
  for (const name of await grownIndexes(db)) await db.query(`reindex index ${name}`);
  // The log of one in memory is kept there until then.
  if (db.engine === 'pglite') await db.query('checkpoint');
  return (await formOf(db)) === form;
}

/** What `discard all` is, which no transaction may contain, and what a connection of ours begins with. */
const FORGET = `close all; set session authorization default; reset all; deallocate all; unlisten *;
  select pg_advisory_unlock_all(); discard plans; discard temp; discard sequences; set jit = off`;

/** Settings, temporary tables, prepared statements and locks of each connection. */
async function forgetSessions(db: Database): Promise<void> {
  if (db.engine === 'pglite') return void (await db.query('discard all'));
  await onEachConnection(db, (tx) => tx.query(FORGET));
}

async function usedTables(db: Queries): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  );
  return rows.map(({ name }) => name);
}

/** Indexes that keep the size of what was deleted: to a plan, looking rows up in one is dear. */
async function grownIndexes(db: Queries): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
     where indexrelid >= 16384 and pg_relation_size(indexrelid) > 10 * current_setting('block_size')::int`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Deletes row by row: there are few, while truncating makes the files of each table, of its indexes and of every
 * table that refers to it again, which takes ten times as long.
 */
async function empty(tx: Queries, used: readonly string[]): Promise<void> {
  for (const name of used) await tx.query(`delete from ${name}`);
  const counted = await tx.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null`,
  );
  for (const { name } of counted) await tx.query(`alter sequence ${name} restart`);
}

async function seedsOf(db: Queries): Promise<Seed[]> {
  const seeds: Seed[] = [];
  for (const name of await usedTables(db)) {
    const { rows } = singleRow(
      await db.query<{ rows: unknown }>(`select coalesce(jsonb_agg(t), '[]') as rows from ${name} t`),
    );
    seeds.push({ name, rows });
  }
  return seeds;
}

/**
 * What a database consists of, save its rows: two have the same form when nothing was made, changed or dropped in
 * between. A row of these catalogues is another one after each change.
 */
async function formOf(db: Queries): Promise<string> {
  const catalogues = ['pg_proc', 'pg_type', 'pg_constraint', 'pg_trigger', 'pg_namespace', 'pg_authid'];
  const parts = catalogues.map(
    (name) => `select '${name}' || oid::text || ' ' || xmin::text as part from ${name} where oid >= 16384`,
  );
  const { form } = singleRow(
    await db.query<{ form: string }>(
      `select md5(string_agg(part, ',' order by part)) as form from (
         ${parts.join(' union all ')}
         union all select attrelid::text || attname || xmin::text from pg_attribute where attrelid >= 16384
         union all select oid::text || relname || relkind::text from pg_class where oid >= 16384
         union all select setdatabase::text || setrole::text || setconfig::text from pg_db_role_setting) as parts`,
    ),
  );
  return form;
}

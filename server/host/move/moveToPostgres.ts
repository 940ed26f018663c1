import { SettingError } from '../../base/config.ts';
import type { Database, Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import type { OpsAnswer } from '../../base/opsAnswer.ts';
import { reported } from '../../base/opsAnswer.ts';
import type { BooksHead } from '../backup/head.ts';
import { proveBooks } from '../backup/head.ts';
import { copyTable, sumOf } from './table.ts';

/** Of the database itself, not of the exchange: what is applied, who may write, and the log, which a folder has not. */
const OWN: ReadonlySet<string> = new Set([
  'schema_migration',
  'schema_functions',
  'writer_lease',
  'turn_log',
  'turn_state',
  'turn_outside',
]);

/**
 * Copies all that a database holds into another one of the same version, table by table, in one transaction: each table
 * has to come to the same sum on both sides, and the books to the same head. What fails leaves the target as it was.
 * @param source which nobody writes to meanwhile. @param target migrated, and without a user or an entry in it.
 * @throws {SettingError} when the target is in use, or holds something.
 */
export async function moveAll(source: Database, target: Database): Promise<OpsAnswer> {
  await requireEmpty(target);
  const tables = await tablesOf(source);
  const { head, differences } = await proveBooks(source);
  if (differences > 0)
    throw new SettingError('The books of the folder differ: see ledger verify. Nothing was moved.');
  const rows = await target.transaction(async (tx) => {
    const undo = await freed(tx, tables);
    let count = 0;
    for (const table of tables) count += await copyTable(source, tx, table);
    await copySequences(source, tx);
    for (const statement of undo) await tx.query(statement);
    for (const table of tables) await requireSame(source, tx, table);
    await requireHead(tx, head);
    return count;
  });
  return reported(
    `${rows} rows in ${tables.length} tables; each table comes to the same sum on both sides.`,
    `The books prove, with ${head.entries} entries, and their head is the same: ${head.digest.slice(0, 16)}.`,
    'Start with DATABASE_URL, and DATA_DIR as it was: the keys of what is sealed are still in that folder.',
  );
}

async function requireEmpty(target: Database): Promise<void> {
  const { used, newer } = singleRow(
    await target.query<{ used: boolean; newer: boolean }>(
      `select exists (select 1 from app_user) or exists (select 1 from journal) as used,
         exists (select 1 from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()
           and application_name like 'tidemark%') as newer`,
    ),
  );
  if (used) throw new SettingError('That database holds users or entries: give an empty one.');
  if (newer) throw new SettingError('An exchange runs on that database: stop it first.');
}

async function tablesOf(db: Queries): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' order by c.relname`,
  );
  return rows.map(({ name }) => name).filter((name) => !OWN.has(name));
}

/**
 * Empties tables, and takes off what would refuse or double the copy: triggers of the exchange's, and references, as
 * tables come in no order. @returns statements that put all of it back, and check every reference.
 */
async function freed(tx: Queries, tables: readonly string[]): Promise<readonly string[]> {
  for (const table of tables) await tx.query(`alter table ${table} disable trigger user`);
  const references = await tx.query<{ owner: string; name: string; text: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  );
  for (const { owner, name } of references) await tx.query(`alter table ${owner} drop constraint ${name}`);
  await tx.query(`truncate ${tables.join(', ')}`);
  return [
    ...references.map(({ owner, name, text }) => `alter table ${owner} add constraint ${name} ${text}`),
    ...tables.map((table) => `alter table ${table} enable trigger user`),
  ];
}

async function copySequences(source: Queries, tx: Queries): Promise<void> {
  const names = await source.query<{ name: string }>(
    "select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' order by sequencename",
  );
  for (const { name } of names) {
    const { last, called } = singleRow(
      await source.query<{ last: string; called: boolean }>(
        `select last_value::text as last, is_called as called from ${name}`,
      ),
    );
    await tx.query('select setval($1::regclass, $2::bigint, $3)', [name, last, called]);
  }
}

async function requireSame(source: Queries, target: Queries, table: string): Promise<void> {
  const [before, after] = [await sumOf(source, table), await sumOf(target, table)];
  if (before.rows !== after.rows || before.digest !== after.digest)
    throw new Error(`${table} differs: ${before.rows} rows here, ${after.rows} there. Nothing was moved.`);
}

async function requireHead(target: Queries, head: BooksHead): Promise<void> {
  const proved = await proveBooks(target);
  if (proved.differences > 0 || JSON.stringify(proved.head) !== JSON.stringify(head))
    throw new Error('The books differ on the other side. Nothing was moved.');
}

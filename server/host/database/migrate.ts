import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError } from '../../base/config.ts';
import type { Database, Queries } from '../../base/db/database.ts';

/** A file of statements. Once a database has applied it, it is never changed: a later file changes what it made. */
interface Migration {
  readonly name: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
  readonly statements: readonly string[];
}
type Applied = Pick<Migration, 'name' | 'checksum'>;

const BREAK = '--> statement-breakpoint';
/** An arbitrary number, the same in all versions: its holder migrates, and others wait. */
const LOCK = 7_184_629;

/** The migrations of a schema's folder, in the order in which they are applied: that of their names. */
export function readMigrations(schema: string): readonly Migration[] {
  return textsIn(join(schema, 'migrations')).map(({ file, text }) => ({
    name: file.replace(/\.sql$/, ''),
    checksum: checksumOf(text),
    statements: text.split(BREAK),
  }));
}

function textsIn(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }));
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Applies the migrations that a database misses, and makes its functions those of this version: all or nothing.
 * @param schema the folder with `migrations/`, a file each, and `functions/`, the current text of each, by area.
 * @param mustBeFree called before anything is changed; where it throws, nothing is.
 * @throws {SettingError} when a newer version has written the database, or one that had other text in such a file.
 */
export function migrate(
  db: Pick<Database, 'transaction'>,
  schema: string,
  mustBeFree: (tx: Queries) => Promise<void> = async () => undefined,
): Promise<void> {
  const migrations = readMigrations(schema);
  return db.transaction(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${LOCK})`);
    await tx.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null)',
    );
    await adoptJournal(tx, migrations);
    const applied = await tx.query<Applied>('select name, checksum from schema_migration order by name');
    requireSame(applied, migrations);
    const missing = migrations.slice(applied.length);
    if (missing.length > 0) await mustBeFree(tx);
    for (const migration of missing) await apply(tx, migration);
    await makeFunctions(tx, join(schema, 'functions'), mustBeFree);
  });
}

/**
 * Functions are apart from migrations, so that each has one definition: all are created again when any has
 * changed.
 */
async function makeFunctions(
  tx: Queries,
  folder: string,
  mustBeFree: (tx: Queries) => Promise<void>,
): Promise<void> {
  const texts = textsIn(folder).map(({ text }) => text);
  const checksum = checksumOf(texts.join('\n'));
  await tx.query('create table if not exists schema_functions (checksum text not null)');
  const [made] = await tx.query<{ checksum: string }>('select checksum from schema_functions');
  if (made?.checksum === checksum) return;
  await mustBeFree(tx);
  // They call one another, across files too.
  await tx.query('set local check_function_bodies to off');
  for (const statement of texts.flatMap((text) => text.split(/\n{2,}/))) await tx.query(statement);
  await tx.query('delete from schema_functions');
  await tx.query('insert into schema_functions values ($1)', [checksum]);
}

async function apply(tx: Queries, { name, checksum, statements }: Migration): Promise<void> {
  for (const statement of statements) await tx.query(statement);
  await keep(tx, { name, checksum });
}

const keep = (tx: Queries, { name, checksum }: Applied) =>
  tx.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);

/** What is applied must be what the folder begins with. */
function requireSame(applied: readonly Applied[], migrations: readonly Migration[]): void {
  for (const [place, { name, checksum }] of applied.entries()) {
    const known = migrations[place];
    if (known?.name !== name)
      throw new SettingError('A newer version has written this database: start that one.');
    if (known.checksum !== checksum)
      throw new SettingError(
        `Another version has written this database: its migration ${name} is not this version's. Start that one.`,
      );
  }
}

/** Versions until 0.1 kept their list in a schema of a library's: hashes alone, in the order of application. */
async function adoptJournal(tx: Queries, migrations: readonly Migration[]): Promise<void> {
  const [journal] = await tx.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!journal?.there) return;
  const rows = await tx.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  );
  for (const [place, { hash }] of rows.entries())
    await keep(tx, { name: migrations[place]?.name ?? `unknown_${place}`, checksum: hash });
  await tx.query('drop schema drizzle cascade');
}

import { afterEach, expect, it } from 'vitest';
import type { Database } from '../../../../server/base/db/database.ts';
import { addUser, onUsualEngine } from '../../../support/databases.ts';
import { isLong } from '../../../support/often.ts';
import { reusing } from '../../../support/reused.ts';

/** Every row of every table, what each sequence stands at, and what a session keeps. */
async function everythingOf(db: Database): Promise<unknown> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) rows[name] = await db.query(`select to_jsonb(t) as row from ${name} t`);
  return {
    rows,
    sequences: await db.query('select sequencename, last_value from pg_sequences order by 1'),
    settings: await db.query("select name, setting from pg_settings where source = 'session' order by 1"),
    locks: await db.query(
      `select objid from pg_locks where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    ),
    prepared: await db.query("select name from pg_prepared_statements where name <> ''"),
    temporary: await db.query("select relname from pg_class where relpersistence = 't'"),
    functions: await db.query(
      "select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2",
    ),
  };
}

/** Leaves something of every kind that a test could leave. */
async function spoil(db: Database): Promise<void> {
  const inviter = await addUser(db);
  const user = await addUser(db, inviter);
  await db.query("insert into asset (code, scale) values ('LEFT', 8)");
  await db.query(
    `select ledger_post('playGrant', 'test', '1', 1, jsonb_build_array(
       jsonb_build_object('account', ledger_account(null, 'ext_genesis', 'LEFT'), 'amount', '-7.5'),
       jsonb_build_object('account', ledger_account(p_owner => $1, p_kind => 'spot', p_asset => 'LEFT'), 'amount', '7.5')))`,
    [user],
  );
  await db.query("update writer_lease set fence = 77, holder = 'left'");
  await db.query("select nextval(pg_get_serial_sequence('journal', 'id'))");
  await db.query("set statement_timeout = '77s'");
  await db.query('set search_path to pg_catalog, public');
  await db.query('create temporary table left_over (id integer)');
  await db.query('prepare left_over as select 1');
  await db.query('select pg_advisory_lock(77)');
}

const changes = [
  'alter table posting disable trigger all',
  'create table left_behind (id integer)',
  'alter table asset add column left_behind integer',
  'alter table asset drop constraint asset_pkey cascade',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'drop function refuse_change() cascade',
  'create index left_behind on asset (scale)',
];

onUsualEngine('a database that tests have one after the other', (engine) => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  const another = async (): Promise<Database> => {
    const db = await engine.fresh();
    open.push(db);
    return db;
  };
  // Roles are a server's, not a database's: of one that others use, none is made.
  const ofEngine = engine.engine === 'pglite' ? [...changes, 'create role left_behind'] : changes;

  it('what somebody left in a database is not there for the next', async () => {
    const first = await another();
    const before = await everythingOf(first);
    await spoil(first);
    expect(await everythingOf(first)).not.toEqual(before);
    await first.close();
    const next = await another();
    expect(await everythingOf(next)).toEqual(before);
    // Numbers restart too.
    expect(await addUser(next)).toBe(1);
  });

  // Each costs a database.
  it.each(ofEngine.slice(0, isLong ? undefined : 2))('nor a changed form: %s', async (change) => {
    const first = await another();
    const before = await everythingOf(first);
    await first.query(change);
    await first.close();
    const next = await another();
    expect(await everythingOf(next)).toEqual(before);
    expect(await next.query("select 1 from pg_roles where rolname = 'left_behind'")).toEqual([]);
    await expect(next.query('truncate posting')).rejects.toThrow();
  });

  it('one after the other has the same one', async () => {
    let opened = 0;
    const count = (): Promise<Database> => {
      opened += 1;
      return engine.fresh();
    };
    const lend = reusing(count);
    for (let n = 0; n < 3; n++) await (await lend()).close();
    expect(opened).toBe(1);
  });

  it('two who need one at the same time do not share it, and nobody uses one that was given back', async () => {
    const [first, second] = [await another(), await another()];
    await addUser(first);
    expect(await second.query('select id from app_user')).toEqual([]);
    await first.close();
    await expect(first.query('select 1')).rejects.toThrow('closed');
    await expect(first.transaction(async () => 1)).rejects.toThrow('closed');
    expect(first.isReady()).toBe(false);
  });

  it('one with work under way is not handed on', async () => {
    const first = await another();
    let begun = (): void => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = first.transaction(async (tx) => {
      begun();
      await tx.query('select 1');
      await new Promise((resolve) => setImmediate(resolve));
      return addUser(tx);
    });
    const ended = late.catch(() => undefined);
    await isBegun;
    await first.close();
    const next = await another();
    await ended;
    expect(await next.query('select id from app_user')).toEqual([]);
  });
});

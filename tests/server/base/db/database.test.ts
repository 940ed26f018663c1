import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SettingError } from '../../../../server/base/config.ts';
import type { Database, Queries } from '../../../../server/base/db/database.ts';
import { singleRow, sqlStateOf, transact } from '../../../../server/base/db/database.ts';
import { openPostgres } from '../../../../server/host/database/postgres.ts';
import { addUser, faster, onEachEngine, SCHEMA, withEachDatabase } from '../../../support/databases.ts';
import { isLong } from '../../../support/often.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the schema in which something was changed. */
function schemaWith(change: (migrations: string, functions: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'tm-schema-'));
  folders.push(folder);
  cpSync(SCHEMA, folder, { recursive: true });
  change(join(folder, 'migrations'), join(folder, 'functions'));
  return folder;
}
const files = readdirSync(join(SCHEMA, 'migrations')).sort();
const olderMigrations = () =>
  schemaWith((migrations, functions) => {
    for (const file of files.slice(2)) rmSync(join(migrations, file));
    // Those of that time stood in its migrations.
    for (const file of readdirSync(functions)) rmSync(join(functions, file));
  });
const laterMigration = (name: string, text: string) => () =>
  schemaWith((folder) => writeFileSync(join(folder, `9999_${name}.sql`), text));
const newerMigrations = laterMigration('later', 'create table later (id integer);');
const brokenMigrations = laterMigration(
  'broken',
  'create table half (id integer);\n--> statement-breakpoint\nselect no_such_function();',
);
const changedMigrations = () =>
  schemaWith((folder) => writeFileSync(join(folder, files[1] ?? ''), '-- other text'));

const tablesOf = async (db: Queries) =>
  (
    await db.query<{ name: string }>(
      `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and a.attnum > 0 order by 1`,
    )
  ).map(({ name }) => name);
const applied = (db: Queries) =>
  db.query<{ name: string; checksum: string }>('select name, checksum from schema_migration order by name');

onEachEngine('migrations', (engine) => {
  const at = async <T>(place: string, migrations: string, work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await engine.open(place, migrations);
    return work(db).finally(() => db.close());
  };

  // What the list of migrations says is the same in both: each day one is checked, and the build applies it to the other.
  const onFaster = it.runIf(isLong || engine.name === faster.name);

  onFaster('make all tables in an empty database, and change nothing the second time', async () => {
    const place = await engine.newPlace();
    const check = async (db: Database) => [await tablesOf(db), await applied(db)] as const;
    const first = await at(place, SCHEMA, check);
    expect(first[0]).toEqual(expect.arrayContaining(['account.posted numeric(38,18)', 'command.key text']));
    expect(first[1]).toHaveLength(files.length);
    expect(await at(place, SCHEMA, check)).toEqual(first);
  });

  onFaster(
    'bring a database of the version before to the same form, and keep its data',
    async () => {
      const place = await engine.newPlace();
      const user = await at(place, olderMigrations(), async (db) => {
        expect(await tablesOf(db)).not.toContain('command.key text');
        const id = await addUser(db);
        await db.query("insert into asset values ('USDT', 8)");
        const genesis = "ledger_account(null, 'ext_genesis', 'USDT')";
        await db.query(
          `select ledger_post('playGrant', 'test', '1', 1, jsonb_build_array(jsonb_build_array(${genesis}, '-7.5'),
           jsonb_build_array(ledger_account(p_owner => $1, p_kind => 'spot', p_asset => 'USDT'), '7.5')))`,
          [id],
        );
        return id;
      });
      const upgraded = await at(place, SCHEMA, async (db) => {
        const rows = await db.query('select posted::text, published from account where owner_id = $1', [
          user,
        ]);
        expect(rows).toEqual([{ posted: '7.500000000000000000', published: 0 }]);
        return tablesOf(db);
      });
      expect(upgraded).toEqual(await at(await engine.newPlace(true), SCHEMA, tablesOf));
    },
    60_000,
  );

  onFaster('refuse in one line what a newer version has written, and leave it as it is', async () => {
    const place = await engine.newPlace(true);
    const newer = newerMigrations();
    const before = await at(place, newer, async (db) => [await tablesOf(db), await applied(db)]);
    const refusal = await engine.open(place, SCHEMA).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SettingError);
    expect((refusal as Error).message).toMatch(/^A newer version .*[.]$/);
    expect(await at(place, newer, async (db) => [await tablesOf(db), await applied(db)])).toEqual(before);
  });

  onFaster('refuse in one line what was written with other text in a migration, and name it', async () => {
    const place = await engine.newPlace(true);
    const refusal = await engine.open(place, changedMigrations()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SettingError);
    expect((refusal as Error).message).toContain(`migration ${files[1]?.replace('.sql', '')} is not`);
    await at(place, SCHEMA, applied);
  });

  onFaster('go on from the list that earlier versions kept in a schema of its own', async () => {
    const place = await engine.newPlace(true);
    const before = await at(place, SCHEMA, async (db) => {
      const all = await applied(db);
      await db.query('create schema drizzle');
      await db.query(
        'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
      );
      for (const [n, { checksum }] of all.entries())
        await db.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
          checksum,
          1_795_219_200_000 + n * 1_000,
        ]);
      await db.query('drop table schema_migration');
      return all;
    });
    const schemas = "select nspname from pg_namespace where nspname = 'drizzle'";
    const after = await at(place, SCHEMA, async (db) => [await applied(db), await db.query(schemas)]);
    expect(after).toEqual([before, []]);
  });

  onFaster('leave nothing of a migration that fails, and nothing open', async () => {
    const place = await engine.newPlace(true);
    const before = await at(place, SCHEMA, tablesOf);
    await expect(engine.open(place, brokenMigrations())).rejects.toThrow();
    await at(place, SCHEMA, async (db) => {
      expect(await tablesOf(db)).toEqual(before);
      if (db.engine !== 'postgres') return;
      const others = 'select pid from pg_stat_activity where datname = current_database() and pid <> $1';
      const { pid } = singleRow(await db.query<{ pid: number }>('select pg_backend_pid() as pid'));
      await expect.poll(() => db.query(others, [pid])).toEqual([]);
    });
  });

  onFaster('leave no function whose text is not the one of this version', async () => {
    const place = await engine.newPlace(true);
    const other = schemaWith((_, functions) => {
      const file = join(functions, 'ledger.sql');
      writeFileSync(file, readFileSync(file, 'utf8').replace('trim_scale(p)', 'trim_scale(p + 1)'));
    });
    const says = async (db: Database) => await db.query('select plain_text(1.50) as text');
    expect(await at(place, SCHEMA, says)).toEqual([{ text: '1.5' }]);
    expect(await at(place, other, says)).toEqual([{ text: '2.5' }]);
    await at(place, SCHEMA, async (db) => {
      expect(await says(db)).toEqual([{ text: '1.5' }]);
      const known = await db.query<{ name: string }>(
        "select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by 1",
      );
      const texts = readdirSync(join(SCHEMA, 'functions')).map((file) =>
        readFileSync(join(SCHEMA, 'functions', file), 'utf8'),
      );
      const named = [...texts.join('\n').matchAll(/^create or replace function (\w+)/gm)].map(
        ([, name]) => name,
      );
      expect(known.map(({ name }) => name)).toEqual([...new Set(named)].sort());
      expect(new Set(named).size).toBe(named.length);
    });
  });

  // One process alone has a folder of PGlite's: see lock.test.ts.
  it.runIf(engine.engine === 'postgres')('are applied once by servers that start together', async () => {
    const place = await engine.newPlace();
    const opened = await Promise.all([1, 2, 3, 4].map(() => engine.open(place)));
    expect(await applied(singleRow(opened))).toHaveLength(files.length);
    await Promise.all(opened.map((db) => db.close()));
  });
});

withEachDatabase('values', (db) => {
  it('come in the same form', async () => {
    const bytes = new Uint8Array([0, 1, 127, 128, 255]);
    const value = { list: [1, 'two', null], deep: { text: '"ü😀\\' } };
    const rows = await db().query(
      `select 9007199254740991::int8 as whole, (-3)::int8 as below, count(*) as counted, sum(2) as summed,
         123456789012345678.100000000000000000::numeric(38,18) as exact, $1::bytea as bytes, $2::jsonb as value,
         null::int8 as none, true as yes, 'x' as text, 7::smallint as small`,
      [bytes, JSON.stringify(value)],
    );
    const { bytes: shown, ...row } = singleRow(rows) as { bytes: Uint8Array };
    expect(row).toEqual({
      whole: 9_007_199_254_740_991,
      below: -3,
      counted: 1,
      summed: 2,
      exact: '123456789012345678.100000000000000000',
      value,
      none: null,
      yes: true,
      text: 'x',
      small: 7,
    });
    expect(shown).toBeInstanceOf(Uint8Array);
    expect([...shown]).toEqual([...bytes]);
  });

  it.each([[[]], [['a"b', "c'd", 'e,f', '{g}', 'h\\i', '', 'null']]])('take the list %j', async (list) => {
    expect(await db().query<{ x: string }>('select unnest($1::text[]) as x', [list])).toEqual(
      list.map((x) => ({ x })),
    );
  });

  it('refuse a whole number that a JavaScript number cannot hold', async () => {
    await expect(db().query('select 9007199254740993::int8')).rejects.toThrow(/int8 out of range/);
    expect(await db().query('select 1::int8 as n')).toEqual([{ n: 1 }]);
  });
});

withEachDatabase('a transaction', (db, engine) => {
  const kept = async (code: string) =>
    (await db().query('select 1 from asset where code = $1', [code])).length === 1;
  const insert = (tx: Queries, code: string) => tx.query('insert into asset values ($1, 8)', [code]);

  it('keeps all of it', async () => {
    expect(await db().transaction((tx) => insert(tx, 'KEPT').then(() => 'done'))).toBe('done');
    expect(await kept('KEPT')).toBe(true);
  });

  it('keeps nothing when the work throws, and the next one is whole', async () => {
    const mine = new Error('mine');
    const work = async (tx: Queries) => {
      await insert(tx, 'GONE');
      throw mine;
    };
    await expect(db().transaction(work)).rejects.toBe(mine);
    expect(await kept('GONE')).toBe(false);
    await db().transaction((tx) => insert(tx, 'AFTER'));
    expect(await kept('AFTER')).toBe(true);
  });

  it('keeps nothing when a statement fails, and gives its code', async () => {
    const work = async (tx: Queries) => {
      await insert(tx, 'TWICE');
      await insert(tx, 'TWICE');
    };
    const error = await db()
      .transaction(work)
      .catch((thrown: unknown) => thrown);
    expect(sqlStateOf(error)).toBe('23505');
    expect(await kept('TWICE')).toBe(false);
  });

  it('is not told to be kept when a failed statement was overlooked', async () => {
    const work = async (tx: Queries) => {
      await insert(tx, 'LOST');
      await tx.query('select 1 / 0').catch(() => undefined);
      return 'kept';
    };
    await expect(db().transaction(work)).rejects.toThrow();
    expect(await kept('LOST')).toBe(false);
  });

  it('is kept when the failed part was taken back to a savepoint', async () => {
    await db().transaction(async (tx) => {
      await insert(tx, 'WHOLE');
      await tx.query('savepoint part');
      await tx.query('select 1 / 0').catch(() => undefined);
      await tx.query('rollback to savepoint part');
    });
    expect(await kept('WHOLE')).toBe(true);
  });

  it.runIf(engine.engine === 'postgres')(
    'rejects when its connection is lost, and others go on',
    async () => {
      const work = async (tx: Queries) => {
        const { pid } = singleRow(await tx.query<{ pid: number }>('select pg_backend_pid() as pid'));
        await insert(tx, 'CUT');
        await db().query('select pg_terminate_backend($1)', [pid]);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await insert(tx, 'CUT2');
      };
      await expect(db().transaction(work)).rejects.toThrow();
      expect(await kept('CUT')).toBe(false);
    },
  );
});

withEachDatabase('a transaction that has to begin again', (db, engine) => {
  const waits: number[] = [];
  const pause = async (ms: number) => void waits.push(ms);
  let works = 0;
  const failing = (code: string, times: number) => {
    let tries = 0;
    const work = ++works;
    return async (tx: Queries) => {
      tries += 1;
      await tx.query('insert into asset values ($1, 8)', [`T${code} ${work}.${tries}`]);
      if (tries <= times) await tx.query(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`);
      return tries;
    };
  };
  const count = async (like: string) =>
    (await db().query('select 1 from asset where code like $1', [like])).length;

  it.each(['40001', '40P01'])('does so after %s, with longer and longer rests', async (code) => {
    waits.length = 0;
    expect(await transact(db(), pause, failing(code, 3))).toBe(4);
    expect(await count(`T${code}%`)).toBe(1);
    expect(waits).toHaveLength(3);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(new Set(waits).size).toBe(3);
  });

  it('gives up in the end, with the error of the database', async () => {
    const error = await transact(db(), pause, failing('40001', 1_000)).catch((thrown: unknown) => thrown);
    expect(sqlStateOf(error)).toBe('40001');
  });

  it.each(['23505', '42501'])('does not after %s', async (code) => {
    waits.length = 0;
    await expect(transact(db(), pause, failing(code, 1))).rejects.toThrow();
    expect([await count(`T${code}%`), waits.length]).toEqual([0, 0]);
  });

  it.runIf(engine.engine === 'postgres')('gets through a real deadlock', async () => {
    await db().query("insert into asset values ('LEFT', 8), ('RIGHT', 8)");
    let waiting = 0;
    let bothHaveOne: () => void = () => undefined;
    const barrier = new Promise<void>((resolve) => {
      bothHaveOne = resolve;
    });
    let tries = 0;
    const lock = (tx: Queries, code: string) =>
      tx.query('update asset set scale = scale - 1 where code = $1', [code]);
    const crossing = (first: string, second: string) => async (tx: Queries) => {
      tries += 1;
      await lock(tx, first);
      if (++waiting === 2) bothHaveOne();
      await barrier;
      await lock(tx, second);
    };
    const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    await Promise.all([
      transact(db(), rest, crossing('LEFT', 'RIGHT')),
      transact(db(), rest, crossing('RIGHT', 'LEFT')),
    ]);
    // The one that was turned back may be at its first row again before the other has woken up.
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(await db().query("select scale from asset where code in ('LEFT', 'RIGHT')")).toEqual([
      { scale: 6 },
      { scale: 6 },
    ]);
  });
});

describe('errors', () => {
  it.each(['EPIPE', 'EPERM', 'ECONNREFUSED', '2350', 'abcde'])('%s is no code of PostgreSQL', (code) => {
    expect(sqlStateOf(Object.assign(new Error('x'), { code }))).toBeUndefined();
  });
  it.each(['40P01', '23505', 'XX000', 'P0001'])('%s is one', (code) => {
    expect(sqlStateOf(Object.assign(new Error('x'), { code }))).toBe(code);
  });
  it.each([
    'postgres://127.0.0.1:1/x',
    'postgres://localhost:1/x',
    'postgres://no-such-host.invalid/x',
    'nonsense',
  ])('an address that leads nowhere, %s, is refused in one line that says why', async (url) => {
    const error = await openPostgres(url, SCHEMA).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SettingError);
    expect((error as Error).message).toMatch(/^DATABASE_URL leads to no database: .{3,}$/);
  });
});

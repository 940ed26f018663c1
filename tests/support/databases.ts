import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import type { Database, Queries } from '../../server/base/db/database.ts';
import { addAssets } from '../../server/books/ledger/ledger.ts';
import { openPglite } from '../../server/host/database/database.ts';
import { openPostgres } from '../../server/host/database/postgres.ts';
import { isLong } from './often.ts';
import type { Server } from './postgres.ts';
import { findPostgres, serverAt } from './postgres.ts';
import { reusing } from './reused.ts';

export const SCHEMA = join(import.meta.dirname, '../../server/base/db/schema');
const BOOT_MS = 60_000;

let read: Blob | undefined;
/** An empty, migrated database, as one in memory may begin. */
function template(): Blob {
  read ??= new Blob([readFileSync(inject('template'))]);
  return read;
}

/** A database of its own in memory, with all migrations. */
export const memoryDatabase = reusing(() => openPglite(undefined, SCHEMA, template()));

/** A kind of PostgreSQL that every promise about money is tested on. */
export interface Engine {
  readonly name: string;
  readonly engine: Database['engine'];
  /** Why it is not tested here; part of the name too. */
  readonly missing: string | undefined;
  stop(): Promise<void>;
  /** A place for one database: a folder or an address. It is still empty, unless it is to be migrated already. */
  newPlace(isMigrated?: boolean): Promise<string>;
  open(place: string, migrations?: string): Promise<Database>;
  /** A database of one's own with all migrations, in memory where the engine can. Its `close` lets another have it. */
  fresh(): Promise<Database>;
}

/** A folder of its own that holds an empty, migrated database. The caller removes it. */
export function migratedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  cpSync(inject('templateFolder'), folder, { recursive: true });
  return folder;
}

function pgliteEngine(): Engine {
  const folders: string[] = [];
  const open = (place: string, migrations = SCHEMA) => openPglite(place, migrations);
  return {
    name: 'PGlite',
    engine: 'pglite',
    missing: undefined,
    async stop() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
    async newPlace(isMigrated = false) {
      const folder = isMigrated ? migratedFolder('tm-lite-') : mkdtempSync(join(tmpdir(), 'tm-lite-'));
      folders.push(folder);
      return folder;
    },
    open,
    fresh: memoryDatabase,
  };
}

function postgresEngine(): Engine {
  const found = findPostgres();
  const missing = 'missing' in found ? found.missing : undefined;
  const open = (place: string, migrations = SCHEMA) => openPostgres(place, migrations);
  let server: Server | undefined;
  const newPlace = async (isMigrated = false): Promise<string> => {
    const cluster = inject('cluster');
    if (!cluster) throw new Error('there is no PostgreSQL server');
    server ??= serverAt(cluster.url);
    return server.newDatabase(isMigrated ? cluster.template : undefined);
  };
  return {
    name: missing === undefined ? 'PostgreSQL' : `PostgreSQL (skipped: ${missing})`,
    engine: 'postgres',
    missing,
    newPlace,
    open,
    // A throwaway cluster goes as a whole.
    stop: async () => (process.env['DATABASE_TEST_URL'] ? server?.stop() : undefined),
    fresh: reusing(async () => open(await newPlace(true))),
  };
}

export const engines = [pgliteEngine(), postgresEngine()] as const satisfies readonly Engine[];

/** The server where there is one: the same statements take a fraction of the processor there. */
export const faster: Engine = engines.findLast(({ missing }) => missing === undefined) ?? engines[0];

/** Describes something on each engine that there is; one that is missing says why. */
export function onEachEngine(title: string, body: (engine: Engine) => void): void {
  for (const engine of engines) {
    describe.skipIf(engine.missing !== undefined)(`${title}, ${engine.name}`, () => {
      afterAll(() => engine.stop(), BOOT_MS);
      body(engine);
    });
  }
}

/** A database of one's own with all migrations, for what is about no engine. */
export const ownDatabase = faster.fresh;

/** Describes something that is about the product's rules: each day on the faster engine, in the long run on each. */
export function onUsualEngine(title: string, body: (engine: Engine) => void): void {
  if (isLong) onEachEngine(title, body);
  else describe(title, () => body(faster));
}

/** As onEachEngine, with one migrated database that the tests share. */
export function withEachDatabase(title: string, body: (db: () => Database, engine: Engine) => void): void {
  onEachEngine(title, (engine) => withFresh(engine, body));
}

/** As onUsualEngine, with one migrated database that the tests share. */
export function withDatabase(title: string, body: (db: () => Database, engine: Engine) => void): void {
  onUsualEngine(title, (engine) => withFresh(engine, body));
}

/**
 * As withEachDatabase, but each day on the faster engine alone. In the
 * long run on each. For what is about many steps in a row rather than about a statement.
 */
export function withOneDatabase(title: string, body: (db: () => Database, engine: Engine) => void): void {
  for (const engine of engines.filter((each) => each.missing === undefined && (isLong || each === faster)))
    describe(`${title}, ${engine.name}`, () => {
      afterAll(() => engine.stop(), BOOT_MS);
      withFresh(engine, body);
    });
}

function withFresh(engine: Engine, body: (db: () => Database, engine: Engine) => void): void {
  let db: Database | undefined;
  beforeAll(async () => {
    db = await engine.fresh();
    await addAssets(db, ['USDT', 'BTC', 'ETH']);
  }, BOOT_MS);
  afterAll(() => db?.close(), BOOT_MS);
  body(() => {
    if (!db) throw new Error('the database is not open');
    return db;
  }, engine);
}

let users = 0;
/** A new user's id. @param inviter who brought them. */
export async function addUser(db: Queries, inviter?: number): Promise<number> {
  users += 1;
  const uid = `${100_000_000 + users}`;
  const [row] = await db.query<{ id: number }>(
    `insert into app_user (uid, email, password_hash, invite_code, created_at, invited_by)
     values ($1, $2, 'x', $3, 1, $4) returning id`,
    [uid, `p${uid}@example.com`, `I${uid}`, inviter ?? null],
  );
  if (!row) throw new Error('no person was added');
  return row.id;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnce } from '../server/base/commands/command.ts';
import type { Database } from '../server/base/db/database.ts';
import { addAssets, post } from '../server/books/ledger/ledger.ts';
import { verifyLedger } from '../server/books/ledger/verify.ts';
import { openPglite } from '../server/host/database/database.ts';
import { openPostgres } from '../server/host/database/postgres.ts';
import { deviceClock } from '../server/host/device/clock.ts';
import { findPostgres } from '../tests/support/postgres.ts';

/** An engine that is measured, or why it is not. */
export interface LedgerCase {
  readonly name: string;
  readonly missing: string | undefined;
  open(migrations: string): Promise<LedgerBench>;
}
interface LedgerBench {
  /** Transactions a second: transfers by command, and bare inserts of one row. */
  measure(ms: number, isOursFirst: boolean): Promise<{ ours: number; limit: number }>;
  /** Proves the books and takes everything away. */
  close(): Promise<void>;
}

/** As many as the pool has connections. */
const WORKERS = 8;
const USERS = 100;

async function benchOf(db: Database, remove: () => Promise<void>): Promise<LedgerBench> {
  await db.query('create table bare (id bigint primary key, text text not null)');
  const users = await usersOf(db);
  const deps = { db, clock: deviceClock, published: () => undefined };
  let numbers = 0;
  const transfer = async (): Promise<void> => {
    const n = ++numbers;
    const userId = users[n % USERS] ?? 0;
    const key = `bench-${n}-transfer`;
    await runOnce(deps, { userId, key, call: 'bench', request: { n } }, async (work) => {
      const id = await post(work.tx, { code: 'transfer', refType: 'bench', refId: key }, work.at, [
        { account: { owner: userId, kind: 'spot', asset: 'USDT' }, amount: '-0.5' },
        { account: { owner: userId, kind: 'futures', asset: 'USDT' }, amount: '0.5' },
      ]);
      await work.publishBalances(userId);
      return { id };
    });
  };
  const insert = async (): Promise<void> => {
    const n = ++numbers;
    await db.transaction((tx) => tx.query('insert into bare values ($1, $2)', [n, `row ${n}`]));
  };
  return {
    async measure(ms, isOursFirst) {
      const first = await perSecond(ms, isOursFirst ? transfer : insert);
      const second = await perSecond(ms, isOursFirst ? insert : transfer);
      return isOursFirst ? { ours: first, limit: second } : { ours: second, limit: first };
    },
    async close() {
      const differences = await verifyLedger(db);
      await db.close();
      await remove();
      if (differences.length > 0) throw new Error(`the books differ: ${JSON.stringify(differences[0])}`);
    },
  };
}

async function perSecond(ms: number, one: () => Promise<void>): Promise<number> {
  const started = performance.now();
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - started < ms) {
      await one();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return (1_000 * done) / (performance.now() - started);
}

async function usersOf(db: Database): Promise<number[]> {
  await addAssets(db, ['USDT']);
  const rows = await db.query<{ id: number }>(
    `insert into app_user (uid, email, password_hash, invite_code, created_at)
     select (100000000 + n)::text, n || '@example.com', 'x', 'I' || n, 1 from generate_series(1, $1::int) n returning id`,
    [USERS],
  );
  for (const { id: owner } of rows)
    await db.transaction((tx) =>
      post(tx, { code: 'playGrant', refType: 'bench', refId: `${owner}` }, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-1000000000' },
        { account: { owner, kind: 'spot', asset: 'USDT' }, amount: '1000000000' },
      ]),
    );
  return rows.map(({ id }) => id);
}

const found = findPostgres();
export const cases: readonly LedgerCase[] = [
  {
    name: 'PGlite in a folder',
    missing: undefined,
    async open(migrations) {
      const folder = mkdtempSync(join(tmpdir(), 'tm-bench-'));
      const remove = async () => rmSync(folder, { recursive: true, force: true });
      return benchOf(await openPglite(folder, migrations), remove);
    },
  },
  {
    name: 'PostgreSQL',
    missing: 'missing' in found ? found.missing : undefined,
    async open(migrations) {
      if (!('start' in found)) throw new Error(found.missing);
      const server = await found.start({ isDurable: true });
      return benchOf(await openPostgres(await server.newDatabase(), migrations), () => server.stop());
    },
  },
];

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IndexTick } from '../domain/index.ts';
import { nextTick } from '../domain/index.ts';
import { run } from '../server/base/commands/command.ts';
import type { Database } from '../server/base/db/database.ts';
import { addAssets, post } from '../server/books/ledger/ledger.ts';
import { verifyLedger } from '../server/books/ledger/verify.ts';
import { openPglite } from '../server/host/database/database.ts';
import { deviceClock } from '../server/host/device/clock.ts';
import { openHouse } from '../server/products/cycle/house.ts';
import { enterDue, settleDue } from '../server/products/cycle/settle.ts';

const ASSET = 'BENCH-USDT';
const USERS = 500;
const EACH = 10;
const LENGTH_MS = 30_000;
export const CONTRACTS = USERS * EACH;

/** Contracts of 30 s that end together, and what it takes to settle them. */
export async function openCycleBench(migrations: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tm-bench-'));
  const db = await openPglite(folder, migrations);
  const deps = { db, clock: deviceClock, published: () => undefined };
  const house = await run(deps, openHouse);
  const accounts = await usersOf(db);
  await db.query('create table bare (run int, id bigint, text text, primary key (run, id))');
  let round = 0;
  let head: IndexTick | undefined;
  return {
    /** ms until all are settled, and until as many bare rows as that writes are inserted in one statement. */
    async measure(isOursFirst: boolean): Promise<{ ours: number; limit: number; entry: number }> {
      round += 1;
      const start = round * 60_000;
      await openAll(db, accounts, house.inventory, round, start);
      head = await record(db, head, start);
      const entry = await timed(() => enterDue(deps));
      const ours = (): Promise<number> => timed(() => settleDue(deps, house, start + LENGTH_MS));
      // A journal, two lines, two holds, the contract and two events of each.
      const bare = (): Promise<number> =>
        timed(() =>
          db.query(`insert into bare select $1::int, n, 'row ' || n from generate_series(1, $2::int) n`, [
            round,
            8 * CONTRACTS,
          ]),
        );
      const first = await (isOursFirst ? ours() : bare());
      const second = await (isOursFirst ? bare() : ours());
      return { entry, ...(isOursFirst ? { ours: first, limit: second } : { ours: second, limit: first }) };
    },
    async close(): Promise<void> {
      const open = await db.query('select 1 from cycle_contract where outcome is null limit 1');
      const differences = await verifyLedger(db);
      await db.close();
      rmSync(folder, { recursive: true, force: true });
      if (open.length > 0 || differences.length > 0)
        throw new Error('not all is settled, or the books differ');
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** One price a second, higher at the end. */
async function record(
  db: Database,
  last: IndexTick | undefined,
  start: number,
): Promise<IndexTick | undefined> {
  const ticks: IndexTick[] = [];
  for (let at = start; at <= start + LENGTH_MS; at += 1_000)
    ticks.push(nextTick(ASSET, ticks.at(-1) ?? last, at, at < start + LENGTH_MS - 3_000 ? '100' : '101'));
  await db.query(
    `insert into cycle_tick select $1, t.* from jsonb_to_recordset($2::jsonb)
       as t(seq bigint, at bigint, price numeric, hash text)`,
    [ASSET, JSON.stringify(ticks)],
  );
  return ticks.at(-1);
}

async function openAll(
  db: Database,
  accounts: readonly { id: number; owner: number }[],
  inventory: number,
  round: number,
  start: number,
): Promise<void> {
  const rows = accounts.flatMap(({ id, owner }) =>
    Array.from({ length: EACH }, (_, i) => ({
      user_id: owner,
      account_id: id,
      quote_id: `bench-${round}-${owner}-${i}`,
      asset: ASSET,
      kind: 'crypto',
      direction: i % 2 === 0 ? 'up' : 'down',
      cycle: '30s',
      window_ms: 3_000,
      stake: '10',
      rate: '0.85',
      win: '8.5',
      fee: '0',
      volatility: '0.001',
      starts_at: start,
      ends_at: start + LENGTH_MS,
    })),
  );
  await db.query('select count(cycle_open(r, $2, $3)) from jsonb_array_elements($1::jsonb) r', [
    JSON.stringify(rows),
    inventory,
    start - 1,
  ]);
}

async function usersOf(db: Database): Promise<{ id: number; owner: number }[]> {
  await addAssets(db, ['USDT']);
  const rows = await db.query<{ id: number }>(
    `insert into app_user (uid, email, password_hash, invite_code, created_at)
     select (100000000 + n)::text, n || '@example.com', 'x', 'I' || n, 1 from generate_series(1, $1::int) n returning id`,
    [USERS],
  );
  for (const { id: owner } of rows)
    await db.transaction((tx) =>
      post(tx, { code: 'playGrant', refType: 'bench', refId: `${owner}` }, 1, [
        { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-1000000' },
        { account: { owner, kind: 'spot', asset: 'USDT' }, amount: '1000000' },
      ]),
    );
  const found = await db.query<{ id: number; owner: number }>(
    `select id, owner_id as owner from account where owner_id is not null and kind = 'spot' order by id`,
  );
  return [...found];
}

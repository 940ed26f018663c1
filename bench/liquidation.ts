import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Market } from '../domain/index.ts';
import type { Database } from '../server/base/db/database.ts';
import { accountIds, addAssets } from '../server/books/ledger/ledger.ts';
import { verifyLedger } from '../server/books/ledger/verify.ts';
import { openPglite } from '../server/host/database/database.ts';
import { deviceClock } from '../server/host/device/clock.ts';
import { openPerpetuals } from '../server/products/perpetual/perpetuals.ts';
import { FakeSource, fakeMarket } from '../tests/support/fakeSource.ts';

const spot = { ...fakeMarket('BENCH-USDT'), minTotal: '0' };
const market: Market = { ...spot, id: 'BENCH-USDT-PERP', kind: 'perpetual' };
const MARGIN = '10';
/** Marks at which they are opened, and at which every one of them is due. */
const [OPEN, DUE] = ['100', '90.5'];

export interface LiquidationFigures {
  readonly count: number;
  /** ms from the mark until every position is decided on and frozen, and until the last of them is booked. */
  readonly decided: number;
  readonly booked: number;
}

/** Isolated longs of 1 at ten times the margin, of as many users, that one mark makes due at once. */
export async function liquidationBench(migrations: string, count: number): Promise<LiquidationFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'tm-bench-'));
  const db = await openPglite(folder, migrations);
  await openPositions(db, count);
  const source = new FakeSource(deviceClock, [spot, market]);
  const move = (price: string): void => {
    source.setBook(market.id, { bids: [[price, '1000000']], asks: [] });
    for (const { id } of [spot, market]) source.tick(id, price);
  };
  move(OPEN);
  const perpetuals = await openPerpetuals(
    {
      db,
      clock: deviceClock,
      source,
      fundingHours: 8,
      published: () => undefined,
      log: (event, detail) => console.error(event, detail),
    },
    () => true,
  );
  move(DUE);
  const begun = performance.now();
  perpetuals.engine.marks.check();
  const decided = performance.now() - begun;
  // A source that is silent is not liquidated on.
  const alive = setInterval(() => source.tick(spot.id, DUE), 500);
  await perpetuals.idle();
  clearInterval(alive);
  const booked = performance.now() - begun;
  await perpetuals.close();
  const open = await db.query('select 1 from futures_position where closed_at is null limit 1');
  const differences = await verifyLedger(db);
  await db.close();
  rmSync(folder, { recursive: true, force: true });
  if (open.length > 0 || differences.length > 0) throw new Error('not all is closed, or the books differ');
  return { count, decided, booked };
}

async function openPositions(db: Database, count: number): Promise<void> {
  await addAssets(db, ['USDT']);
  const users = await db.query<{ id: number }>(
    `insert into app_user (uid, email, password_hash, invite_code, created_at)
     select (100000000 + n)::text, n || '@example.com', 'x', 'I' || n, 1 from generate_series(1, $1::int) n returning id`,
    [count],
  );
  const owners = users.map(({ id }) => id);
  const [genesis, ...accounts] = await accountIds(db, [
    { kind: 'ext_genesis', asset: 'USDT' },
    ...owners.map((owner) => ({ owner, kind: 'futures' as const, asset: 'USDT' })),
  ]);
  await db.query(
    "select ledger_write(p_entries => $1::jsonb, p_lines => $2::jsonb, p_kind => 'margin', p_holds => $3::jsonb, p_releases => '[]', p_at => 1)",
    [
      JSON.stringify(
        owners.map((owner) => ({ code: 'playGrant', ref_type: 'bench', ref_id: `${owner}`, lines: 2 })),
      ),
      JSON.stringify(
        accounts.flatMap((account, i) => [
          { entry: i, account: genesis, amount: '-1000' },
          { entry: i, account, amount: '1000' },
        ]),
      ),
      JSON.stringify(
        accounts.map((account, i) => ({
          account,
          ref_id: `futures.${i + 1}.1`,
          amount: MARGIN,
          remaining: MARGIN,
        })),
      ),
    ],
  );
  await db.query(
    `insert into futures_position select id, user_id, $2, 'long', 'isolated', 10, 1, $3, $4, 1, 0, 0, 0, 0, 0, 0,
       1, 1, null, null, 1 from unnest($1::bigint[]) with ordinality as t(user_id, id)`,
    [owners, market.id, OPEN, MARGIN],
  );
}

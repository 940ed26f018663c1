import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { D, DAY_MS, toText } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { addAssets, balancesOf } from '../../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../../server/host/database/database.ts';
import { SimulatedChain } from '../../../../server/products/wallet/chains/simulated.ts';
import { ChainFollower } from '../../../../server/products/wallet/deposits/follower.ts';
import { debtsOf } from '../../../../server/products/wallet/deposits/unlocked.ts';
import { bundle, startChild } from '../../../support/bundle.ts';
import { addUser, migratedFolder, SCHEMA } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { times } from '../../../support/often.ts';

const ROUNDS = times('KILL_ROUNDS', 1, 12);
const MAX_MS = 60_000 + ROUNDS * 40_000;
let program = '';
let folder = '';

beforeAll(async () => {
  folder = migratedFolder('tm-deposit-');
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function withFolder<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPglite(folder, SCHEMA);
  return work(db).finally(() => db.close());
}

/** Follows the network to its end, long after the last process. */
async function followToEnd(db: Database): Promise<void> {
  const clock = new FakeClock(Date.now() + 60 * DAY_MS);
  const chain = new SimulatedChain(db, clock, 'tron');
  const log = () => undefined;
  const follower = new ChainFollower({ db, clock, published: () => undefined, log }, chain);
  await chain.mineAgain();
  for (let blocks = 0; blocks < 4; blocks++) {
    clock.jump(chain.blockMs);
    await follower.scan();
  }
}

it(
  `${ROUNDS} processes that are killed while they credit and take back deposits leave each credited once`,
  async () => {
    const user = await withFolder(async (db) => {
      await addAssets(db, ['USDT']);
      return addUser(db);
    });
    const start = Date.now();
    const sent: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const child = startChild(program, ['deposit', folder, SCHEMA, `${user}`, `${start}`]);
      await child.until(4 + ((round * 23) % 60));
      await child.kill();
      expect(child.errorOutput()).toBe('');
      sent.push(...child.lines.filter((line) => line.startsWith('sent ')).map((line) => line.slice(5)));
      expect(await withFolder(verifyLedger)).toEqual([]);
    }
    const found = await withFolder(async (db) => {
      await followToEnd(db);
      const transfers = await db.query<{ tx: string; amount: string; state: string | null }>(
        `select t.tx, t.amount::text, d.state from simulated_transfer t left join deposit d using (tx)`,
      );
      const total = transfers.reduce((sum, { amount }) => sum.plus(amount), new D(0));
      const [spot] = await balancesOf(db, user);
      return {
        lost: sent.filter((tx) => !transfers.some((each) => each.tx === tx)),
        states: [...new Set(transfers.map(({ state }) => state))],
        isExact: spot?.posted === toText(total),
        debts: await debtsOf(db, user),
        differences: await verifyLedger(db),
      };
    });
    expect(found).toEqual({ lost: [], states: ['unlocked'], isExact: true, debts: [], differences: [] });
    expect(sent.length).toBeGreaterThanOrEqual(ROUNDS);
  },
  MAX_MS,
);

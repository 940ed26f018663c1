import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { D } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { openPglite } from '../../../../server/host/database/database.ts';
import { payDue } from '../../../../server/products/storage/pay.ts';
import { TeamEngine } from '../../../../server/products/team/engine.ts';
import { bundle, startChild } from '../../../support/bundle.ts';
import { migratedFolder, SCHEMA } from '../../../support/databases.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { times } from '../../../support/often.ts';
import { openStorage } from '../../../support/storage.ts';
import { DAY, openTeam } from '../../../support/team.ts';

const ROUNDS = times('KILL_ROUNDS', 1, 10);
const MAX_MS = 90_000 + ROUNDS * 60_000;
/** Days in which users trade, and for which they are rewarded. */
const TRADING = 12;
let program = '';
let folder = '';

beforeAll(async () => {
  folder = migratedFolder('tm-days-kill-');
  program = await bundle('tests/support/child.ts');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function withFolder<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPglite(folder, SCHEMA);
  return work(db).finally(() => db.close());
}

/** Orders of all lengths, some to be renewed, and fees on some days. @returns when it is over, ms UTC. */
async function prepare(db: Database): Promise<number> {
  const x = await openTeam(db, [undefined, 0, 1, 1]);
  const from = x.clock.now();
  await x.team.close();
  for (let day = 0; day < TRADING; day++) {
    for (const user of [1, 2, 3]) await x.sell(user, `${(day % 4) + user}.5`);
    x.clock.jump(DAY);
  }
  await x.close();
  const storage = await openStorage(db, { now: from });
  for (let n = 0; n < 10; n++) {
    const plan = await storage.plan({ days: 1 + (n % 5), rate: '0.00012345' });
    await storage.open(0, plan, `${100 + n}.33333333`, n % 2 === 0);
  }
  await storage.close();
  return from;
}

it(
  `${ROUNDS} processes that are killed between two of their days pay and reward each day once`,
  async () => {
    let now = await withFolder(prepare);
    for (let round = 0; round < ROUNDS; round++) {
      const child = startChild(program, ['days', folder, SCHEMA, String(now)]);
      await child.until(4 + ((round * 23) % 40));
      await child.kill();
      expect(child.errorOutput()).toBe('');
      // The next one begins a day earlier than this one came: what was done then is not done again.
      const days = child.lines.filter((line) => line.startsWith('day ')).map((line) => Number(line.slice(4)));
      now = Math.max(now, (days.at(-1) ?? now) - DAY);
      expect(await withFolder(verifyLedger)).toEqual([]);
    }
    const found = await withFolder(async (db) => {
      const end = now + 30 * DAY;
      const x = { db, clock: new FakeClock(end), published: () => undefined, log: () => undefined };
      await payDue(x, end);
      const team = new TeamEngine(x);
      await team.start();
      await team.close();
      const orders = await db.query<{ state: string; days: number; paid_days: number; days_paid: number }>(
        `select state, days, paid_days, (select count(*) from storage_payout where order_id = o.id) as days_paid
         from storage_order o`,
      );
      const [shared] = await db.query<{ rewards: string; fees: string; days: number }>(
        `select (select sum(amount)::text from team_reward) as rewards, (select count(distinct day) from team_reward) as days,
           (select sum(trunc(fee * 0.2, 8) + case when user_id > (select min(user_id) from spot_fill) then trunc(fee * 0.05, 8) else 0 end)::text from spot_fill) as fees`,
      );
      return { orders, shared, differences: await verifyLedger(db) };
    });
    expect(found.differences).toEqual([]);
    for (const { state, days, paid_days, days_paid } of found.orders) {
      expect(days_paid).toBe(paid_days);
      if (state !== 'running') expect(paid_days).toBe(days);
    }
    expect(found.orders.filter(({ state }) => state === 'redeemed')).toHaveLength(5);
    expect(found.shared?.days).toBe(TRADING);
    expect(new D(found.shared?.rewards ?? 0).eq(found.shared?.fees ?? 1)).toBe(true);
  },
  MAX_MS,
);

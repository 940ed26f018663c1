import { expect, it } from 'vitest';
import type { CycleRow } from '../../../../domain/contract/index.ts';
import type { Dec } from '../../../../domain/index.ts';
import { cycles, HOUR_MS } from '../../../../domain/index.ts';
import type { Database } from '../../../../server/base/db/database.ts';
import { verifyLedger } from '../../../../server/books/ledger/verify.ts';
import { cycleFlaws, NOON, newCycleMarket, openCycle } from '../../../support/cycle.ts';
import { onUsualEngine } from '../../../support/databases.ts';
import { codeOf } from '../../../support/spot.ts';

const HOURS = 24;
const SECONDS = 80;

/** A walk that a seed decides, and that crosses zero. */
function walk(seed: number): Dec[] {
  let state = seed;
  let cents = 900;
  return Array.from({ length: HOURS * SECONDS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    cents += (state >>> 24) - 128;
    return `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${`${Math.abs(cents) % 100}`.padStart(2, '0')}`;
  });
}

const market = newCycleMarket({ asset: 'commodity' });

interface Day {
  readonly rows: readonly CycleRow[];
  readonly refusals: readonly (string | undefined)[];
  readonly ticks: readonly unknown[];
  readonly money: unknown;
}

/** A day of trading: some contracts at the begin of each hour. @param isRestless the exchange restarts each hour. */
async function day(db: Database, isRestless: boolean): Promise<Day> {
  const path = walk(7);
  let x = await openCycle(db, [market]);
  const refusals: (string | undefined)[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    x.clock.jump(NOON + hour * HOUR_MS - x.clock.now());
    if (isRestless) {
      await x.close();
      x = await openCycle(db, [market], { users: x.users, now: x.clock.now() });
    }
    x.play(['5.00']);
    for (const direction of ['up', 'down'] as const) {
      const cycle = cycles[hour % 4] ?? '30s';
      refusals.push(await codeOf(x.buy(0, direction, cycle, '10.5')));
    }
    x.play(path.slice(hour * SECONDS, (hour + 1) * SECONDS));
    await x.settled();
    // What is longer than the prices of its hour has no index at its end.
    x.clock.jump(10 * 60_000);
    x.engine.check();
    await x.settled();
  }
  expect(x.logged).toEqual([]);
  const rows = await Promise.all(
    (await db.query<{ id: number }>('select id from cycle_contract order by id')).map(({ id }) =>
      x.contract(id),
    ),
  );
  const ticks = await db.query('select seq, at, price::text, hash from cycle_tick order by seq');
  const money = [await x.money(0), await x.house()];
  await x.close();
  expect(await cycleFlaws(db)).toEqual([]);
  expect(await verifyLedger(db)).toEqual([]);
  return { rows, refusals, ticks, money };
}

onUsualEngine('a day of cycle contracts', (engine) => {
  it('gives the same index, the same results and the same money each time, also with restarts', async () => {
    const days: Day[] = [];
    for (const isRestless of [false, true]) {
      const db = await engine.fresh();
      days.push(await day(db, isRestless));
      await db.close();
    }
    const [first, again] = days;
    expect(again).toEqual(first);
    expect(new Set(first?.rows.map(({ outcome }) => outcome))).toEqual(new Set(['win', 'lose', 'void']));
    expect(new Set(first?.refusals)).toEqual(new Set([undefined, 'sessionTooShort']));
    expect(first?.ticks.some((tick) => JSON.stringify(tick).includes('"-'))).toBe(true);
  }, 180_000);
});

import type { CycleRow } from '../../domain/contract/index.ts';
import type { Cycle, CycleDirection, Dec, Market } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';
import type { Database } from '../../server/base/db/database.ts';
import { addAssets, plain, post } from '../../server/books/ledger/ledger.ts';
import { contractOf } from '../../server/products/cycle/contracts.ts';
import { CycleEngine } from '../../server/products/cycle/engine.ts';
import { SaleTicks } from '../../server/products/cycle/saleTicks.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';
import { FakeSource, fakeMarket } from './fakeSource.ts';

/** A Wednesday noon, when commodities trade. */
export const NOON = Date.UTC(2026, 10, 18, 12);

let count = 0;

/** A market on which contracts are written and that no other test has. */
export function newCycleMarket(more: Partial<Market> = {}): Market {
  count += 1;
  return { ...fakeMarket(`C${count}-USDT`), cycle: true, ...more };
}

interface Options {
  readonly userCount?: number;
  readonly funds?: Dec;
  readonly now?: number;
  readonly users?: readonly number[];
  /** How many venues the index has. */
  readonly venues?: number;
}

/** Who waits until a sale has been accepted: from then on it asks for its tick. */
const accepted: (() => void)[] = [];
const afterTick = SaleTicks.prototype.after;
SaleTicks.prototype.after = function after(...args) {
  for (const publish of accepted.splice(0)) publish();
  return afterTick.apply(this, args);
};

/** Cycle contracts on markets that do what a test says. Time passes by `pass` alone. */
export async function openCycle(
  db: Database,
  markets: readonly Market[],
  { userCount = 1, funds = '100000', now = NOON, users: known, venues = 1 }: Options = {},
) {
  const clock = new FakeClock(now);
  const sources = Array.from({ length: venues }, () => new FakeSource(clock, markets));
  const source = sources[0] ?? new FakeSource(clock, markets);
  await addAssets(db, ['USDT']);
  const users = [...(known ?? [])];
  while (users.length < userCount) {
    const owner = await addUser(db);
    users.push(owner);
    count += 1;
    const cause = { code: 'playGrant', refType: 'test', refId: `cycle-${count}-${owner}` } as const;
    if (funds !== '0')
      await db.transaction((tx) =>
        post(tx, cause, 1, [
          { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: `-${funds}` },
          { account: { owner, kind: 'spot', asset: 'USDT' }, amount: funds },
        ]),
      );
  }
  const published: string[] = [];
  const logged: unknown[] = [];
  let id = 0;
  const engine = new CycleEngine({
    db,
    clock,
    sources,
    published: (stream) => void published.push(stream),
    newId: () => `quote-${now}-${count}-${(id += 1)}`,
    log: (event, detail) => void logged.push([event, detail]),
  });
  await engine.start();
  const first = markets[0]?.id ?? '';
  /** Seconds go by, each with its price; the index is read at each of them. */
  const play = (prices: readonly (Dec | undefined)[], asset = first): void => {
    for (const price of prices) {
      clock.jump(1_000);
      if (price !== undefined) source.tick(asset, price);
      engine.check();
    }
  };
  const quote = (user: number, cycle: Cycle, asset = first) =>
    engine.quote(users[user] ?? 0, { asset, cycle });
  const buyAt = (
    user: number,
    request: { quote: string; direction: CycleDirection; amount: Dec },
    key = `cycle-key-${(count += 1)}`,
  ) => engine.buy({ userId: users[user] ?? 0, key, call: 'cycle.buy', request }, request);
  return {
    clock,
    source,
    sources,
    engine,
    users,
    published,
    logged,
    play,
    quote,
    buyAt,
    async buy(user: number, direction: CycleDirection, cycle: Cycle, amount: Dec, asset = first) {
      const { id: name } = await quote(user, cycle, asset);
      return (await buyAt(user, { quote: name, direction, amount })).contract;
    },
    /** Asks for a sale, and goes on when it has been accepted, or refused, and waits for its tick. */
    async asksToSell(user: number, id: number, least: Dec = '0', key = `sale-key-${(count += 1)}`) {
      const request = { id, least };
      const sale = engine.sell({ userId: users[user] ?? 0, key, call: 'cycle.sell', request }, request);
      await Promise.race([
        new Promise<void>((resolve) => void accepted.push(resolve)),
        sale.then(
          () => undefined,
          () => undefined,
        ),
      ]);
      return { sale };
    },
    settled: () => engine.settle(),
    async contract(contract: number): Promise<CycleRow> {
      const row = await contractOf(db, contract);
      if (!row) throw new Error(`no contract ${contract}`);
      return row;
    },
    /** Posted and held of a user's USDT. */
    async money(user: number): Promise<[Dec, Dec]> {
      const [row] = await db.query<{ posted: Dec; held: Dec }>(
        `select posted::text, held::text from account where owner_id = $1 and kind = 'spot' and asset = 'USDT'`,
        [users[user]],
      );
      return [plain(row?.posted ?? '0'), plain(row?.held ?? '0')];
    },
    async house(): Promise<[Dec, Dec]> {
      const [row] = await db.query<{ posted: Dec; held: Dec }>(
        `select posted::text, held::text from account where kind = 'house_cycle'`,
      );
      return [plain(row?.posted ?? '0'), plain(row?.held ?? '0')];
    },
    close: () => engine.close(),
  };
}
export type CycleWorld = Awaited<ReturnType<typeof openCycle>>;

/** Where contracts and the books disagree; empty when all is well. */
export async function cycleFlaws(db: Database): Promise<string[]> {
  const rows = await db.query<{ id: number; flaw: string }>(
    `select c.id, case
       when c.outcome is null and (h.own <> c.stake + c.fee or h.house <> c.win) then 'holds ' || h.own || ' ' || h.house
       when c.outcome is not null and h.own + h.house <> 0 then 'still holds'
       when c.outcome is not null and p.moved <> c.payout - c.stake - c.fee then 'moved ' || p.moved
       when p.entries > 1 then 'booked twice' end as flaw
     from cycle_contract c
     cross join lateral (select coalesce(sum(remaining) filter (where account_id = c.account_id), 0) as own,
       coalesce(sum(remaining) filter (where account_id <> c.account_id), 0) as house
       from hold where kind = 'cycle' and ref_id in (c.id::text, c.id || ':win')) h
     cross join lateral (select coalesce(sum(p.amount), 0) as moved, count(*) as entries
       from journal j join posting p on p.journal_id = j.id and p.account_id = c.account_id
       where j.code = 'cycle' and j.ref_type = 'contract' and j.ref_id = c.id::text) p`,
  );
  return rows.filter(({ flaw }) => flaw !== null).map(({ id, flaw }) => `contract ${id}: ${flaw}`);
}

export const plus = (a: Dec, b: Dec): Dec => new D(a).plus(b).toFixed();

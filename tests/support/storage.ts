import type { StorageRow } from '../../domain/contract/index.ts';
import type { Dec, PlanTerms } from '../../domain/index.ts';
import { RuleError } from '../../domain/index.ts';
import type { Transaction } from '../../server/base/commands/command.ts';
import { run, runOnce } from '../../server/base/commands/command.ts';
import type { Database } from '../../server/base/db/database.ts';
import { addAssets, balancesOf, post } from '../../server/books/ledger/ledger.ts';
import { StorageEngine } from '../../server/products/storage/engine.ts';
import { addPlan } from '../../server/products/storage/house.ts';
import { redeemOrder, revokeOrder, setRenewal } from '../../server/products/storage/leave.ts';
import { orderOf } from '../../server/products/storage/lists.ts';
import { openOrder } from '../../server/products/storage/open.ts';
import type { StoredPlan } from '../../server/products/storage/plans.ts';
import { plansByIds } from '../../server/products/storage/plans.ts';
import { addUser } from './databases.ts';
import { FakeClock } from './fakeClock.ts';

export const DAY = 86_400_000;
/** A Saturday morning. */
export const MORNING = Date.UTC(2026, 10, 21, 10);

let count = 0;

/** Storage plans and users with money, in a time that a test moves. */
export async function openStorage(
  db: Database,
  { userCount = 1, funds = '100000', now = MORNING }: { userCount?: number; funds?: Dec; now?: number } = {},
) {
  const clock = new FakeClock(now);
  const published: string[] = [];
  const logged: unknown[] = [];
  const deps = {
    db,
    clock,
    published: (stream: string) => void published.push(stream),
    log: (event: string, detail: unknown) => void logged.push([event, detail]),
  };
  await addAssets(db, ['USDT']);
  const users: number[] = [];
  while (users.length < userCount) users.push(await rich(db, funds));
  const engine = new StorageEngine(deps);
  await engine.start();
  const userOf = (user: number): number => users[user] ?? 0;
  const act = async (
    user: number,
    call: string,
    request: unknown,
    work: (own: Transaction, userId: number) => Promise<number>,
  ): Promise<StorageRow> => {
    count += 1;
    const command = { userId: userOf(user), key: `storage-key-${count}`, call, request };
    const id = await runOnce(deps, command, (own) => work(own, command.userId));
    return orderOf(db, command.userId, id);
  };
  const planOf = async (id: number): Promise<StoredPlan> => {
    const [plan] = await plansByIds(db, [id]);
    if (!plan) throw new Error(`no plan ${id}`);
    return plan;
  };
  return {
    clock,
    deps,
    engine,
    users,
    published,
    logged,
    planOf,
    plan: (terms: Partial<PlanTerms> = {}) => run(deps, (work) => addPlan(work, { ...USUAL, ...terms })),
    async open(user: number, plan: number, amount: Dec, autoRenew = false): Promise<StorageRow> {
      const { version } = await planOf(plan);
      const request = { plan, version, amount, autoRenew, agreed: true };
      return act(user, 'storage.open', request, (work, userId) => openOrder(work, userId, request));
    },
    act,
    revoke: (user: number, id: number) =>
      act(user, 'storage.revoke', { id }, async (work, userId) => {
        await revokeOrder(work, userId, id);
        return id;
      }),
    redeem: (user: number, id: number, cost: Dec) =>
      act(user, 'storage.redeem', { id, cost }, async (work, userId) => {
        await redeemOrder(work, userId, id, cost);
        return id;
      }),
    renew: (user: number, id: number, autoRenew: boolean) =>
      run(deps, (work) => setRenewal(work, userOf(user), id, autoRenew)),
    order: (user: number, id: number) => orderOf(db, userOf(user), id),
    /** Moves the clock to a moment and lets the engine look. */
    async to(at: number): Promise<void> {
      clock.jump(at - clock.now());
      await engine.check();
    },
    /** What a user has: free to use, and in escrow. */
    async money(user: number, asset = 'USDT'): Promise<[spot: Dec, escrow: Dec]> {
      const rows = (await balancesOf(db, userOf(user))).filter((row) => row.asset === asset);
      const of = (kind: string) => rows.find(({ account }) => account === kind)?.posted ?? '0';
      return [of('spot'), of('escrow')];
    },
    /** What the house has for interest, and what it has promised. */
    async house(asset = 'USDT'): Promise<[posted: Dec, held: Dec]> {
      const [row] = await db.query<{ posted: Dec; held: Dec }>(
        `select trim_scale(posted)::text as posted, trim_scale(held)::text as held from account
         where kind = 'house_storage' and asset = $1`,
        [asset],
      );
      return [row?.posted ?? '0', row?.held ?? '0'];
    },
    close: () => engine.close(),
  };
}
export type StorageWorld = Awaited<ReturnType<typeof openStorage>>;

export const USUAL: PlanTerms = {
  asset: 'USDT',
  rate: '0.0003',
  days: 30,
  share: '0.8',
  least: '10',
  most: '50000',
  quota: '1000000',
};

async function rich(db: Database, funds: Dec): Promise<number> {
  const owner = await addUser(db);
  count += 1;
  const cause = { code: 'playGrant', refType: 'test', refId: `storage-${count}-${owner}` } as const;
  await db.transaction((tx) =>
    post(tx, cause, 1, [
      { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: `-${funds}` },
      { account: { owner, kind: 'spot', asset: 'USDT' }, amount: funds },
    ]),
  );
  return owner;
}

/** Everything that refusals must leave as it was. */
export async function booksOf(db: Database): Promise<string> {
  const rows = await db.query(
    `select (select jsonb_agg(to_jsonb(a) order by id) from account a where version > 0) as accounts,
       (select count(*) from journal) as journals, (select jsonb_agg(to_jsonb(o) order by id) from storage_order o) as orders,
       (select jsonb_agg(to_jsonb(p) order by id) from storage_plan p) as plans,
       (select count(*) from storage_payout) as payouts, (select sum(seq) from stream_head) as told`,
  );
  return JSON.stringify(rows);
}

/** How many of these were refused by each code; undefined for those that were not. */
export async function outcomes(work: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected' && !(result.reason instanceof RuleError)) throw result.reason;
    const name = result.status === 'fulfilled' ? 'done' : String(result.reason.code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RuleError } from '../domain/index.ts';
import type { Database } from '../server/base/db/database.ts';
import { singleRow } from '../server/base/db/database.ts';
import { OpenBatchLog } from '../server/base/log/batchLog.ts';
import { addAssets, post } from '../server/books/ledger/ledger.ts';
import { verifyLedger } from '../server/books/ledger/verify.ts';
import { openPglite } from '../server/host/database/database.ts';
import { openPostgres } from '../server/host/database/postgres.ts';
import { deviceClock } from '../server/host/device/clock.ts';
import { SpotEngine } from '../server/products/spot/engine.ts';
import { FakeSource, fakeMarket } from '../tests/support/fakeSource.ts';
import { findPostgres } from '../tests/support/postgres.ts';

const USERS = 50;
const MARKETS = 5;
const FUNDS = '1000000000';

/** What came of one stretch of time. */
export interface Measured {
  readonly accepted: number;
  readonly perSecond: number;
  /** ms, of each accepted command. */
  readonly times: readonly number[];
  /** Processor time of this process per accepted command, ms: deciding and putting into words, whatever else runs here. */
  readonly cpuMsEach: number;
  /** Documents that the tables did not have at its end, and the seconds until they had them. */
  readonly behind: number;
  readonly drainSeconds: number;
}

/** Orders on an engine on its own database of a durable server. */
export interface OrderBench {
  /** So many commands at a time. */
  atOnce(ms: number, clients: number): Promise<Measured>;
  /** So many commands a second, whether they are answered or not. */
  atRate(ms: number, rate: number): Promise<Measured>;
  close(): Promise<number>;
}

const report = (event: string, detail: unknown): void => console.error(event, detail);
const lease = { clock: deviceClock, onStandby: () => undefined, onLost: () => undefined };

/** A durable server, or the built-in database in folders. */
export async function openServer(schema: string, isEmbedded: boolean) {
  if (isEmbedded) return openFolders(schema);
  const found = findPostgres();
  if ('missing' in found) return { missing: found.missing };
  const server = await found.start({ isDurable: true });
  const open = async (isLogged: boolean): Promise<OrderBench> =>
    benchOf(
      await openPostgres(await server.newDatabase(), schema, {
        ...lease,
        orderLog: isLogged ? report : undefined,
      }),
    );
  return { open, stop: () => server.stop() };
}

function openFolders(schema: string) {
  const folders: string[] = [];
  const open = async (isLogged: boolean): Promise<OrderBench> => {
    const folder = mkdtempSync(join(tmpdir(), 'tm-bench-'));
    folders.push(folder);
    const db = await openPglite(folder, schema);
    if (!isLogged) return benchOf(db);
    const log = await OpenBatchLog.open({ ...lease, db, fence: 0, log: report });
    return benchOf({ ...db, log });
  };
  const stop = async (): Promise<void> => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  return { open, stop };
}

async function usersOf(db: Database, assets: readonly string[]): Promise<number[]> {
  await addAssets(db, assets);
  const users: number[] = [];
  for (let i = 0; i < USERS; i++) {
    const rows = await db.query<{ id: number }>(
      `insert into app_user (uid, email, password_hash, invite_code, created_at)
       values ($1, $2, 'x', $1, 1) returning id`,
      [`${100_000_000 + i}`, `p${i}@example.com`],
    );
    const owner = singleRow(rows).id;
    users.push(owner);
    await db.transaction(async (tx) => {
      await db.log?.beginOutside(tx);
      for (const asset of assets)
        await post(tx, { code: 'playGrant', refType: 'bench', refId: `${owner} ${asset}` }, 1, [
          { account: { kind: 'ext_genesis', asset }, amount: `-${FUNDS}` },
          { account: { owner, kind: 'spot', asset }, amount: FUNDS },
        ]);
    });
  }
  return users;
}

async function benchOf(db: Database): Promise<OrderBench> {
  const markets = Array.from({ length: MARKETS }, (_, i) => ({ ...fakeMarket(`B${i}-USDT`), minTotal: '0' }));
  const users = await usersOf(db, ['USDT', ...markets.map(({ base }) => base)]);
  const source = new FakeSource(deviceClock, markets);
  const tick = (): void => {
    for (const { id } of markets) {
      source.books.set(id, { bids: [['9.99', '1000000']], asks: [['10.01', '1000000']] });
      source.tick(id, '10');
    }
  };
  tick();
  const engine = new SpotEngine({
    ...{ db, clock: deviceClock, source, published: () => undefined },
    log: (event, detail) => console.error(event, detail),
  });
  await engine.start();
  const open: { readonly userId: number; readonly id: number }[] = [];
  let count = 0;
  /** Six of ten rest, two take, two revoke. */
  const one = async (): Promise<boolean> => {
    const n = ++count;
    const userId = users[n % USERS] ?? 0;
    const command = { userId, key: `bench-key-${n}`, call: 'bench', request: { n } };
    const dice = n % 10;
    try {
      const last = dice < 2 ? open.shift() : undefined;
      if (last) {
        await engine.cancel({ ...command, userId: last.userId }, last.id);
        return true;
      }
      const market = markets[(n * 7) % MARKETS]?.id ?? '';
      const order = { market, side: 'buy' as const, tif: 'GTC' as const, postOnly: false, quantity: '1' };
      const placed = await engine.place(
        command,
        dice < 4
          ? { ...order, type: 'market', tif: 'IOC' }
          : { ...order, type: 'limit', price: `9.${10 + (n % 80)}` },
      );
      if (placed.order.status === 'open') open.push({ userId, id: placed.order.id });
      return true;
    } catch (error) {
      if (error instanceof RuleError) return false;
      throw error;
    }
  };
  const measured = async (load: (timed: () => Promise<void>) => Promise<void>) => {
    const times: number[] = [];
    const stop = deviceClock.every(500, tick);
    const used = process.cpuUsage();
    const begun = performance.now();
    await load(async () => {
      const since = performance.now();
      if (await one()) times.push(performance.now() - since);
    });
    const seconds = (performance.now() - begun) / 1_000;
    const { user, system } = process.cpuUsage(used);
    const behind = db.log?.behind().documents ?? 0;
    const drained = performance.now();
    await db.log?.applied();
    stop();
    return {
      ...{ accepted: times.length, perSecond: times.length / seconds, times, behind },
      cpuMsEach: (user + system) / 1_000 / times.length,
      drainSeconds: (performance.now() - drained) / 1_000,
    };
  };
  return {
    atOnce: (ms, clients) =>
      measured(async (timed) => {
        const until = performance.now() + ms;
        await Promise.all(
          Array.from({ length: clients }, async () => {
            while (performance.now() < until) await timed();
          }),
        );
      }),
    atRate: (ms, rate) =>
      measured(async (timed) => {
        const all: Promise<void>[] = [];
        for (const begun = performance.now(); performance.now() - begun < ms; ) {
          const due = Math.floor(((performance.now() - begun) / 1_000) * rate);
          while (all.length < due) all.push(timed());
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        await Promise.all(all);
      }),
    async close() {
      engine.close();
      const differences = await verifyLedger(db);
      await db.close();
      return differences.length;
    },
  };
}

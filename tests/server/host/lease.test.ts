import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseAwayError } from '../../../server/base/db/database.ts';
import { addAssets, post } from '../../../server/books/ledger/ledger.ts';
import { verifyLedger } from '../../../server/books/ledger/verify.ts';
import type { LeaseDeps } from '../../../server/host/database/lease.ts';
import { openPostgres } from '../../../server/host/database/postgres.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import type { Child } from '../../support/bundle.ts';
import { bundle, startChild } from '../../support/bundle.ts';
import { addUser, engines, SCHEMA } from '../../support/databases.ts';
import { times } from '../../support/often.ts';

/** How often the owner is killed, and how often two start at once. */
const ROUNDS = times('LEASE_ROUNDS', 2, 100);
const MAX_MS = 30_000 + ROUNDS * 30_000;

const postgres = engines.find(({ engine }) => engine === 'postgres');

describe.skipIf(!postgres || postgres.missing !== undefined)('one exchange writes to a database', () => {
  let program = '';
  let url = '';
  let user = 0;
  let count = 0;
  const children: Child[] = [];
  const start = (): Child => {
    count += 1;
    const child = startChild(program, ['lease', url, SCHEMA, String(user), `c${count}`]);
    children.push(child);
    return child;
  };
  /** With the operator's way in, which writes beside the holder of the lease. */
  const open = (lease?: LeaseDeps) => openPostgres(url, SCHEMA, lease);
  const acknowledged = (): string[] =>
    children.flatMap(({ lines }) => lines.filter((line) => line.includes('-transfer-')));
  const lastOf = (child: Child): Promise<void> => child.until(child.lines.length + 1);
  async function expectNothingLost(): Promise<void> {
    const db = await open();
    const keys = acknowledged().map((line) => line.split(' ')[1] ?? '');
    expect(new Set(keys).size).toBe(keys.length);
    const kept = await db.query<{ ref_id: string }>(
      "select ref_id from journal where code = 'transfer' and ref_id = any($1::text[])",
      [keys],
    );
    expect(kept).toHaveLength(keys.length);
    expect(await verifyLedger(db)).toEqual([]);
    await db.close();
  }

  beforeAll(async () => {
    program = await bundle('tests/support/child.ts');
  }, 60_000);
  afterAll(async () => {
    await postgres?.stop();
  }, 60_000);
  beforeEach(async () => {
    count = 0;
    url = (await postgres?.newPlace(true)) ?? '';
    const db = await open();
    await addAssets(db, ['USDT', 'BTC', 'ETH']);
    user = await addUser(db);
    for (const kind of ['spot', 'futures'] as const)
      await db.transaction((tx) =>
        post(tx, { code: 'playGrant', refType: 'test', refId: kind }, 1, [
          { account: { kind: 'ext_genesis', asset: 'USDT' }, amount: '-1000000' },
          { account: { owner: user, kind, asset: 'USDT' }, amount: '1000000' },
        ]),
      );
    await db.close();
  }, 60_000);
  afterEach(async () => {
    await Promise.all(children.map((each) => each.kill()));
    children.length = 0;
  });

  it(
    'of two that start at once one serves and one waits, and takes over when the owner is killed',
    async () => {
      let [owner, standby] = [start(), start()];
      for (let round = 0; round < ROUNDS; round++) {
        await Promise.all([owner.until(1), standby.until(1)]);
        if (owner.lines[0] === 'standby' && standby.lines[0] === 'open') [owner, standby] = [standby, owner];
        expect([owner.lines[0], standby.lines]).toEqual([round === 0 ? 'open' : 'standby', ['standby']]);
        await owner.until(4 + ((round * 37) % 60));
        expect(standby.lines).toEqual(['standby']);
        await owner.kill();
        await standby.until(3);
        expect(standby.lines.slice(0, 2)).toEqual(['standby', 'open']);
        [owner, standby] = [standby, start()];
      }
      await owner.kill();
      await expectNothingLost();
    },
    MAX_MS,
  );

  it(
    'an owner that stood still while another took over writes nothing more, and ends',
    async () => {
      const owner = start();
      await owner.until(5);
      const standby = start();
      await standby.until(1);
      process.kill(owner.pid, 'SIGSTOP');
      await standby.until(4);
      const before = owner.lines.length;
      process.kill(owner.pid, 'SIGCONT');
      expect(await owner.ended).toBe(3);
      await lastOf(standby);
      await standby.kill();
      // What had been committed before it stopped may be acknowledged late; nothing is written after.
      const db = await open();
      const [row] = await db.query<{ last: number; first: number }>(
        `select max(id) filter (where ref_id like 'c1-%') as last, min(id) filter (where ref_id like 'c2-%') as first
       from journal where code = 'transfer'`,
      );
      expect(row?.last).toBeLessThan(row?.first ?? 0);
      await db.close();
      expect(owner.lines.length).toBeLessThanOrEqual(before + 4);
      await expectNothingLost();
    },
    MAX_MS,
  );

  it('is kept while its connection is lost and nobody else came, and refuses writes of who lost it', async () => {
    let lost = 0;
    const lease: LeaseDeps = {
      clock: deviceClock,
      onStandby: () => undefined,
      onLost: () => void (lost += 1),
    };
    const db = await open(lease);
    const other = await open();
    const holders = () =>
      other.query<{ pid: number }>(
        `select l.pid from pg_locks l join pg_database d on d.oid = l.database
         where locktype = 'advisory' and granted and datname = current_database()`,
      );
    const [before] = await holders();
    await other.query('select pg_terminate_backend($1)', [before?.pid]);
    await expect.poll(async () => (await holders())[0]?.pid ?? before?.pid).not.toBe(before?.pid);
    await expect.poll(() => db.isReady()).toBe(true);
    expect(await db.transaction((tx) => tx.query('select 1 as n'))).toEqual([{ n: 1 }]);
    expect(lost).toBe(0);
    await other.query('update writer_lease set fence = fence + 1');
    const write = db.transaction((tx) => tx.query("insert into asset values ('LATE', 8)"));
    await expect(write).rejects.toThrow(DatabaseAwayError);
    expect(lost).toBeGreaterThan(0);
    expect(await other.query("select * from asset where code = 'LATE'")).toEqual([]);
    await Promise.all([db.close(), other.close()]);
  });

  it('is renewed while a transaction of its holder goes on for long', async () => {
    const pace = { renew: 50, stale: 500 };
    let waiting: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      waiting = resolve;
    });
    const lease = { clock: deviceClock, pace, onStandby: waiting, onLost: () => undefined };
    const db = await open(lease);
    const standby = open(lease);
    await waits;
    // Longer than a holder may be silent: a commit waits so long for a standby of the database that is away.
    await db.transaction(async (tx) => {
      await new Promise((resolve) => setTimeout(resolve, 3 * pace.stale));
      await tx.query("insert into asset values ('LONG', 8)");
    });
    expect(await db.query("select scale from asset where code = 'LONG'")).toHaveLength(1);
    await db.close();
    await (await standby).close();
  });

  it('goes on when the server ends a connection between two statements of a transaction', async () => {
    const [db, other] = [await open(), await open()];
    const write = db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      const gone = () => other.query('select 1 from pg_stat_activity where pid = $1', [own?.pid]);
      await other.query('select pg_terminate_backend($1)', [own?.pid]);
      await expect.poll(gone).toEqual([]);
      // The process learns of it here, while that connection is idle.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return tx.query('select 1');
    });
    await expect(write).rejects.toThrow(DatabaseAwayError);
    expect(await db.transaction((tx) => tx.query('select 1 as n'))).toEqual([{ n: 1 }]);
    await Promise.all([db.close(), other.close()]);
  });
});

import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/base/db/database.ts';
import { DatabaseAwayError } from '../../../server/base/db/database.ts';
import type { LeaseDeps } from '../../../server/host/database/lease.ts';
import { openPostgres } from '../../../server/host/database/postgres.ts';
import { deviceClock } from '../../../server/host/device/clock.ts';
import { engines, SCHEMA } from '../../support/databases.ts';

/** A way to a server that can stop letting anything through, without an end of any connection. */
interface Way {
  /** Where it leads. */
  readonly place: string;
  readonly url: string;
  /** What goes on from here on lets nothing through; later connections do. */
  silence(): void;
  /** Holds new connections back. @returns lets them go on. */
  hold(): () => void;
  /** Connections that are open. */
  count(): number;
  close(): Promise<void>;
}

async function wayTo(place: string): Promise<Way> {
  const { host, port, user = '', password = '', database = '' } = new pg.Client(place);
  const toServer = (): Socket =>
    host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const ends = new Set<Socket>();
  const nears = new Set<Socket>();
  let free = Promise.resolve();
  const server = createServer((near) => {
    near.on('error', () => undefined);
    near.once('close', () => nears.delete(near));
    ends.add(near);
    nears.add(near);
    void free.then(() => {
      const far = toServer();
      ends.add(far);
      far.on('error', () => near.destroy());
      // What leads nowhere any more is read to its end.
      far.once('close', () => near.resume());
      near.pipe(far).pipe(near);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = server.address();
  const ownPort = typeof own === 'object' ? own?.port : undefined;
  const login = [user, password ?? ''].map(encodeURIComponent).join(':');
  return {
    place,
    url: `postgres://${login}@127.0.0.1:${ownPort}/${database}`,
    silence() {
      for (const end of ends) end.unpipe().pause();
    },
    hold() {
      let release: () => void = () => undefined;
      free = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    count: () => nears.size,
    async close() {
      for (const end of ends) end.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const postgres = engines.find(({ engine }) => engine === 'postgres');

describe.skipIf(!postgres || postgres.missing !== undefined)('the lease on a bad line', () => {
  let way: Way;
  let db: Database;
  let other: Database;
  const lease: { -readonly [K in keyof LeaseDeps]: LeaseDeps[K] } = {
    clock: deviceClock,
    pace: { renew: 20, stale: 200 },
    onStandby: () => undefined,
    onLost: () => undefined,
  };
  const holders = () =>
    other.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_database d on d.oid = l.database
       where locktype = 'advisory' and granted and datname = current_database()`,
    );
  beforeEach(async () => {
    const place = (await postgres?.newPlace(true)) ?? '';
    way = await wayTo(place);
    other = await openPostgres(place, SCHEMA);
    db = await openPostgres(way.url, SCHEMA, lease);
  }, 60_000);
  afterEach(async () => {
    lease.onStandby = () => undefined;
    await other.close();
    await way.close();
  });
  afterAll(async () => {
    await postgres?.stop();
  });

  it('is renewed by another connection once its own lets nothing through', async () => {
    const [before] = await holders();
    way.silence();
    await expect
      .poll(async () => (await holders())[0]?.pid ?? before?.pid, { timeout: 3_000 })
      .not.toBe(before?.pid);
    await expect.poll(() => db.isReady?.()).toBe(true);
    expect(db.leaseAgeMs?.()).toBeLessThan(1_000);
    await db.close();
  });

  it('ends what waits for an answer that cannot come, in a transaction or not, and the next is answered', async () => {
    const silent = db.transaction(async (tx) => {
      await Promise.all([db.query('select 1'), db.query('select 2')]);
      way.silence();
      const alone = db.query('select 3').catch((error: unknown) => error);
      await expect(tx.query('select 4')).rejects.toThrow('terminated');
      expect(await alone).toBeInstanceOf(DatabaseAwayError);
    });
    await silent.then(
      () => expect.unreachable(),
      (error: unknown) => expect(error).toBeInstanceOf(DatabaseAwayError),
    );
    expect(await db.query('select 5 as n')).toEqual([{ n: 5 }]);
    await db.close();
  });

  it('is taken over by who waits for it on a line that let nothing through for a while', async () => {
    const second = await wayTo(way.place);
    const isWaiting = new Promise<void>((resolve) => {
      lease.onStandby = resolve;
    });
    const next = openPostgres(second.url, SCHEMA, lease);
    await isWaiting;
    second.silence();
    await db.close();
    const taken = await next;
    expect(taken.isReady?.()).toBe(true);
    await taken.close();
    await second.close();
  });

  it('is held no more after it was closed while its connection was being made again', async () => {
    const release = way.hold();
    const [before] = await holders();
    await other.query('select pg_terminate_backend($1)', [before?.pid]);
    await expect.poll(() => db.isReady?.()).toBe(false);
    await db.close();
    expect(way.count()).toBeGreaterThan(0);
    release();
    await expect.poll(() => way.count()).toBe(0);
    const own = () =>
      other.query(
        "select 1 from pg_stat_activity where datname = current_database() and application_name like 'tidemark %'",
      );
    await expect.poll(async () => [await holders(), await own()], { interval: 100 }).toEqual([[], []]);
  });
});

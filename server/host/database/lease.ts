import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ServerClock } from '../../base/clock.ts';
import type { Queries } from '../../base/db/database.ts';
import { endConnections, endLock, endStaleHolder } from './leaseEnds.ts';

/** One exchange at a time writes to a database: the one that holds the lease. */
export interface Lease {
  /** Rises by one with each holder. A transaction that finds another number in the table must not commit. */
  readonly fence: number;
  /** The name that this holder's connections give themselves. */
  readonly name: string;
  /** False while the connection that holds it is lost. */
  isHeld(): boolean;
  /** ms since the holder last renewed the lease. */
  ageMs(): number;
  close(): Promise<void>;
}

export interface LeaseDeps {
  readonly clock: Pick<ServerClock, 'after' | 'every' | 'now'>;
  /** ms; set by tests, which do not wait as long as a network may. */
  readonly pace?: Pace;
  /** Another exchange holds the database, and this one waits until it ends. */
  readonly onStandby: () => void;
  /** Another exchange has taken the database over: nothing that is in memory here is true any longer. */
  readonly onLost: () => void;
  /** The connection that holds the lease is given up for want of an answer: others have none to wait for either. */
  readonly onSilent?: () => void;
}

/** Key of the session lock, which ends with the holder's connection. */
const LOCK = 7_184_630;
const WAIT_MS = 200;
/** How often a standby looks whether the holder has let go, ms: until then no order is taken. */
const LOOK_MS = 25;
/** In every so many looks a standby looks for a holder that was stopped. */
const LOOKS_TO_END = 8;

/**
 * Interval at which a holder renews its lease, and the time without renewal after which others take it over.
 * ms.
 */
interface Pace {
  readonly renew: number;
  readonly stale: number;
}

const PACE: Pace = { renew: 500, stale: 3_000 };
/** Times of `stale` without an answer after which a connection is given up. */
const UNANSWERED = 5;
/** ms after which an attempt to connect has failed. */
const CONNECT_MS = 5_000;
/**
 * ms for which a standby lets the holder go first after the database was away: a holder that lives has lost its lock
 * as well, and needs no new start.
 */
const AWAY_MS = 1_000;
/**
 * Renewals wait for no other server: they order nothing, and while standbys are away a holder must not seem stopped,
 * whose waiting commits would be ended.
 */
const LOCAL = 'set synchronous_commit = local';

const wait = ({ after }: LeaseDeps['clock'], ms: number): Promise<void> =>
  new Promise((resolve) => {
    after(ms, resolve);
  });

const nameOf = (holder: string): string => `tidemark ${holder}`;

/**
 * Waits until no other exchange holds the database, then holds it for the life of this process.
 * @param prepare runs once the lock is held, before the fence is raised: migrations.
 */
export async function takeLease(url: string, deps: LeaseDeps, prepare: () => Promise<void>): Promise<Lease> {
  const holder = randomUUID();
  const client = await waitForLock(url, holder, deps);
  try {
    await prepare();
    const fence = await raiseFence(client, holder, deps);
    await client.query(LOCAL);
    return new HeldLease(url, { client, holder, fence }, deps);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

function connect(url: string, holder: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: nameOf(holder),
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  });
  // Unheard, an error of a resting connection would end the process.
  client.on('error', () => undefined);
  return client;
}

/**
 * Ends a connection that has no answer for long: a network that lets nothing through any more ends none by itself. A
 * database that stands still for less keeps its connections, and with them the holder. @returns undo.
 */
function endUnanswered(client: pg.Client, { clock, pace = PACE }: LeaseDeps, onSilent?: () => void) {
  return clock.after(UNANSWERED * pace.stale, () => {
    void client.end().catch(() => undefined);
    onSilent?.();
  });
}

const answered = <T>(client: pg.Client, deps: LeaseDeps, work: () => Promise<T>): Promise<T> =>
  work().finally(endUnanswered(client, deps));

async function waitForLock(url: string, holder: string, deps: LeaseDeps): Promise<pg.Client> {
  const { clock, pace = PACE, onStandby } = deps;
  let isReported = false;
  for (;;) {
    const client = connect(url, `standby ${holder}`);
    try {
      await client.connect();
      if (isReported) await wait(clock, AWAY_MS);
      for (let looks = 0; !(await answered(client, deps, () => tryLock(client))); looks++) {
        if (!isReported) onStandby();
        isReported = true;
        if (looks % LOOKS_TO_END === 0)
          await answered(client, deps, () => endStaleHolder(client, pace.stale));
        await wait(clock, LOOK_MS);
      }
      await client.query("select set_config('application_name', $1, false)", [nameOf(holder)]);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      // A standby survives the database's own restarts; a first start reports the error.
      if (!isReported) throw error;
      await wait(clock, WAIT_MS);
    }
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [LOCK]);
  return rows[0]?.got ?? false;
}

/** Whether an exchange runs on a database now. */
export async function isLeaseHeld(db: Queries): Promise<boolean> {
  const [held] = await db.query(
    `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return held !== undefined;
}

/** From the return on, no connection of an earlier holder is left, and none can be opened that passes the fence. */
async function raiseFence(client: pg.Client, holder: string, { clock }: LeaseDeps): Promise<number> {
  const before = await client.query<{ holder: string }>('select holder from writer_lease');
  const previous = nameOf(before.rows[0]?.holder ?? '');
  // Its transactions hold the row: the fence could not be raised before they end.
  await endConnections(client, previous);
  const raised = await client.query<{ fence: string }>(
    `update writer_lease set fence = fence + 1, holder = $1, renewed_at = clock_timestamp()
     returning fence::text as fence`,
    [holder],
  );
  while ((await endConnections(client, previous)) > 0) await wait(clock, 10);
  return Number.parseInt(raised.rows[0]?.fence ?? '', 10);
}

interface Held {
  readonly client: pg.Client;
  readonly holder: string;
  readonly fence: number;
}

class HeldLease implements Lease {
  readonly fence: number;
  readonly name: string;
  readonly #url: string;
  readonly #holder: string;
  readonly #deps: LeaseDeps;
  readonly #stopRenewing: () => void;
  #client: pg.Client | undefined;
  #isClosed = false;
  /** A database that stands still answers the first renewal when it goes on: more would wait behind it. */
  #isRenewing = false;
  #renewedAt: number;

  constructor(url: string, { client, holder, fence }: Held, deps: LeaseDeps) {
    this.#url = url;
    this.#holder = holder;
    this.#deps = deps;
    this.fence = fence;
    this.name = nameOf(holder);
    this.#renewedAt = deps.clock.now();
    this.#keep(client);
    this.#stopRenewing = deps.clock.every((deps.pace ?? PACE).renew, () => void this.#renew());
  }

  isHeld(): boolean {
    return this.#client !== undefined;
  }

  ageMs(): number {
    return Math.max(0, this.#deps.clock.now() - this.#renewedAt);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopRenewing();
    await this.#client?.end().catch(() => undefined);
    this.#client = undefined;
  }

  #keep(client: pg.Client): void {
    this.#client = client;
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
      if (!this.#isClosed) void this.#regain();
    });
  }

  async #renew(): Promise<void> {
    const client = this.#client;
    if (!client || this.#isRenewing) return;
    this.#isRenewing = true;
    const stop = endUnanswered(client, this.#deps, this.#deps.onSilent);
    try {
      if (!(await this.#renewBy(client))) this.#lose();
    } catch {
      // The handler of the connection's end reacts to this.
      client.end().catch(() => undefined);
    } finally {
      stop();
      this.#isRenewing = false;
    }
  }

  /** @returns false once another has raised the fence. */
  async #renewBy(client: pg.Client): Promise<boolean> {
    const { rowCount } = await client.query(
      'update writer_lease set renewed_at = clock_timestamp() where fence = $1',
      [this.fence],
    );
    if (rowCount === 0) return false;
    this.#renewedAt = this.#deps.clock.now();
    return true;
  }

  /** The database was away for a moment: while nobody else has raised the fence, the lease is still ours. */
  async #regain(): Promise<void> {
    while (!this.#isClosed) {
      const client = connect(this.#url, this.#holder);
      let stop = (): void => undefined;
      try {
        await client.connect();
        stop = endUnanswered(client, this.#deps, this.#deps.onSilent);
        await client.query(LOCAL);
        // Before the lock: a standby that gets none would take the holder for stopped.
        if (!(await this.#renewBy(client))) {
          await client.end();
          return this.#lose();
        }
        // The server may not have noticed yet that the connection with the lock is gone.
        await endLock(client, LOCK, this.name);
        // Closed meanwhile: nobody would end a connection that is kept now.
        if ((await tryLock(client)) && !this.#isClosed) return this.#keep(client);
        await client.end();
        await wait(this.#deps.clock, WAIT_MS);
      } catch {
        await client.end().catch(() => undefined);
        await wait(this.#deps.clock, WAIT_MS);
      } finally {
        stop();
      }
    }
  }

  #lose(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#client = undefined;
    this.#stopRenewing();
    this.#deps.onLost();
  }
}

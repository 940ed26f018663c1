import { DAY_MS, HOUR_MS } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import type { Queries } from '../../base/db/database.ts';
import { singleRow } from '../../base/db/database.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import { changeVenueState } from '../venue/state.ts';
import { verifyChanged } from './changed.ts';
import type { Difference } from './verify.ts';
import { verifyLedger } from './verify.ts';

/** Interval at which changes are verified, ms. */
export const PROOF_MS = 60_000;
/**
 * Everything is verified once a day, from this time on, UTC: the quietest of most markets. ms after midnight.
 */
const NIGHT_MS = 3 * HOUR_MS;
/** Differences that are logged one by one. */
const SHOWN_MOST = 10;

/** How far the books have been verified. */
export interface ProofRow {
  readonly since: number;
  readonly head: number;
  /** ms UTC. */
  readonly at: number;
  readonly whole_at: number;
  /** Since the last full verification. */
  readonly differences: number;
}

interface ProofDeps extends CommandDeps {
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** The last verification; undefined before the first. */
export async function lastProof(db: Queries): Promise<ProofRow | undefined> {
  const [row] = await db.query<ProofRow>('select since, head, at, whole_at, differences from book_proof');
  return row;
}

/**
 * Verifies the books: changes every minute, everything every night. While they differ, withdrawals are
 * stopped.
 */
export class BookProof {
  readonly #deps: ProofDeps;
  readonly #rounds: IntervalJob;

  constructor(deps: ProofDeps) {
    this.#deps = deps;
    this.#rounds = new IntervalJob(deps.clock, PROOF_MS, () => this.#tried());
  }

  start(): void {
    this.#rounds.start();
  }

  /** Verifies now, or joins the verification under way. */
  check(): Promise<void> {
    return this.#rounds.check();
  }

  /** Ends the timer; resolves when a verification under way has ended. */
  close(): Promise<void> {
    return this.#rounds.close();
  }

  async #tried(): Promise<void> {
    try {
      await this.#prove();
    } catch (error) {
      this.#deps.log('proof', { error: String(error) });
    }
  }

  async #prove(): Promise<void> {
    const { db, clock } = this.#deps;
    const last = await lastProof(db);
    const now = clock.now();
    // A clock that had run ahead says of no night that it was done.
    if (!last || last.whole_at > now || last.whole_at < nightBefore(now)) {
      await proveAll(this.#deps);
      return;
    }
    const head = await newestEntry(db);
    const found = await verifyChanged(db, last.since);
    // Differences remain until the next full verification: the accounts concerned need not change any more.
    const differences = Math.max(last.differences, found.length);
    await keep(this.#deps, { ...last, since: last.head, head, at: now, differences }, found);
  }
}

/** Verifies all of the books now, and stores the result. @returns where they differ. */
export async function proveAll(
  deps: CommandDeps & Partial<Pick<ProofDeps, 'log'>>,
): Promise<readonly Difference[]> {
  const { db, clock } = deps;
  const now = clock.now();
  // What only a log has is proved too.
  await (db.log ?? db.outside)?.applied();
  const head = await newestEntry(db);
  const found = await verifyLedger(db);
  await keep(deps, { since: head, head, at: now, whole_at: now, differences: found.length }, found);
  return found;
}

async function keep(
  deps: CommandDeps & Partial<Pick<ProofDeps, 'log'>>,
  row: ProofRow,
  found: readonly Difference[],
): Promise<void> {
  await run(deps, async (work) => {
    await work.tx.query(
      `insert into book_proof (since, head, at, whole_at, differences) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set since = excluded.since, head = excluded.head, at = excluded.at,
         whole_at = excluded.whole_at, differences = excluded.differences`,
      [row.since, row.head, row.at, row.whole_at, row.differences],
    );
    if (found.length > 0)
      await changeVenueState(work, 'withdrawals', {
        state: 'paused',
        why: `The books differ in ${found.length} places.`,
      });
  });
  if (found.length > 0) deps.log?.('books', { differences: found.length, first: found.slice(0, SHOWN_MOST) });
}

async function newestEntry(db: Queries): Promise<number> {
  return singleRow(await db.query<{ id: number }>('select coalesce(max(id), 0) as id from journal')).id;
}

/** The last time at which a full verification was due, ms UTC. */
const nightBefore = (now: number): number => Math.floor((now - NIGHT_MS) / DAY_MS) * DAY_MS + NIGHT_MS;

import { RuleError } from '../../../domain/index.ts';
import type { ServerClock } from '../clock.ts';
import type { BatchDocument, BatchLog, CommandRow, Database, OutsideLog, Queries } from '../db/database.ts';
import { DatabaseAwayError, isToBeRepeated, singleRow } from '../db/database.ts';
import { Pending } from './pending.ts';
import { SharedLock } from './sharedLock.ts';

/** Documents per transaction that applies them. */
const TOGETHER = 8;
/** How long commands are gathered where the tables are behind by more than what is applied together, ms. */
const GATHER_MS = 20;
/** Wait after a failure, ms. */
const RETRY_MS = 100;
/** Tables that are further behind refuse new commands, ms: who reads or withdraws would wait as long. */
const MOST_BEHIND_MS = 300_000;
/** Applied documents are deleted in portions; the newest are kept for operators. */
const TRIMMED_TOGETHER = 200;
const KEPT = 50;

export interface BatchLogDeps {
  readonly db: Pick<Database, 'query' | 'transaction'>;
  readonly clock: Pick<ServerClock, 'now' | 'after'>;
  /** Of the lease under which this exchange writes; 0 without one. */
  readonly fence: number;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
  /** Another exchange appends: this one must end. */
  readonly onLost: () => void;
}

type Outcome = 'in' | 'outside' | 'named' | 'fenced' | 'taken';

interface Position {
  readonly applied: number;
  readonly head: number;
  readonly outside: number;
}

/**
 * The log of an exchange's engines in PostgreSQL. A batch is appended with a commit that waits as the database's
 * commits do, and its answers go out; the tables are written behind it, in order, in transactions of their own.
 * A caller that needs the tables applies what is missing: nobody waits for one writer.
 */
export class OpenBatchLog implements BatchLog {
  readonly #deps: BatchLogDeps;
  readonly #lock = new SharedLock();
  readonly #pending = new Pending();
  readonly #listeners = new Set<() => void>();
  #head: number;
  #applied: number;
  /** The count of transactions outside of the log that memory is of. */
  #outside: number;
  /** Whether there may have been one since. */
  #isDoubtful = false;
  #trimmed = 0;
  #isBroken = false;
  #isClosed = false;
  #stepping: Promise<void> | undefined;
  #working: Promise<void> | undefined;

  private constructor(deps: BatchLogDeps, { applied, head, outside }: Position) {
    this.#deps = deps;
    [this.#applied, this.#head, this.#outside] = [applied, head, outside];
  }

  /** Applies what an earlier exchange has left, and turns the log on. */
  static async open(deps: BatchLogDeps): Promise<OpenBatchLog> {
    await applyAll(deps.db);
    await deps.db.transaction((tx) => tx.query('select turn_switch(true)'));
    return new OpenBatchLog(deps, await positionOf(deps.db));
  }

  /** Ends the writing of tables; who opens the log next goes on with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  /**
   * A document of many commands is written about as fast as one of a few: small ones would be appended faster than they
   * are written for as long as the load lasts.
   */
  readonly gather = async (): Promise<void> => {
    if (this.#head - this.#applied > TOGETHER) await this.#after(GATHER_MS);
  };

  batch<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.alone(async () => {
      if (this.#isDoubtful) await this.#check();
      return work();
    });
  }

  async outside<T>(work: () => Promise<T>): Promise<T> {
    await this.applied();
    return this.#lock.shared(async () => {
      try {
        return await work();
      } finally {
        this.#isDoubtful = true;
      }
    });
  }

  async beginOutside(tx: Queries): Promise<void> {
    await tx.query('select turn_begin_outside()');
  }

  async applied(users?: Iterable<number>): Promise<void> {
    const upTo = users ? this.#pending.lastOf(users) : this.#head;
    while (this.#applied < upTo) await this.#step();
  }

  isBehind(user: number): boolean {
    return this.#pending.lastOf([user]) > 0;
  }

  async append(document: BatchDocument): Promise<boolean> {
    if (this.#isBroken || this.behind().ms > MOST_BEHIND_MS) throw new RuleError('unavailable');
    if (hasTwice(document.names) || this.#pending.hasName(document.names)) throw new RuleError('keyReused');
    const seq = this.#head + 1;
    const outcome = await this.#sent(seq, document);
    if (outcome === 'named') throw new RuleError('keyReused');
    if (outcome === 'outside') {
      this.#isDoubtful = true;
      return false;
    }
    if (outcome !== 'in') {
      this.#deps.onLost();
      throw new DatabaseAwayError(`the log is another exchange's: ${outcome}`);
    }
    this.#head = seq;
    this.#pending.add(seq, document, this.#deps.clock.now());
    // A step that was under way may have written it before this response came: then there is nothing to do, and work
    // that ends before it is kept would count as under way for ever.
    if (this.#applied >= seq) this.#pending.applied(this.#applied);
    else this.#working ??= this.#work();
    return true;
  }

  answersOf(keys: readonly { readonly userId: number; readonly key: string }[]): readonly CommandRow[] {
    return this.#pending.answersOf(keys);
  }

  onForget(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  behind(): { readonly documents: number; readonly ms: number } {
    const oldest = this.#pending.oldestSince;
    return {
      documents: this.#head - this.#applied,
      ms: oldest === undefined ? 0 : Math.max(0, this.#deps.clock.now() - oldest),
    };
  }

  /**
   * Appends until the outcome is known: a connection that is lost during the commit says nothing of it, and everything
   * in memory depends on it.
   */
  async #sent(seq: number, { product, at, body, names }: BatchDocument): Promise<Outcome> {
    const id = crypto.randomUUID();
    const [users, texts] = [names.map(([user]) => user), names.map(([, name]) => name)];
    const { db, fence, log } = this.#deps;
    for (;;) {
      try {
        const rows = await db.query<{ outcome: Outcome }>(
          `select turn_append(p_seq => $1, p_id => $2, p_fence => $3, p_outside => $4, p_product => $5, p_at => $6,
             p_users => $7::bigint[], p_names => $8::text[], p_body => $9) as outcome`,
          [seq, id, fence, this.#outside, product, at, users, texts, body],
        );
        return singleRow(rows).outcome;
      } catch (error) {
        if (this.#isClosed || !isToBeRepeated(error)) throw error;
        log('log', { append: seq, error: String(error) });
        await this.#pause();
      }
    }
  }

  /** Reads the count of transactions outside of the log: when it has changed, memory is of before. */
  async #check(): Promise<void> {
    const { outside } = await positionOf(this.#deps.db);
    if (outside !== this.#outside) for (const listener of this.#listeners) listener();
    this.#outside = outside;
    this.#isDoubtful = false;
  }

  /** Applies what is appended, until the tables have all of it. */
  async #work(): Promise<void> {
    while (!this.#isClosed && this.#applied < this.#head)
      await this.#step()
        .then(() => this.#trim())
        .catch(() => this.#pause());
    this.#working = undefined;
  }

  /** Applies the next documents, or joins who does. */
  #step(): Promise<void> {
    this.#stepping ??= this.#apply().finally(() => {
      this.#stepping = undefined;
    });
    return this.#stepping;
  }

  async #apply(): Promise<void> {
    try {
      const applied = await applyNext(this.#deps.db);
      if (applied <= this.#applied && this.#applied < this.#head)
        throw new Error(`document ${this.#applied + 1} of the log is missing`);
      this.#applied = Math.max(this.#applied, applied);
      this.#isBroken = false;
    } catch (error) {
      this.#deps.log('log', { apply: this.#applied + 1, error: String(error) });
      if (isToBeRepeated(error)) throw error;
      // A document that the tables refuse: what was decided after it cannot be booked either.
      this.#isBroken = true;
      throw new DatabaseAwayError(`the tables refuse the log: ${String(error)}`, { cause: error });
    }
    this.#pending.applied(this.#applied);
  }

  async #trim(): Promise<void> {
    const upTo = this.#applied - KEPT;
    if (upTo - this.#trimmed < TRIMMED_TOGETHER) return;
    await this.#deps.db.query('delete from turn_log where shard = 0 and seq <= $1', [upTo]);
    this.#trimmed = upTo;
  }

  #pause(): Promise<void> {
    return this.#after(RETRY_MS);
  }

  #after(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(ms, resolve));
  }
}

/** @returns up to where the tables have the log now. */
async function applyNext(db: Queries): Promise<number> {
  const rows = await db.query<{ applied: number }>('select turn_apply(p_most => $1) as applied', [TOGETHER]);
  return singleRow(rows).applied;
}

/** Applies all that is appended, in transactions of a few documents: one of all would last as long as they are many. */
async function applyAll(db: Queries): Promise<void> {
  for (let done = await applyNext(db); ; ) {
    const next = await applyNext(db);
    if (next === done) return;
    done = next;
  }
}

const hasTwice = (names: BatchDocument['names']): boolean =>
  new Set(names.map(([user, name]) => `${user} ${name}`)).size < names.length;

async function positionOf(db: Queries): Promise<Position> {
  return singleRow(await db.query<{ position: Position }>('select turn_position() as position')).position;
}

/** For a process beside the exchange that appends, such as the operator's commands. */
export function outsideLog(db: Queries): OutsideLog {
  const applied = () => applyAll(db);
  return {
    applied,
    async outside(work) {
      await applied();
      return work();
    },
    async beginOutside(tx) {
      await tx.query('select turn_begin_outside()');
    },
  };
}

import { DAY_MS } from '../../../domain/index.ts';
import type { CommandDeps } from '../../base/commands/command.ts';
import { run } from '../../base/commands/command.ts';
import { IntervalJob } from '../../base/intervalJob.ts';
import { addDefaultPlans } from './house.ts';
import { payDue } from './pay.ts';

export interface StorageDeps extends CommandDeps {
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** How soon a day that has begun is seen, ms. */
const CHECK_MS = 1_000;

/** Pays the interest of storage orders at each midnight, UTC, and what was missed before anything else. */
export class StorageEngine {
  readonly deps: StorageDeps;
  /** The day up to which everything is paid. */
  #day: number | undefined;
  readonly #rounds: IntervalJob;

  constructor(deps: StorageDeps) {
    this.deps = deps;
    this.#rounds = new IntervalJob(deps.clock, CHECK_MS, () =>
      this.#pay().catch((error: unknown) => {
        // Nothing is lost: the next look tries again.
        deps.log('storage', { error: String(error) });
      }),
    );
  }

  /**
   * Resumes running orders: pays what fell due while the exchange was down before it serves requests. What cannot be booked
   * keeps nobody from trading: it is tried again.
   */
  async start(): Promise<void> {
    await run(this.deps, addDefaultPlans);
    await this.check();
    this.#rounds.start();
  }

  /** Pays when a day has begun; a clock that was set back or forward begins one too. One turn at a time. */
  check(): Promise<void> {
    return this.#rounds.check();
  }

  /** Ends the timer; resolves when the turn that is under way has ended. */
  close(): Promise<void> {
    return this.#rounds.close();
  }

  async #pay(): Promise<void> {
    const now = this.deps.clock.now();
    const day = Math.floor(now / DAY_MS);
    // Interest is due at midnights alone: between two of them there is nothing to look for.
    if (day === this.#day) return;
    await payDue(this.deps, now);
    this.#day = day;
  }
}

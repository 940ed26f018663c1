import type { ServerClock } from '../../base/clock.ts';
import type { LoopTurns } from '../../base/loopTurns.ts';

/** Work that one caller may ask for, ms of the event loop: at once, and each second. */
const BURST_MS = 500;
const MS_A_SECOND = 100;
/** What a channel costs at least, so that cheap ones are counted too. */
const LEAST_MS = 0.5;
/**
 * A request waits a moment after the caller's last one: one that is cancelled meanwhile is never executed.
 */
const MOMENT_MS = 50;
/** Work before the event loop gets its turn. */
const SLICE_MS = 4;
/** Works of one caller that wait for something else than the loop. */
const MOST_WAITING = 8;

type Work = () => Promise<void> | void;

interface Job {
  readonly work: Work;
  readonly ended: () => void;
  readonly failed: (error: unknown) => void;
}

interface Caller {
  /** ms of work left. */
  left: number;
  filledAt: number;
  requestedAt: number;
  /** Nothing is begun before. */
  notBefore: number;
  waiting: number;
  readonly jobs: Set<Job>;
}

/** A requested piece of work. */
export interface Pending {
  /** Resolves when it was done or taken back; rejects with what it threw. */
  readonly done: Promise<void>;
  /** Takes it back if it has not begun. */
  cancel(): void;
}

/**
 * The queue of snapshots: callers take turns, each is charged for the time that its snapshots take, and the
 * event loop has a turn after a few milliseconds of them.
 */
export class Openings {
  readonly #clock: ServerClock;
  readonly #turns: LoopTurns;
  /** In the order in which they have their turns. */
  readonly #callers = new Map<string, Caller>();
  #isAtWork = false;
  #stopWaiting: (() => void) | undefined;

  constructor(clock: ServerClock, turns: LoopTurns) {
    this.#clock = clock;
    this.#turns = turns;
  }

  /** Runs work at its caller's turn. @param who is charged for it. */
  ask(who: string, work: Work): Pending {
    const caller = this.#callerOf(who);
    const now = this.#clock.now();
    this.#fill(caller, now);
    if (caller.jobs.size === 0)
      caller.notBefore = now - caller.requestedAt < MOMENT_MS ? caller.requestedAt + MOMENT_MS : now;
    caller.requestedAt = now;
    let cancel = (): void => undefined;
    const done = new Promise<void>((ended, failed) => {
      const job = { work, ended, failed };
      caller.jobs.add(job);
      cancel = () => {
        if (caller.jobs.delete(job)) ended();
      };
    });
    this.#wake();
    return { done, cancel };
  }

  close(): void {
    this.#stopWaiting?.();
    for (const { jobs } of this.#callers.values()) {
      for (const { ended } of jobs) ended();
      jobs.clear();
    }
  }

  #callerOf(who: string): Caller {
    const known = this.#callers.get(who);
    if (known) return known;
    const now = this.#clock.now();
    const made: Caller = {
      left: BURST_MS,
      filledAt: now,
      requestedAt: Number.NEGATIVE_INFINITY,
      notBefore: now,
      waiting: 0,
      jobs: new Set(),
    };
    this.#callers.set(who, made);
    return made;
  }

  #wake(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    if (!this.#isAtWork) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    do await this.#turns.next();
    while (this.#slice());
    this.#isAtWork = false;
    const wait = this.#untilNext();
    if (wait !== undefined) this.#stopWaiting = this.#clock.after(wait, () => this.#wake());
  }

  /** @returns whether a caller with work had to wait for the next slice. */
  #slice(): boolean {
    const began = this.#clock.now();
    for (;;) {
      const next = this.#next();
      if (!next) return false;
      if (this.#clock.now() - began >= SLICE_MS) return true;
      this.#do(...next);
    }
  }

  /** The caller whose turn it is; callers that have been idle for long are deleted on the way. */
  #next(): [who: string, caller: Caller] | undefined {
    const now = this.#clock.now();
    for (const [who, caller] of this.#callers) {
      this.#fill(caller, now);
      if (caller.jobs.size === 0) {
        if (caller.left >= BURST_MS && caller.waiting === 0 && now - caller.requestedAt >= MOMENT_MS)
          this.#callers.delete(who);
      } else if (caller.notBefore <= now && caller.left > 0 && caller.waiting < MOST_WAITING)
        return [who, caller];
    }
    return undefined;
  }

  #do(who: string, caller: Caller): void {
    const [job] = caller.jobs;
    if (!job) return;
    caller.jobs.delete(job);
    this.#callers.delete(who);
    this.#callers.set(who, caller);
    const began = this.#clock.now();
    try {
      const working = job.work();
      if (working) this.#await(caller, working, job);
      else job.ended();
    } catch (error) {
      job.failed(error);
    }
    caller.left -= Math.max(LEAST_MS, this.#clock.now() - began);
  }

  #await(caller: Caller, working: Promise<void>, { ended, failed }: Job): void {
    caller.waiting += 1;
    working.then(ended, failed).finally(() => {
      caller.waiting -= 1;
      if (caller.jobs.size > 0) this.#wake();
    });
  }

  #fill(caller: Caller, now: number): void {
    // Moments from before a clock was set back lie ahead, and would be waited for.
    caller.requestedAt = Math.min(caller.requestedAt, now);
    caller.notBefore = Math.min(caller.notBefore, now + MOMENT_MS);
    caller.left = Math.min(
      BURST_MS,
      caller.left + (Math.max(0, now - caller.filledAt) * MS_A_SECOND) / 1_000,
    );
    caller.filledAt = now;
  }

  /** ms until the next waiting caller may go on. */
  #untilNext(): number | undefined {
    const now = this.#clock.now();
    let least: number | undefined;
    for (const { jobs, left, notBefore, waiting } of this.#callers.values()) {
      if (jobs.size === 0 || waiting >= MOST_WAITING) continue;
      const owed = left > 0 ? 0 : Math.ceil(((LEAST_MS - left) * 1_000) / MS_A_SECOND);
      const wait = Math.max(1, notBefore - now, owed);
      least = Math.min(least ?? wait, wait);
    }
    return least;
  }
}

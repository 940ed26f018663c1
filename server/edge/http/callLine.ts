import { RuleError } from '../../../domain/index.ts';
import { Counts } from '../../base/counts.ts';

/** Long answers that are worked on at the same time, over all and for one caller. */
const MOST = 4;
const MOST_EACH = 2;
/** Those of one caller and of all that wait for it. */
const MOST_WAITING_EACH = 32;
const MOST_WAITING = 512;

interface Waiting {
  readonly who: string;
  readonly start: () => void;
}

/** Queue of long requests. The caller with the fewest running goes first; hanging up leaves the queue. */
export class CallLine {
  readonly #inside = new Counts();
  readonly #outside = new Counts();
  readonly #waiting = new Set<Waiting>();
  #all = 0;

  /**
   * @throws {RuleError} `tooManyRequests`, `unavailable` when too many wait; `timedOut` for an aborted
   * request.
   */
  async run<T>(who: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#mayEnter(who)) this.#enter(who);
    else await this.#wait(who, signal);
    try {
      if (signal?.aborted) throw new RuleError('timedOut');
      return await work();
    } finally {
      this.#inside.remove(who);
      this.#all -= 1;
      this.#next();
    }
  }

  #mayEnter(who: string): boolean {
    return this.#all < MOST && this.#inside.of(who) < MOST_EACH;
  }

  #enter(who: string): void {
    this.#inside.add(who);
    this.#all += 1;
  }

  #wait(who: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#outside.of(who) >= MOST_WAITING_EACH) throw new RuleError('tooManyRequests');
    if (this.#waiting.size >= MOST_WAITING) throw new RuleError('unavailable');
    this.#outside.add(who);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#outside.remove(who);
        this.#waiting.delete(waiting);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        leave();
        reject(new RuleError('timedOut'));
      };
      const waiting: Waiting = {
        who,
        start: () => {
          leave();
          this.#enter(who);
          resolve();
        },
      };
      this.#waiting.add(waiting);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Starts the next request: of the caller with the fewest running, of those the first to arrive. */
  #next(): void {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (!this.#mayEnter(each.who)) continue;
      if (!next || this.#inside.of(each.who) < this.#inside.of(next.who)) next = each;
    }
    next?.start();
  }
}

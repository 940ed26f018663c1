import type { Subscription } from 'rxjs';
import type { Refusal, Result } from '../../../domain/index.ts';
import type { Clock } from '../../../feeds/index.ts';
import { schedulerOf } from '../../../feeds/index.ts';

/** A failed question is put again by itself after this time. */
const AGAIN_MS = 5_000;

/**
 * An answer that a view is made of: asked for when the view opens and whenever what it says may have changed. The
 * newest answer stays while another is asked for, and when that fails.
 */
export class Asked<T> {
  readonly #ask: () => Promise<Result<T>>;
  readonly #clock: Clock;
  #seen: string | undefined;
  #isAsking = false;
  /** Rises when what is asked for is something else: answers to what was asked before are void. */
  #turn = 0;
  #again: Subscription | undefined;
  data: T | undefined;
  failed: Refusal | undefined;
  /** By this device's clock, when the answer came, ms UTC. */
  at = 0;
  /** Rises with each change. */
  version = 0;

  constructor(ask: () => Promise<Result<T>>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** The exchange's clock, as far as an answer told it. @param toldAt what the answer says the time was, ms UTC. */
  now(toldAt: number | undefined): number {
    return (toldAt ?? this.at) + this.#clock.now() - this.at;
  }

  /** Asks when what the answer depends on is not what it was at the last look. */
  follow(depends: string): void {
    if (depends === this.#seen || this.#isAsking) return;
    this.#seen = depends;
    void this.#load();
  }

  /** Something else is asked for from here on; what was known is gone. */
  restart(): void {
    this.#turn += 1;
    this.#isAsking = false;
    this.#seen = undefined;
    this.data = undefined;
    this.failed = undefined;
    this.version += 1;
  }

  close(): void {
    this.#turn += 1;
    this.#again?.unsubscribe();
  }

  async #load(): Promise<void> {
    this.#again?.unsubscribe();
    const turn = this.#turn;
    this.#isAsking = true;
    const result = await this.#ask();
    if (turn !== this.#turn) return;
    this.#isAsking = false;
    this.version += 1;
    this.failed = result.ok ? undefined : result.error;
    if (result.ok) {
      this.data = result.data;
      this.at = this.#clock.now();
    } else if (result.error.code === 'networkDown' || result.error.code === 'timedOut') {
      this.#again = schedulerOf(this.#clock).schedule(() => void this.#load(), AGAIN_MS);
    }
  }
}

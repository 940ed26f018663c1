import type { IndexTick } from '../../../domain/index.ts';
import { RuleError, saleTickBounds } from '../../../domain/index.ts';
import type { Queries } from '../../base/db/database.ts';
import { ticksWithin } from './ticks.ts';

/** Sales that have been accepted and wait for the index tick that decides them. */
export class SaleTicks {
  readonly #db: Queries;
  #waiting: (() => void)[] = [];
  /** The moment up to and including which the stored index is complete, ms UTC. */
  #upTo = 0;
  #isClosed = false;

  constructor(db: Queries) {
    this.#db = db;
  }

  /** What the index has to say is stored up to a moment, ms UTC. */
  stored(upTo: number): void {
    this.#upTo = upTo;
    this.#wake();
  }

  /**
   * The first tick after a sale was accepted, once it is stored. @throws {RuleError} `marketStale` when none has come
   * in time, and when the exchange is being closed.
   */
  async after(asset: string, acceptedAt: number): Promise<IndexTick> {
    const { from, to } = saleTickBounds(acceptedAt);
    while (!this.#isClosed) {
      const upTo = this.#upTo;
      const [tick] = upTo >= from ? await ticksWithin(this.#db, asset, from, to) : [];
      if (tick) return tick;
      if (upTo >= to) break;
      if (upTo === this.#upTo) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    throw new RuleError('marketStale');
  }

  /** Nobody waits any longer. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

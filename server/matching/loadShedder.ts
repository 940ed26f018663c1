import { RuleError } from '../../domain/index.ts';

/**
 * A call that would wait longer is refused at once. A proxy keeps some hundred connections to an exchange, and each
 * call that waits holds one: a longer queue would leave none for those who are refused, who would then wait as well.
 */
const PATIENCE_MS = 100;
/** How long a call takes before any was measured: a first burst must not fill every connection either. */
const FIRST_GUESS_MS = 0.4;
/** So many are always let in: a burst is no overload. */
const LEAST_INSIDE = 50;
/** With fewer inside they leave as slowly as they come, which says nothing of how long one takes. */
const LEAST_MEASURED = 40;
/** So many leave between two measurements. */
const MEASURED = 25;
/** Weight of the newest measurement. */
const WEIGHT = 0.3;

/**
 * Keeps the line of orders short: more than are answered within a tenth of a second do not come in. How long one takes
 * is measured at the door while many are inside, so that everything counts that it takes: reading, deciding, writing, answering.
 */
export class LoadShedder {
  readonly #now: () => number;
  readonly #patienceMs: number;
  #inside = 0;
  #msEach = FIRST_GUESS_MS;
  #measuring: { readonly since: number; left: number } | undefined;

  /** @param now ms. @param patienceMs how long a call may wait. */
  constructor(now: () => number, patienceMs = PATIENCE_MS) {
    this.#now = now;
    this.#patienceMs = patienceMs;
  }

  /** Whether whoever comes now would wait too long. */
  isFull(): boolean {
    return this.#inside >= LEAST_INSIDE && this.#inside * this.#msEach > this.#patienceMs;
  }

  /**
   * @returns to be called when the command has ended; with false when it ended without being worked on, so that its
   * time says nothing. @throws {RuleError} `unavailable` at once when it would wait too long.
   */
  enter(): (isMeasured?: boolean) => void {
    if (this.isFull()) throw new RuleError('unavailable');
    this.#inside += 1;
    if (this.#inside >= LEAST_INSIDE) this.#measuring ??= { since: this.#now(), left: 0 };
    let isInside = true;
    return (isMeasured = true) => {
      if (isInside) this.#leave(isMeasured);
      isInside = false;
    };
  }

  #leave(isMeasured: boolean): void {
    this.#inside -= 1;
    if (this.#inside < LEAST_MEASURED) this.#measuring = undefined;
    if (!this.#measuring || !isMeasured) return;
    this.#measuring.left += 1;
    if (this.#measuring.left < MEASURED) return;
    const now = this.#now();
    this.#msEach += ((now - this.#measuring.since) / MEASURED - this.#msEach) * WEIGHT;
    this.#measuring = { since: now, left: 0 };
  }
}

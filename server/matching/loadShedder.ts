import { RuleError } from '../../domain/index.ts';

/**
 * A command that would wait longer is refused at once. A proxy keeps some hundred connections to an exchange,
 * and each waiting call holds one: a longer queue would leave none for refusals, which would then wait as
 * well.
 */
const PATIENCE_MS = 100;
/**
 * Assumed time per command before the first measurement: a first burst must not take every connection either.
 */
const FIRST_GUESS_MS = 0.4;
/** Calls in flight that are always admitted: a burst is no overload. */
const LEAST_INSIDE = 50;
/**
 * With fewer in flight the time between responses is the time between arrivals, and says nothing about the
 * load.
 */
const LEAST_MEASURED = 40;
/** Commands per measurement. */
const MEASURED = 25;
/** Weight of the newest measurement. */
const WEIGHT = 0.3;

/**
 * Sheds load: refuses a command that would wait longer than a tenth of a second. The time per command is
 * measured from admission to response, which covers reading, deciding and writing, while many are in flight.
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

  /** Whether a command that arrives now would wait too long. */
  isFull(): boolean {
    return this.#inside >= LEAST_INSIDE && this.#inside * this.#msEach > this.#patienceMs;
  }

  /**
   * Admits a command. @returns to be called when it has ended; with false when it ended without being
   * executed, so that its time is not measured.
   * @throws {RuleError} `unavailable` at once when it would wait too long.
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

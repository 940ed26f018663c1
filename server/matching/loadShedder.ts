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
/** A batch is answered as a whole: what stands behind it is let in within this time, ms. */
const BETWEEN_BATCHES_MS = 15;
/** Commands and ms per measurement, at least. */
const MEASURED = 25;
const MEASURED_MS = 50;
/** Weight of the newest measurement. */
const WEIGHT = 0.5;

/**
 * Sheds load: refuses a command that would wait longer than a tenth of a second. The time per command is
 * measured from admission to response, which covers reading, deciding and writing, while many are in flight.
 */
export class LoadShedder {
  readonly #now: () => number;
  readonly #patienceMs: number;
  #inside = 0;
  #msEach = FIRST_GUESS_MS;
  /** When many were in flight last, and when something happened last, ms. */
  #busyAt = Number.NEGATIVE_INFINITY;
  #at = 0;
  /** Of the measurement under way: how long many were in flight, and how many commands ended in that time. */
  #busyMs = 0;
  #ended = 0;

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
    this.#isBusy();
    this.#inside += 1;
    let isInside = true;
    return (isMeasured = true) => {
      if (isInside) this.#leave(isMeasured);
      isInside = false;
    };
  }

  #leave(isMeasured: boolean): void {
    const isBusy = this.#isBusy();
    this.#inside -= 1;
    if (!isBusy || !isMeasured) return;
    this.#ended += 1;
    if (this.#ended < MEASURED || this.#busyMs < MEASURED_MS) return;
    // What is slower than this changes nothing, and would be remembered for long.
    const msEach = Math.min(this.#busyMs / this.#ended, (2 * this.#patienceMs) / LEAST_INSIDE);
    this.#msEach += (msEach - this.#msEach) * WEIGHT;
    this.#busyMs = 0;
    this.#ended = 0;
  }

  /** Whether many are in flight, or were between two batches; adds up for how long. */
  #isBusy(): boolean {
    const now = this.#now();
    // A clock that was set back says nothing of what was before.
    if (now < this.#at) this.#busyAt = Number.NEGATIVE_INFINITY;
    if (this.#inside >= LEAST_MEASURED) this.#busyAt = now;
    const isBusy = now - this.#busyAt <= BETWEEN_BATCHES_MS;
    if (isBusy) this.#busyMs += Math.max(0, now - this.#at);
    this.#at = now;
    return isBusy;
  }
}

import { RuleError } from '../../domain/index.ts';

/** Whoever would wait longer is sent away at once. */
const PATIENCE_MS = 250;
/** So many are always let in: a burst is no overload. */
const LEAST_INSIDE = 50;
/** With fewer inside they leave as slowly as they come, which says nothing of how long one takes. */
const LEAST_MEASURED = 40;
/** So many leave between two measurements. */
const MEASURED = 25;
/** Weight of the newest measurement. */
const WEIGHT = 0.3;

/**
 * Keeps the line of orders short: more than are answered within a trader's patience do not come in. How long one takes
 * is measured at the door while many are inside, so that everything counts that it takes: reading, deciding, writing, answering.
 */
export class LoadShedder {
  readonly #now: () => number;
  #inside = 0;
  #msEach = 0;
  #measuring: { readonly since: number; left: number } | undefined;

  /** @param now ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether whoever comes now would wait too long. */
  isFull(): boolean {
    return this.#inside >= LEAST_INSIDE && this.#inside * this.#msEach > PATIENCE_MS;
  }

  /** @returns to be called when the command has ended. @throws {RuleError} `unavailable` at once when it would wait too long. */
  enter(): () => void {
    if (this.isFull()) throw new RuleError('unavailable');
    this.#inside += 1;
    if (this.#inside >= LEAST_INSIDE) this.#measuring ??= { since: this.#now(), left: 0 };
    let isInside = true;
    return () => {
      if (isInside) this.#leave();
      isInside = false;
    };
  }

  #leave(): void {
    this.#inside -= 1;
    if (this.#inside < LEAST_MEASURED) this.#measuring = undefined;
    if (!this.#measuring) return;
    this.#measuring.left += 1;
    if (this.#measuring.left < MEASURED) return;
    const now = this.#now();
    this.#msEach += ((now - this.#measuring.since) / MEASURED - this.#msEach) * WEIGHT;
    this.#measuring = { since: now, left: 0 };
  }
}

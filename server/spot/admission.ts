import { RuleError } from '../../domain/index.ts';

/** Whoever would wait longer is sent away at once. */
const PATIENCE_MS = 250;
/** So many are always let in: a burst is no overload. */
const LEAST_INSIDE = 50;
/** Weight of the newest measurement. */
const WEIGHT = 0.1;

/** Keeps the line of orders short: more than the books take within a trader's patience do not come in. */
export class Admission {
  #inside = 0;
  #msEach = 0;

  /** @returns to be called when the command has ended. @throws {RuleError} `unavailable` at once when it would wait too long. */
  enter(): () => void {
    if (this.#inside >= LEAST_INSIDE && this.#inside * this.#msEach > PATIENCE_MS)
      throw new RuleError('unavailable');
    this.#inside += 1;
    let isInside = true;
    return () => {
      if (isInside) this.#inside -= 1;
      isInside = false;
    };
  }

  /** A measurement: so many commands have taken so long together, ms. */
  took(commands: number, ms: number): void {
    this.#msEach += (ms / commands - this.#msEach) * WEIGHT;
  }
}

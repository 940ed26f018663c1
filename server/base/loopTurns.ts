/**
 * Shares the event loop between long tasks: one waiting task continues per turn of the loop. If each paused
 * by itself, all would continue in the same turn, and hold the loop for the sum of their slices.
 */
export class LoopTurns {
  readonly #pause: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #isTurning = false;

  /** @param pause resolves after the event loop had a turn. */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  /** Resolves in a turn of the loop in which no other waiting task continues. */
  readonly next = (): Promise<void> =>
    new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isTurning) void this.#turn();
    });

  async #turn(): Promise<void> {
    this.#isTurning = true;
    while (this.#waiting.length > 0) {
      await this.#pause();
      this.#waiting.shift()?.();
    }
    this.#isTurning = false;
  }
}

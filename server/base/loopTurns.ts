/**
 * Long works share the event loop: of all that wait, one goes on in each of its turns. Works that each paused by
 * themselves would all go on in the same turn, and hold the loop for the sum of their slices.
 */
export class LoopTurns {
  readonly #pause: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #isTurning = false;

  /** @param pause resolves after the event loop had a turn. */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  /** Resolves in a turn of the loop of which nobody else who waits here has a part. */
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

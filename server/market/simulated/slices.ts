import { LoopTurns } from '../../base/loopTurns.ts';

/** Work before the event loop gets its turn, of all tasks together, ms. */
const SLICE_MS = 1;

interface SliceClock {
  now(): number;
  /** Resolves after the event loop had a turn. */
  pause(): Promise<void>;
}

/**
 * Long tasks in slices. Tasks that begin in one turn of the event loop share a slice: if each had one of its own,
 * a dozen requests in one read would hold the loop for a dozen of them.
 */
export class Slices {
  readonly #clock: SliceClock;
  readonly #turns: LoopTurns;
  /** When the slice of this turn began. */
  #began: number | undefined;

  constructor(clock: SliceClock) {
    this.#clock = clock;
    this.#turns = new LoopTurns(clock.pause);
  }

  /** Whether this turn's slice is used up: a task then awaits `next`, also before its first step. */
  isOver(): boolean {
    const now = this.#clock.now();
    if (this.#began === undefined) {
      this.#began = now;
      void this.#clock.pause().then(() => {
        this.#began = undefined;
      });
    }
    return now - this.#began >= SLICE_MS;
  }

  /** Resolves in a later turn, in which no other task that waits goes on. */
  next(): Promise<void> {
    return this.#turns.next();
  }
}

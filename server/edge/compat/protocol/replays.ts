import { ApiError } from './apiError.ts';

/** Longest validity of a signature: its timestamp may be ahead, and its window is a minute. */
const KEPT_MS = 62_000;
const MOST = 100_000;

/**
 * Signed orders that have been here. Sent again, one that has a name of its program gets its first answer; one
 * that does not is refused, in this process by this memory and later by its key, which follows from what was signed.
 */
export class Replays {
  readonly #now: () => number;
  readonly #seen = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws {ApiError} -2010 */
  refuse(requestId: string, isNamed: boolean): void {
    const now = this.#now();
    for (const [oldest, at] of this.#seen) {
      if (now - at < KEPT_MS && this.#seen.size < MOST) break;
      this.#seen.delete(oldest);
    }
    if (this.#seen.has(requestId) && !isNamed) throw new ApiError(-2010, 'Duplicate order sent.');
    this.#seen.set(requestId, now);
  }

  /** It was refused for now: it may come again. */
  forget(requestId: string): void {
    this.#seen.delete(requestId);
  }
}

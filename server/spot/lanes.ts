import { RuleError } from '../../domain/index.ts';

/** Commands that may wait at once, over all markets: more would wait longer than a trader does. */
const MOST_WAITING = 200;

/** One command of a market after the other: each market has one writer. */
export class Lanes {
  readonly #ends = new Map<string, Promise<unknown>>();
  #waiting = 0;

  /** @throws {RuleError} `unavailable` at once when too many wait already. */
  run<T>(name: string, work: () => Promise<T>, isOwn = false): Promise<T> {
    if (!isOwn && this.#waiting >= MOST_WAITING) return Promise.reject(new RuleError('unavailable'));
    this.#waiting += 1;
    const before = this.#ends.get(name) ?? Promise.resolve();
    const own = before.then(work, work).finally(() => {
      this.#waiting -= 1;
      if (this.#ends.get(name) === end) this.#ends.delete(name);
    });
    const end = own.catch(() => undefined);
    this.#ends.set(name, end);
    return own;
  }

  /** Resolves when everything that was asked for has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#ends.values());
  }
}

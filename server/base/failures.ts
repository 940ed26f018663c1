/** Most numbers that are remembered; those that failed longest ago count as new ones again. */
const MOST = 1_000;

/** What failed when it was tried last. */
export class Failures {
  readonly #ids = new Set<number>();

  note(id: number): void {
    this.#ids.delete(id);
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
  }

  forget(id: number): void {
    this.#ids.delete(id);
  }

  oldestFirst(): readonly number[] {
    return [...this.#ids];
  }
}

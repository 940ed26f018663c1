/** Most that are remembered; what failed longest ago counts as new again. */
const MOST = 1_000;

/** What failed when it was tried last: rounds that take some at a time take these after all others. */
export class Failures<Id extends number | string> {
  readonly #ids = new Set<Id>();

  note(id: Id): void {
    this.#ids.delete(id);
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MOST && oldest !== undefined) this.#ids.delete(oldest);
  }

  forget(id: Id): void {
    this.#ids.delete(id);
  }

  oldestFirst(): readonly Id[] {
    return [...this.#ids];
  }
}

/** Counts by key; keys with zero are deleted. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(who: string): number {
    return this.#counts.get(who) ?? 0;
  }

  /** Keys with a count above zero. */
  entries(): IterableIterator<[who: string, count: number]> {
    return this.#counts.entries();
  }

  add(who: string): void {
    this.#counts.set(who, this.of(who) + 1);
  }

  remove(who: string): void {
    const left = this.of(who) - 1;
    if (left > 0) this.#counts.set(who, left);
    else this.#counts.delete(who);
  }
}

/** How many of something each has; those who have none take no room. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(who: string): number {
    return this.#counts.get(who) ?? 0;
  }

  /** Each who has some. */
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

/** What the page keeps for a way back, by name; of more than `most` the oldest go. */
export class Kept<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    return this.#values.get(name);
  }

  put(name: string, value: T): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    const oldest = this.#values.keys().next().value;
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }
}

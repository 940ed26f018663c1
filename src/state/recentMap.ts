/** What the page keeps for a way back, by name; of more than `most` the oldest go. */
export class RecentMap<T> {
  readonly #most: number;
  readonly #values = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    return this.#values.get(name);
  }

  clear(): void {
    this.#values.clear();
  }

  put(name: string, value: T): void {
    this.#values.delete(name);
    this.#values.set(name, value);
    const oldest = this.#values.keys().next().value;
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }
}

/** Models of what screens showed last: one that is opened again is painted from it, and not from nothing. */
export const models = new RecentMap<object>(12);

/** What was chosen among the parts of screens, by place. */
export const choices = new RecentMap<string>(20);

/** Another login finds neither what the one before saw nor what it chose. */
export function forgetModels(): void {
  models.clear();
  choices.clear();
}

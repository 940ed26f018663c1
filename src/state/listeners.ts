/** Who wants to hear of which key: each hears of its own alone. */
export class Listeners<K> {
  readonly #byKey = new Map<K, Set<() => void>>();

  /** Tells of a key until undone. */
  add(key: K, listener: () => void): () => void {
    const own = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#byKey.get(key) === own) this.#byKey.delete(key);
    };
  }

  tell(key: K): void {
    for (const listener of [...(this.#byKey.get(key) ?? [])]) listener();
  }
}

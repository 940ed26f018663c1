/** Listeners by key: each is called for its own key alone. */
export class Listeners<K> {
  readonly #byKey = new Map<K, Set<() => void>>();

  /** Subscribes to a key. @returns undo. */
  add(key: K, listener: () => void): () => void {
    const own = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#byKey.get(key) === own) this.#byKey.delete(key);
    };
  }

  notify(key: K): void {
    for (const listener of [...(this.#byKey.get(key) ?? [])]) listener();
  }
}

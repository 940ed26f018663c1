/** Values by key; the least recently used are dropped. */
export interface Cache<K, V> {
  /** The value known for a key, else made and kept. */
  get(key: K, make: () => V): V;
}

/** @param most how many stay, ≥ 1. */
export function createCache<K, V>(most: number): Cache<K, V> {
  const known = new Map<K, V>();
  return {
    get(key, make) {
      const found = known.get(key);
      const value = found ?? make();
      known.delete(key);
      known.set(key, value);
      const oldest = known.keys().next();
      if (known.size > most && !oldest.done) known.delete(oldest.value);
      return value;
    },
  };
}

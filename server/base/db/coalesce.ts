/**
 * Coalesces lookups: keys requested within one turn of the event loop, or while a lookup is running, share
 * one lookup. Each answer is from a lookup that began after its request.
 * @param pause resolves after the event loop had a turn. The database inside this process answers in
 * microtasks: without it every request would have its answer before the next one is read from its socket.
 */
export function coalesce<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  pause: () => Promise<void>,
): (key: Key) => Promise<Value | undefined> {
  let next: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let busy: Promise<unknown> = Promise.resolve();
  return async (key) => {
    if (!next) {
      const keys = new Set<Key>();
      const found = busy.then(pause).then(() => {
        next = undefined;
        return load([...keys]);
      });
      busy = found.catch(() => undefined);
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}

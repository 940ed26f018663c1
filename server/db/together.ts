/**
 * Looks things up together: what is asked for while a look is under way goes into the next one. Alone, a question
 * waits for nobody. Each answer is from a look that began after its question.
 */
export function together<Key, Value>(
  look: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let next: { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let busy: Promise<unknown> = Promise.resolve();
  return async (key) => {
    if (!next) {
      const keys = new Set<Key>();
      const found = busy.then(() => {
        next = undefined;
        return look([...keys]);
      });
      busy = found.catch(() => undefined);
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).get(key);
  };
}

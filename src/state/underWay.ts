import { useEffect, useState } from 'react';
import { Listeners } from './listeners.ts';

/** Names of what this page does at this moment. */
const names = new Set<string>();
const listeners = new Listeners<string>();

/** Does something under a name, unless something is under way under it. @returns undefined when it was not done. */
export async function doOnce<T>(name: string, task: () => Promise<T>): Promise<T | undefined> {
  if (names.has(name)) return undefined;
  names.add(name);
  listeners.notify(name);
  try {
    return await task();
  } finally {
    names.delete(name);
    listeners.notify(name);
  }
}

/**
 * Whether something is under way under a name, begun from any place. Rendered together with what the task has set by its
 * end: a store that React reads at once would show it as ended before its outcome.
 */
export function useUnderWay(name: string): boolean {
  const [isUnderWay, setUnderWay] = useState(names.has(name));
  useEffect(() => {
    const look = () => setUnderWay(names.has(name));
    look();
    return listeners.add(name, look);
  }, [name]);
  return isUnderWay;
}

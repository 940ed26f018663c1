import type { Clock } from '../types.ts';

/** Rows that are emitted together: the newest of each key, at most once an interval. */
export interface Batch<T> {
  put(key: string, row: T): void;
  /** What waits is left out. */
  clear(): void;
}

export function createBatch<T>(
  clock: Clock,
  everyMs: number,
  publish: (rows: readonly T[]) => void,
): Batch<T> {
  let rows = new Map<string, T>();
  let stop: (() => void) | undefined;
  return {
    put(key, row) {
      rows.set(key, row);
      stop ??= clock.after(everyMs, () => {
        const published = [...rows.values()];
        rows = new Map();
        stop = undefined;
        publish(published);
      });
    },
    clear() {
      stop?.();
      stop = undefined;
      rows.clear();
    },
  };
}

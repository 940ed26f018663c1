import type { MarketEvent } from './source.ts';

/** Subscribers of a source, and the markets that they watch. */
export interface Audience {
  publish(event: MarketEvent): void;
  /** @returns undo. */
  subscribe(listener: (event: MarketEvent) => void): () => void;
  /** Counted. @returns undo. */
  watch(id: string): () => void;
  isWatched(id: string): boolean;
  watched(): Iterable<string>;
}

export function createAudience(): Audience {
  const listeners = new Set<(event: MarketEvent) => void>();
  const counts = new Map<string, number>();
  return {
    publish(event) {
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch(id) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      let isDone = false;
      return () => {
        if (isDone) return;
        isDone = true;
        const left = (counts.get(id) ?? 1) - 1;
        if (left > 0) counts.set(id, left);
        else counts.delete(id);
      };
    },
    isWatched: (id) => counts.has(id),
    watched: () => counts.keys(),
  };
}

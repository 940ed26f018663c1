import type { Clock } from '../types.ts';

/** A channel asks for a new snapshot at most this often. */
const RESYNC_MS = 1_000;
const JITTER_MS = 250;

/** Requests for new snapshots, at most one a second and channel; a wave of them is spread out. */
export function createResyncs(
  { clock, random }: { clock: Clock; random: () => number },
  ask: (channel: string) => void,
) {
  const requestedAt = new Map<string, number>();
  const waiting = new Map<string, () => void>();
  let count = 0;

  function run(channel: string): void {
    waiting.delete(channel);
    requestedAt.set(channel, clock.monotonic());
    count += 1;
    ask(channel);
  }
  return {
    ask(channel: string): void {
      if (waiting.has(channel)) return;
      const since = clock.monotonic() - (requestedAt.get(channel) ?? Number.NEGATIVE_INFINITY);
      if (since >= RESYNC_MS) run(channel);
      else
        waiting.set(
          channel,
          clock.after(RESYNC_MS - since + random() * JITTER_MS, () => run(channel)),
        );
    },
    forget(channel: string): void {
      waiting.get(channel)?.();
      waiting.delete(channel);
      requestedAt.delete(channel);
    },
    count: () => count,
    /** What waits is answered already, or there is nobody to answer. */
    clear(): void {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    },
  };
}

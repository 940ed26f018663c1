/** A clock that stands still until it is set; setting it runs what was scheduled, once. */
export function manualClock(start: number) {
  let now = start;
  const runs = new Set<() => void>();
  return {
    now: () => now,
    every(_ms: number, run: () => void) {
      runs.add(run);
      return () => {
        runs.delete(run);
      };
    },
    pause: () => Promise.resolve(),
    set(at: number) {
      now = at;
      for (const run of runs) run();
    },
  };
}

import type { ServerClock } from '../../base/clock.ts';

/** Receives errors of timers. */
let received: (error: unknown) => void = (error) => {
  throw error;
};

/**
 * From now on a timer whose work throws is reported and goes on: one market's failure must not end the exchange for
 * all others. Whatever books money throws inside its transaction, which is rolled back.
 */
export function reportTimerFailures(report: (error: unknown) => void): void {
  received = report;
}

function guarded(run: () => void): () => void {
  return () => {
    try {
      run();
    } catch (error) {
      received(error);
    }
  };
}

/** The device's own time. */
export const deviceClock: ServerClock = {
  now: () => Date.now(),
  every(ms, run) {
    const timer = setInterval(guarded(run), ms);
    return () => clearInterval(timer);
  },
  after(ms, run) {
    const timer = setTimeout(guarded(run), ms);
    return () => clearTimeout(timer);
  },
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

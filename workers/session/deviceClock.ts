import type { Clock } from '../../feeds/index.ts';

/** The device's own time. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

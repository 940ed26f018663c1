import type { Clock } from '../types.ts';

export const POLL_MS = 2_000;

/** Asks again and again, one question at a time. @returns undo. */
export function poll(clock: Clock, ask: () => Promise<void>): () => void {
  let isStopped = false;
  let stopWait: (() => void) | undefined;
  const next = (): void => {
    ask()
      .catch(() => undefined)
      .then(() => {
        if (!isStopped) stopWait = clock.after(POLL_MS, next);
      });
  };
  next();
  return () => {
    isStopped = true;
    stopWait?.();
  };
}

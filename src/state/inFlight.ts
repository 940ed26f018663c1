import { proxy, subscribe } from 'valtio';

/** Money-moving calls of this page that have no answer yet, and those in the journal whose end is not known. */
export const inFlight = proxy({ sending: 0, unknown: 0 });

const isCalm = (): boolean => inFlight.sending === 0 && inFlight.unknown === 0;

/** Counts a money-moving call until it has its answer. */
export async function counted<T>(send: () => Promise<T>): Promise<T> {
  inFlight.sending += 1;
  try {
    return await send();
  } finally {
    inFlight.sending -= 1;
  }
}

/** Runs at once, or as soon as no money-moving call is under way any more. @returns undo, while it has not run. */
export function whenCalm(run: () => void): () => void {
  if (isCalm()) {
    run();
    return () => undefined;
  }
  const stop = subscribe(inFlight, () => {
    if (!isCalm()) return;
    stop();
    run();
  });
  return stop;
}

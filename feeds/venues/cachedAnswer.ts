import type { Clock } from '../types.ts';

/**
 * One answer for everybody, requested once and kept for a time. A failure is not kept; where an older answer is
 * there, it stands instead.
 */
export function cachedAnswer<T>(clock: Clock, forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { readonly answer: T; readonly at: number } | undefined;
  let running: Promise<T> | undefined;
  async function renew(): Promise<T> {
    try {
      const answer = await ask();
      kept = { answer, at: clock.monotonic() };
      return answer;
    } catch (error) {
      if (kept) return kept.answer;
      throw error;
    } finally {
      running = undefined;
    }
  }
  return () => {
    if (kept && clock.monotonic() - kept.at < forMs) return Promise.resolve(kept.answer);
    running ??= renew();
    return running;
  };
}

import type { MonoTypeOperatorFunction, Observable, SchedulerLike } from 'rxjs';
import { finalize, ReplaySubject, share, timer } from 'rxjs';

/** What nobody subscribes to lives on for this long, ms, so that a change of screen does not fetch it again. */
export const LINGER_MS = 1_000;

/** A state that all subscribers share: a later one gets the newest at once. */
export function sharedWithLinger<T>(scheduler: SchedulerLike): MonoTypeOperatorFunction<T> {
  return share({
    connector: () => new ReplaySubject<T>(1),
    // What has ended has no subscribers left to wait for.
    resetOnComplete: false,
    resetOnRefCountZero: () => timer(LINGER_MS, scheduler),
  });
}

/** One shared Observable a key, made with its first subscriber and forgotten with its last. */
export function keyed<K, T>(
  source: (key: K) => Observable<T>,
  shared: MonoTypeOperatorFunction<T> = share(),
): (key: K) => Observable<T> {
  const known = new Map<K, Observable<T>>();
  return (key) => {
    const own =
      known.get(key) ??
      source(key).pipe(
        finalize(() => known.delete(key)),
        shared,
      );
    known.set(key, own);
    return own;
  };
}

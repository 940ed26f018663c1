import type { Observable, ObservableInput, SchedulerLike } from 'rxjs';
import { defer, first, merge, NEVER, of, repeat, retry, switchMap, tap, timeout, timer } from 'rxjs';

export interface PollPlan {
  /** From an answer to the next request, ms. */
  readonly everyMs: number | (() => number);
  /** An answer that has not come after this time is not waited for any more, ms. For ever when left out. */
  readonly answerMs?: number;
  /** From a failure to the next request, ms. @param failures in a row, from 1. */
  readonly retryMs: (failures: number) => number;
  readonly scheduler: SchedulerLike;
  /** Requests at once instead of after the pause. */
  readonly hurry$?: Observable<unknown>;
  /** After a pause the next request waits until this emits: nobody looks before. */
  readonly while$?: Observable<unknown>;
  readonly failed?: (error: unknown) => void;
}

/**
 * Answers to the same request, made again and again, one at a time. Unsubscribing ends it, and the answer that is on
 * its way is left out.
 */
export function poll<T>(plan: PollPlan, request: () => ObservableInput<T>): Observable<T> {
  const { everyMs, answerMs, retryMs, scheduler, hurry$ = NEVER, while$ = of(true), failed } = plan;
  const once$ = defer(request);
  const inTime$ = answerMs === undefined ? once$ : once$.pipe(timeout({ each: answerMs, scheduler }));
  const usualMs = () => (typeof everyMs === 'number' ? everyMs : everyMs());
  const pause = (ms: number) => merge(timer(ms, scheduler), hurry$).pipe(first());
  return inTime$.pipe(
    tap({ error: (error) => failed?.(error) }),
    retry({ delay: (_, failures) => pause(retryMs(failures)) }),
    repeat({
      delay: () => merge(timer(usualMs(), scheduler).pipe(switchMap(() => while$)), hurry$).pipe(first()),
    }),
  );
}

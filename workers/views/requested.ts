import type { Observable } from 'rxjs';
import { defer, exhaustMap, filter, from, map, startWith, tap, withLatestFrom } from 'rxjs';
import type { Refusal, Result } from '../../domain/index.ts';
import type { ViewDeps } from './view.ts';

/** After this time a request that did not get through is sent again, ms. */
const RETRY_MS = 5_000;

/** The newest answer to a request. It stays while the next one is awaited, and when that one fails. */
export interface Answer<T> {
  readonly data?: T;
  /** Why the last request has no answer. */
  readonly failed?: Refusal;
  /** When the data came, by the device's clock, ms UTC. */
  readonly at: number;
  /** When the last request was sent, and when it ended: monotonic, ms; -Infinity before the first one. */
  readonly sentAt: number;
  readonly endedAt: number;
}

export const NO_ANSWER: Answer<never> = {
  at: 0,
  sentAt: Number.NEGATIVE_INFINITY,
  endedAt: Number.NEGATIVE_INFINITY,
};

/** The exchange was not reached, or took no time to decide: a moment later the same request has an answer. */
const UNDECIDED: readonly unknown[] = ['networkDown', 'timedOut', 'unavailable', 'tooManyRequests'];

/** Whether the exchange has decided nothing, as opposed to one that refuses what was requested. */
export const isUndecided = (failed: Refusal | undefined): boolean => UNDECIDED.includes(failed?.code);

type RequestDeps = Pick<ViewDeps, 'time$' | 'clock'>;

export interface PolledPlan<Q, T> {
  readonly request: (query: Q, answer: Answer<T>) => Promise<Result<T>>;
  /** Whether it is sent now. @param now monotonic, ms. */
  readonly isDue: (query: Q, answer: Answer<T>, now: number) => boolean;
}

/**
 * Answers to requests, one at a time. Whether one is due is checked at each beat of the page: while nobody looks,
 * nothing is requested. Unsubscribing leaves out the answer that is on its way.
 */
export function polled<Q, T>(
  query$: Observable<Q>,
  { time$, clock }: RequestDeps,
  { request, isDue }: PolledPlan<Q, T>,
): Observable<Answer<T>> {
  return defer(() => {
    let newest: Answer<T> = NO_ANSWER;
    return time$.pipe(
      withLatestFrom(query$),
      filter(([, query]) => isDue(query, newest, clock.monotonic())),
      exhaustMap(([, query]) => {
        const sentAt = clock.monotonic();
        return from(request(query, newest)).pipe(
          map((result): Answer<T> => {
            const times = { sentAt, endedAt: clock.monotonic() };
            const { failed: _, ...known } = newest;
            if (!result.ok) return { ...known, ...times, failed: result.error };
            return { ...times, data: result.data, at: clock.now() };
          }),
        );
      }),
      tap((answer) => {
        newest = answer;
      }),
      startWith(newest),
    );
  });
}

export interface RequestPlan<Q, T> {
  readonly request: (query: Q) => Promise<Result<T>>;
  /** Another text when the answer may be another one. */
  readonly key: (query: Q, answer: Answer<T>) => string;
}

/** The answer to a request, which is sent again when its key is another one, and when it did not get through. */
export function requested<Q, T>(
  query$: Observable<Q>,
  deps: RequestDeps,
  { request, key }: RequestPlan<Q, T>,
): Observable<Answer<T>> {
  return defer(() => {
    let sent: string | undefined;
    return polled<Q, T>(query$, deps, {
      isDue: (query, answer, now) =>
        key(query, answer) !== sent || (isUndecided(answer.failed) && now - answer.endedAt >= RETRY_MS),
      request(query, answer) {
        sent = key(query, answer);
        return request(query);
      },
    });
  });
}

import type { Observable, SchedulerLike } from 'rxjs';
import {
  defer,
  distinctUntilChanged,
  map,
  merge,
  NEVER,
  repeat,
  Subject,
  share,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { PageSettings } from '../protocol.ts';
import { HIDDEN_MS, PERIODS, untilBeat } from './periods.ts';

/** When a page may be given frames. No timer runs while nobody subscribes to a beat. */
export interface Beats {
  /** Just before each beat that is seen: what depends on time is checked, and nothing is requested for a hidden page. */
  readonly time$: Observable<unknown>;
  /** While somebody looks at the page. */
  readonly seen$: Observable<unknown>;
  /** Also while nobody does, though seldom. */
  readonly always$: Observable<unknown>;
  /** A beat at once. */
  now(): void;
}

export function createBeats(settings$: Observable<PageSettings>, scheduler: SchedulerLike): Beats {
  const time = new Subject<void>();
  const now = new Subject<void>();
  const every = (waitMs: () => number): Observable<unknown> =>
    merge(defer(() => timer(waitMs(), scheduler)).pipe(repeat()), now);
  const periodMs$ = settings$.pipe(
    map(({ visible, refresh }) => (visible ? PERIODS[refresh].beat : undefined)),
    distinctUntilChanged(),
  );
  const seen$ = periodMs$.pipe(
    switchMap((ms) => (ms === undefined ? NEVER : every(() => untilBeat(scheduler.now(), ms)))),
    tap(() => time.next()),
    share(),
  );
  const hidden$ = periodMs$.pipe(
    switchMap((ms) => (ms === undefined ? every(() => HIDDEN_MS) : NEVER)),
    share(),
  );
  return { time$: time, seen$, always$: merge(seen$, hidden$), now: () => now.next() };
}

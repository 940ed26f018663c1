import type { Observable, SchedulerLike } from 'rxjs';
import { defer, map, repeat, scan, timer } from 'rxjs';

const EVERY_MS = 50;
/** Ten seconds of them. */
const KEPT = 200;
const PART = 0.95;

/** How late the newest timers fired, ms: the time for which the thread was busy with other work. */
export function timerLag(scheduler: SchedulerLike): Observable<readonly number[]> {
  const late$ = defer(() => {
    const due = scheduler.now() + EVERY_MS;
    return timer(EVERY_MS, scheduler).pipe(map(() => Math.max(0, scheduler.now() - due)));
  });
  return late$.pipe(
    repeat(),
    scan((late: readonly number[], ms) => [...late.slice(1 - KEPT), ms], []),
  );
}

/** 95th percentile, ms; 0 of none. */
export function p95(late: readonly number[]): number {
  const sorted = late.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * PART)] ?? 0;
}

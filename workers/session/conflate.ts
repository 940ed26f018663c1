import type { OperatorFunction, SchedulerLike } from 'rxjs';
import { Observable } from 'rxjs';
import type { BarLegend } from '../protocol.ts';

/** How a frame is made of what stands now; undefined while there is nothing new to say. */
export interface Projection<F> {
  (): F | undefined;
  /** Of a chart: words for the bar that starts at a time, seconds UTC. */
  readonly legendAt?: (time: number) => BarLegend | undefined;
}

export interface Credit {
  /** The moments at which the page may be given something. */
  readonly beat$: Observable<unknown>;
  /** Whether the page has taken what it was given; true at first. */
  readonly ready$: Observable<boolean>;
  /** Somebody waits for an answer: the time since the last frame does not count. */
  readonly urgent$: Observable<unknown>;
  /** Least time from one frame to the next, ms. */
  readonly everyMs: () => number;
  readonly scheduler: Pick<SchedulerLike, 'now'>;
}

/**
 * Here push turns to pull. Of all that comes the newest is kept, never a queue, and no frame is made of it before a
 * beat at which the page can take one. A beat that found the page busy is made up for as soon as the page is ready.
 */
export function conflate<F>({
  beat$,
  ready$,
  urgent$,
  everyMs,
  scheduler,
}: Credit): OperatorFunction<Projection<F>, F> {
  return (source$) =>
    new Observable((subscriber) => {
      let newest: Projection<F> | undefined;
      let isReady = true;
      let isLate = false;
      let sentAt = Number.NEGATIVE_INFINITY;
      const made = (project: Projection<F>): F | undefined => {
        try {
          return project();
        } catch (error) {
          subscriber.error(error);
          return undefined;
        }
      };
      const deliver = (): void => {
        const now = scheduler.now();
        if (!newest || now < sentAt + everyMs()) return;
        isLate = !isReady;
        if (isLate) return;
        const frame = made(newest);
        newest = undefined;
        if (frame === undefined) return;
        sentAt = now;
        subscriber.next(frame);
      };
      const next = (projection: Projection<F>): void => {
        newest = projection;
      };
      subscriber.add(source$.subscribe({ next, error: (error) => subscriber.error(error) }));
      subscriber.add(
        urgent$.subscribe(() => {
          sentAt = Number.NEGATIVE_INFINITY;
        }),
      );
      subscriber.add(
        ready$.subscribe((now) => {
          isReady = now;
          if (isReady && isLate) deliver();
        }),
      );
      subscriber.add(beat$.subscribe(deliver));
    });
}

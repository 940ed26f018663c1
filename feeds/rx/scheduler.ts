import type { SchedulerAction, SchedulerLike } from 'rxjs';
import { Subscription } from 'rxjs';
import type { Clock } from '../types.ts';

/** Work that waits on a clock; scheduling it again replaces the time that it waits for. */
class ClockAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #work: (this: SchedulerAction<T>, state?: T) => void;
  #isPending = false;

  constructor(clock: Pick<Clock, 'after'>, work: (this: SchedulerAction<T>, state?: T) => void) {
    super();
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: T, delay = 0): Subscription {
    if (this.closed) return this;
    this.#isPending = true;
    const wait = new Subscription(
      this.#clock.after(delay, () => {
        this.#isPending = false;
        this.remove(wait);
        this.#work.call(this, state);
        if (!this.#isPending) this.unsubscribe();
      }),
    );
    this.add(wait);
    return this;
  }
}

/** The clock that a feed or a worker is given, as operators take it: all of them wait on it, and tests move it. */
export function schedulerOf(clock: Pick<Clock, 'after' | 'monotonic'>): SchedulerLike {
  return {
    now: () => clock.monotonic(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
      return new ClockAction<T>(clock, work).schedule(state, delay);
    },
  };
}

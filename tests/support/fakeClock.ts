import type { Clock } from '../../feeds/index.ts';
import type { ServerClock } from '../../server/base/clock.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that stands still until it is moved; timers run in order while it moves. */
export class FakeClock implements Clock, ServerClock {
  #now: number;
  #monotonic = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(now = Date.UTC(2026, 10, 18, 12)) {
    this.#now = now;
  }
  readonly now = () => this.#now;
  readonly monotonic = () => this.#monotonic;
  readonly after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#monotonic + ms, order: this.#order++, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };
  readonly every = (ms: number, run: () => void): (() => void) => {
    let stop: () => void = () => undefined;
    const next = () => {
      stop = this.after(ms, () => {
        next();
        run();
      });
    };
    next();
    return () => stop();
  };
  readonly pause = () => Promise.resolve();

  get pending(): number {
    return this.#timers.size;
  }

  /** Lets time pass; promises settle between timers. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await settle();
      const next = [...this.#timers]
        .filter(({ at }) => at <= end)
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#move(Math.max(0, next.at - this.#monotonic));
      next.run();
    }
    this.#move(end - this.#monotonic);
    await settle();
  }

  /** The wall clock jumps, or the device sleeps: timers do not run meanwhile. */
  jump(wallMs: number, monotonicMs = wallMs): void {
    this.#now += wallMs;
    this.#monotonic += monotonicMs;
  }

  #move(ms: number): void {
    this.#now += ms;
    this.#monotonic += ms;
  }
}

export async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await Promise.resolve();
}

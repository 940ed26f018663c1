import type { Clock } from '../../feeds/index.ts';

const EVERY_MS = 50;
/** Ten seconds of them. */
const KEPT = 200;
const PART = 0.95;

/** How late timers come: what else the thread was busy with. */
export class TimerLag {
  readonly #clock: Clock;
  #late: number[] = [];
  #stop: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#next();
  }

  /** ms, 0 while nothing is known. */
  p95(): number {
    const sorted = this.#late.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * PART)] ?? 0;
  }

  close(): void {
    this.#stop();
  }

  #next(): void {
    const due = this.#clock.monotonic() + EVERY_MS;
    this.#stop = this.#clock.after(EVERY_MS, () => {
      this.#late = [...this.#late.slice(1 - KEPT), Math.max(0, this.#clock.monotonic() - due)];
      this.#next();
    });
  }
}

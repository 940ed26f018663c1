import type { ServerClock } from './clock.ts';

/** Work that is done again and again, and never twice at a time. */
export class IntervalJob {
  readonly #every: (run: () => void) => () => void;
  readonly #work: () => Promise<void>;
  #stop: () => void = () => undefined;
  #turn: Promise<void> | undefined;

  /** @param work handles its own errors; an error does not stop the next run. */
  constructor(clock: Pick<ServerClock, 'every'>, everyMs: number, work: () => Promise<void>) {
    this.#every = (run) => clock.every(everyMs, run);
    this.#work = work;
  }

  start(): void {
    this.#stop = this.#every(() => void this.check());
  }

  /** A round now, or the one that is under way. */
  check(): Promise<void> {
    this.#turn ??= this.#work().finally(() => {
      this.#turn = undefined;
    });
    return this.#turn;
  }

  /** Ends the timer; resolves when the round that is under way has ended. */
  async close(): Promise<void> {
    this.#stop();
    await this.#turn;
  }
}

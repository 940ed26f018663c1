import type { ServerClock } from './clock.ts';

/** Work that is done again and again, and never twice at a time. */
export class IntervalJob {
  readonly #clock: Pick<ServerClock, 'every'>;
  readonly #everyMs: number;
  readonly #work: () => Promise<void>;
  #stop: () => void = () => undefined;
  #turn: Promise<void> | undefined;

  /** @param work handles its own errors; an error does not stop the next run. */
  constructor(clock: Pick<ServerClock, 'every'>, everyMs: number, work: () => Promise<void>) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#work = work;
  }

  /**
   * @param firstMs until the first round, when it is another time than between rounds: what is rare is else never done
   * by a process that is started again before.
   */
  start(firstMs = this.#everyMs): void {
    const run = (): void => void this.check();
    const every = (): void => {
      this.#stop = this.#clock.every(this.#everyMs, run);
    };
    if (firstMs === this.#everyMs) every();
    else
      this.#stop = this.#clock.every(firstMs, () => {
        this.#stop();
        every();
        run();
      });
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

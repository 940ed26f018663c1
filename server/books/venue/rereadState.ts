import type { ServerClock } from '../../base/clock.ts';

/** What another process has written, and what takes effect by time, holds after this at the latest. */
const PERIOD_MS = 1_000;

export interface RereadDeps {
  readonly clock: Pick<ServerClock, 'every'>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/**
 * A state in memory whose source is the database, where other processes write it too: it is read when it is opened,
 * on request, and every second. Reads follow one another, so that an older one never overwrites a newer one.
 */
export abstract class RereadState {
  readonly #stop: () => void;
  #reading: Promise<void> = Promise.resolve();

  /** @param name under which a read that failed is logged; the state stays as it was. */
  protected constructor({ clock, log }: RereadDeps, name: string) {
    this.#stop = clock.every(PERIOD_MS, () => {
      this.refresh().catch((error: unknown) => log(name, { error: String(error) }));
    });
  }

  /** Reads the state; what is committed before the call holds once it resolves. @throws what the database throws. */
  refresh(): Promise<void> {
    const next = this.#reading.catch(() => undefined).then(() => this.read());
    this.#reading = next;
    return next;
  }

  close(): void {
    this.#stop();
  }

  /** Reads the rows and sets the state by them. */
  protected abstract read(): Promise<void>;
}

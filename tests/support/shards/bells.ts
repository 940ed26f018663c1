import type { Client } from 'pg';
import type { Role } from './shapes.ts';

/** Wakes who reads a log. A notification may be lost: a reader also polls. */
export class Bell {
  readonly #client: Client;
  readonly #pollMs: number;
  readonly #loss: number;
  #isRung = false;
  #isNotifying = false;
  #isDue = false;
  #wake: () => void = () => undefined;

  private constructor(client: Client, pollMs: number, loss: number) {
    this.#client = client;
    this.#pollMs = pollMs;
    this.#loss = loss;
  }

  /** @param client used for nothing else. @param of whose log. @param loss share of notifications that are dropped. */
  static async listen(client: Client, of: Role, pollMs: number, loss: number): Promise<Bell> {
    const bell = new Bell(client, pollMs, loss);
    client.on('notification', () => {
      if (Math.random() >= bell.#loss) bell.ring();
    });
    await client.query(`listen shards_${of}`);
    return bell;
  }

  /** After the commit and outside of it: commits that notify take turns in all of a database. */
  async notify(from: Role): Promise<void> {
    this.#isDue = true;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    while (this.#isDue) {
      this.#isDue = false;
      await this.#client.query(`notify shards_${from}`);
    }
    this.#isNotifying = false;
  }

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  /** Resolves at the next ring, or a ring since the last call, or after the time of a poll. */
  async wait(): Promise<void> {
    if (!this.#isRung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#pollMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#isRung = false;
  }
}

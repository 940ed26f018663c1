import type { RuleError } from '../../domain/index.ts';
import type { KeyedCommand } from '../base/commands/command.ts';

/** Commands that share a transaction: more would keep the first of them waiting for the last. */
const MOST_TOGETHER = 40;

/** Work for a writer, decided in a turn; without a command it is the exchange's own. */
export interface WriterJob<Turn, T = unknown> {
  readonly command?: KeyedCommand;
  decide(turn: Turn): T;
}
export type Outcome<T = unknown> = { readonly answer: T } | { readonly refusal: RuleError };

interface Waiting<Job> {
  readonly job: Job;
  readonly done: (outcome: Outcome) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The one writer of all books. What has come while it was busy goes into one transaction, in the order in which it
 * came; alone, a command waits for nobody.
 */
export class Writer<Turn, Job extends WriterJob<Turn> = WriterJob<Turn>> {
  readonly #perform: (jobs: readonly Job[]) => Promise<readonly Outcome[]>;
  readonly #pause: () => Promise<void>;
  readonly #waiting: Waiting<Job>[] = [];
  #busy: Promise<void> | undefined;

  /**
   * @param perform does all of them or, when it throws, none.
   * @param pause resolves after the event loop had a turn.
   */
  constructor(perform: (jobs: readonly Job[]) => Promise<readonly Outcome[]>, pause: () => Promise<void>) {
    this.#perform = perform;
    this.#pause = pause;
  }

  /** @throws {RuleError} what refuses it, and whatever keeps it from being booked. */
  run<T>(job: Job & WriterJob<Turn, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        job,
        done: (outcome) => ('refusal' in outcome ? reject(outcome.refusal) : resolve(outcome.answer as T)),
        failed: reject,
      });
      this.#busy ??= this.#work();
    });
  }

  /** Resolves when everything that was asked for has ended. */
  async idle(): Promise<void> {
    while (this.#busy) await this.#busy;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Whoever comes in the same moment goes along. The database inside this process answers in microtasks: it
      // would have one command after the other, and nothing be read from the sockets in between.
      await this.#pause();
      await this.#together(this.#next());
    }
    // In the same breath as the look at the line: nobody can come between the two.
    this.#busy = undefined;
  }

  /** A key that comes twice is decided twice: the second time from what the first has left. */
  #next(): readonly Waiting<Job>[] {
    const keys = new Set<string>();
    const end = this.#waiting.findIndex(({ job: { command } }, i) => {
      const key = command && `${command.userId} ${command.key}`;
      if (i >= MOST_TOGETHER || (key !== undefined && keys.has(key))) return true;
      if (key !== undefined) keys.add(key);
      return false;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  /** What one of them spoils is done one by one: only that one fails. */
  async #together(these: readonly Waiting<Job>[]): Promise<void> {
    try {
      const outcomes = await this.#perform(these.map(({ job }) => job));
      for (const [i, { done }] of these.entries()) done(outcomes[i] as Outcome);
    } catch (error) {
      if (these.length === 1) these[0]?.failed(error);
      else for (const each of these) await this.#together([each]);
    }
  }
}

import type { RuleError } from '../../domain/index.ts';
import type { KeyedCommand } from '../base/commands/command.ts';

/** Commands that share a transaction: more would keep the first of them waiting for the last. */
const MOST_TOGETHER = 40;

/** What a batch decides; without a key it is the exchange's own. */
export interface QueuedCommand<B, T = unknown> {
  readonly key?: KeyedCommand;
  decide(batch: B): T;
}
export type Result<T = unknown> = { readonly answer: T } | { readonly refusal: RuleError };

interface Waiting<C> {
  readonly command: C;
  readonly done: (result: Result) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Commits commands in groups: those that arrive while a transaction is under way share the next one, in the order in
 * which they arrived. A command that is alone waits for nobody.
 */
export class GroupCommit<B, C extends QueuedCommand<B> = QueuedCommand<B>> {
  readonly #perform: (commands: readonly C[]) => Promise<readonly Result[]>;
  readonly #pause: () => Promise<void>;
  readonly #waiting: Waiting<C>[] = [];
  #busy: Promise<void> | undefined;

  /**
   * @param perform does all of them or, when it throws, none.
   * @param pause resolves after the event loop had a turn.
   */
  constructor(perform: (commands: readonly C[]) => Promise<readonly Result[]>, pause: () => Promise<void>) {
    this.#perform = perform;
    this.#pause = pause;
  }

  /** @throws {RuleError} what refuses it, and whatever keeps it from being booked. */
  run<T>(command: C & QueuedCommand<B, T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({
        command,
        done: (result) => ('refusal' in result ? reject(result.refusal) : resolve(result.answer as T)),
        failed: reject,
      });
      this.#busy ??= this.#work();
    });
  }

  /** Resolves when every command has ended. */
  async idle(): Promise<void> {
    while (this.#busy) await this.#busy;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Commands of the same moment join. The database inside this process answers in microtasks: without a turn of
      // the event loop, nothing is read from the sockets between two commands.
      await this.#pause();
      await this.#together(this.#next());
    }
    // No turn of the event loop lies between the last check and this: no command is left waiting.
    this.#busy = undefined;
  }

  /** The second of two commands with one key waits for the next transaction, which reads the answer of the first. */
  #next(): readonly Waiting<C>[] {
    const keys = new Set<string>();
    const end = this.#waiting.findIndex(({ command }, i) => {
      const key = command.key && `${command.key.userId} ${command.key.key}`;
      if (i >= MOST_TOGETHER || (key !== undefined && keys.has(key))) return true;
      if (key !== undefined) keys.add(key);
      return false;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  /** A group that fails is done one by one: only the command that fails alone is rejected. */
  async #together(these: readonly Waiting<C>[]): Promise<void> {
    try {
      const results = await this.#perform(these.map(({ command }) => command));
      for (const [i, { done }] of these.entries()) done(results[i] as Result);
    } catch (error) {
      if (these.length === 1) these[0]?.failed(error);
      else for (const each of these) await this.#together([each]);
    }
  }
}

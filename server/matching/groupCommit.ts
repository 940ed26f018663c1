import type { RuleError } from '../../domain/index.ts';
import type { ServerClock } from '../base/clock.ts';
import type { KeyedCommand } from '../base/commands/command.ts';
import type { Database } from '../base/db/database.ts';

/**
 * Commands per transaction. All that may wait before more is refused is about as much: under a flood they share the
 * cost of one transaction, from which the refusals are paid. With more, the first would wait too long for the last.
 */
const MOST_TOGETHER = 192;
/** Commands of one document of the log, which costs about as much with many as with few. */
const MOST_LOGGED = 250;

/** A command of a batch; without a key it is the exchange's own. */
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

interface GroupsDeps {
  readonly db: Pick<Database, 'log'>;
  readonly clock: Pick<ServerClock, 'pause'>;
}

/** What a group is waited for, and its size, where groups are booked in tables, and where they are appended to a log. */
export const groupsOf = ({ db: { log }, clock: { pause } }: GroupsDeps) =>
  log ? { pause: () => pause().then(log.gather), most: MOST_LOGGED } : { pause, most: MOST_TOGETHER };

/**
 * Group commit: commands that arrive during a transaction share the next one, in order of arrival. A single
 * command waits for no other.
 */
export class GroupCommit<B, C extends QueuedCommand<B> = QueuedCommand<B>> {
  readonly #perform: (commands: readonly C[]) => Promise<readonly Result[]>;
  readonly #pause: () => Promise<void>;
  readonly #most: number;
  readonly #waiting: Waiting<C>[] = [];
  #busy: Promise<void> | undefined;

  /**
   * @param perform executes all commands or, when it throws, none.
   * @param pause resolves after the event loop had a turn.
   * @param most commands of one group.
   */
  constructor(
    perform: (commands: readonly C[]) => Promise<readonly Result[]>,
    pause: () => Promise<void>,
    most = MOST_TOGETHER,
  ) {
    this.#perform = perform;
    this.#pause = pause;
    this.#most = most;
  }

  /** @throws {RuleError} why it is rejected, and any error of the transaction. */
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
    // No turn of the event loop lies between the last check and this: no command is left behind.
    this.#busy = undefined;
  }

  /**
   * Takes the next group. A second command with a key of this group waits for the next transaction, which
   * reads the first one's response.
   */
  #next(): readonly Waiting<C>[] {
    const keys = new Set<string>();
    const end = this.#waiting.findIndex(({ command }, i) => {
      const key = command.key && `${command.key.userId} ${command.key.key}`;
      if (i >= this.#most || (key !== undefined && keys.has(key))) return true;
      if (key !== undefined) keys.add(key);
      return false;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  /** A group that fails is executed one by one: only commands that fail alone are rejected. */
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

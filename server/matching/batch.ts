import { RuleError } from '../../domain/index.ts';
import type { KeyedCommand } from '../base/commands/command.ts';
import type { CommandsRead } from '../base/commands/known.ts';
import { knownAnswer } from '../base/commands/known.ts';
import type { Queries } from '../base/db/database.ts';
import type { AccountNumbers } from '../books/ledger/ledger.ts';
import type { Result } from './groupCommit.ts';

/**
 * Commands that share a transaction: reads what they need, decides one after the other, and writes what they book.
 * A product says what it reads, which entries it makes and whether a command has made any.
 */
export abstract class Batch<C> {
  /** ms UTC. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  /** Reads and locks what these commands need until the transaction ends. */
  abstract open(tx: Queries, commands: readonly C[]): Promise<void>;
  /** Users whose money, orders or positions this batch touches. */
  abstract readonly users: Iterable<number>;
  abstract readonly isEmpty: boolean;
  /** @param known committed account numbers. @returns those that are valid once this transaction commits. */
  abstract write(tx: Queries, known: AccountNumbers): Promise<AccountNumbers>;
  /** The stored state of these commands. */
  protected abstract readonly read: CommandsRead;
  /** Begins a command. @returns whether it has booked nothing so far. */
  protected abstract begin(): () => boolean;
  /** Ends a decided command: its entries join the batch, its response is stored under its key. */
  protected abstract end(key: KeyedCommand | undefined, answer: unknown): void;

  /**
   * Decides one command. An error before it has booked anything rejects this command alone; a later one rolls
   * the batch back. A repeated key receives the first response.
   */
  decide<T>(key: KeyedCommand | undefined, work: () => T): Result<T> {
    const isClean = this.begin();
    try {
      const known = knownAnswer(this.read, key);
      if (known) return { answer: known.response as T };
      const answer = work();
      this.end(key, answer);
      return { answer };
    } catch (error) {
      if (error instanceof RuleError && isClean()) return { refusal: error };
      throw error;
    }
  }
}

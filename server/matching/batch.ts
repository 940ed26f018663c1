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

  /** Reads what these commands need; nobody else may change it until the transaction ends. */
  abstract open(tx: Queries, commands: readonly C[]): Promise<void>;
  /** Everybody whose money, orders or positions this touches. */
  abstract readonly users: Iterable<number>;
  abstract readonly isEmpty: boolean;
  /** @param known numbers of accounts that are committed. @returns those that hold once the transaction is. */
  abstract write(tx: Queries, known: AccountNumbers): Promise<AccountNumbers>;
  /** What the database knows of these commands. */
  protected abstract readonly read: CommandsRead;
  /** A command begins. @returns whether it has booked nothing so far. */
  protected abstract begin(): () => boolean;
  /** A command has been decided: its entries join the batch, its answer is kept by its key. */
  protected abstract end(key: KeyedCommand | undefined, answer: unknown): void;

  /**
   * Decides one command. What refuses it before it has booked anything refuses it alone; what is thrown later voids
   * the batch. The same key gives the first answer again.
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

import { RuleError } from '../../domain/index.ts';
import type { KeyedCommand } from '../base/commands/command.ts';
import type { CommandsRead } from '../base/commands/known.ts';
import { knownAnswer } from '../base/commands/known.ts';
import type { BatchDocument, CommandRow, Queries } from '../base/db/database.ts';
import type { AccountNumbers, AccountRef } from '../books/ledger/ledger.ts';
import { accountIds, keyOf } from '../books/ledger/ledger.ts';
import type { Result } from './groupCommit.ts';

/** Whose an order is, and where. */
export interface PlacedOrder {
  readonly id: number;
  /** Counts its changes. */
  readonly version: number;
  readonly userId: number;
  readonly market: string;
}

/** What a batch books. */
export interface Booking {
  /** Accounts that its lines and holds name, each at least once. */
  readonly accounts: readonly AccountRef[];
  /** Orders that it changes. */
  readonly orders: readonly PlacedOrder[];
  readonly answers: readonly CommandRow[];
  /** Client ids of new orders that no other order of their user may have. */
  readonly names: readonly (readonly [user: number, name: string])[];
  document(idOf: (account: AccountRef) => number | undefined): object;
  stored(): void;
}

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
  /** What this batch books, in one transaction. */
  protected abstract readonly booking: Booking;
  /** Writes a document to the tables. @throws {RuleError} why the tables refuse it. */
  protected abstract store(tx: Queries, document: string): Promise<void>;

  /** @param known committed account numbers. @returns those that are valid once this transaction commits. */
  async write(tx: Queries, known: AccountNumbers): Promise<AccountNumbers> {
    const { found, document } = await this.document(tx, known);
    await this.store(tx, document);
    this.stored();
    return found;
  }

  /** What is booked as the product's writing function takes it; accounts that it needs are created. */
  async document(
    db: Queries,
    known: AccountNumbers,
  ): Promise<{ readonly found: AccountNumbers; readonly document: string }> {
    const missing = [...new Map(this.booking.accounts.map((ref) => [keyOf(ref), ref]))].filter(
      ([key]) => !known.has(key),
    );
    const refs = missing.map(([, ref]) => ref);
    const ids = refs.length === 0 ? [] : await accountIds(db, refs);
    const found: AccountNumbers = new Map(missing.map(([key], i) => [key, ids[i] ?? 0]));
    const idOf = (ref: AccountRef) => known.get(keyOf(ref)) ?? found.get(keyOf(ref));
    return { found, document: JSON.stringify(this.booking.document(idOf)) };
  }

  /** @throws {RuleError} `insufficientBalance` when an account would not cover what is booked. */
  abstract mustCover(): void;

  /** Orders, users, keys and new client ids that this batch touches. */
  touched(): Pick<BatchDocument, 'users' | 'answers' | 'names'> & Pick<Booking, 'orders'> {
    const { accounts, orders, answers, names } = this.booking;
    const users = new Set(this.users);
    for (const { owner } of accounts) if (owner !== undefined) users.add(owner);
    for (const [user] of answers) users.add(user);
    return { users, orders, answers, names };
  }

  /** The document is stored: the next change of its orders is a change of these versions. */
  stored(): void {
    this.booking.stored();
  }
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

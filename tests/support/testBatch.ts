import { RuleError } from '../../domain/index.ts';
import type { KeyedCommand } from '../../server/base/commands/command.ts';
import type { CommandRow, Queries } from '../../server/base/db/database.ts';
import type { AccountRef } from '../../server/books/ledger/ledger.ts';
import type { Booking } from '../../server/matching/batch.ts';
import { Batch } from '../../server/matching/batch.ts';

/** A product that books texts. */
export class TestBatch<C = unknown> extends Batch<C> {
  readonly entries: string[] = [];
  readonly ended: (readonly [key: string | undefined, answer: unknown])[] = [];
  readonly documents: string[] = [];
  accounts: readonly AccountRef[] = [];
  storedTimes = 0;
  users: Iterable<number> = [1];
  failsAtEnd = false;
  /** Receives what is to be stored, and may refuse it. */
  stores: (entries: readonly string[]) => void = () => undefined;
  readonly read: { readonly commands: CommandRow[]; readonly frozen: number[] } = {
    commands: [],
    frozen: [],
  };
  #clean = 0;

  open = () => Promise.resolve();
  get isEmpty(): boolean {
    return this.entries.length === 0;
  }
  protected get booking(): Booking {
    const { accounts, entries } = this;
    return {
      accounts,
      orders: [{ id: 4, version: 1, userId: 5, market: 'AAA-USDT' }],
      answers: [[6, 'key', 'hash', null]],
      names: [[7, 'name']],
      document: (idOf) => ({ entries, ids: accounts.map(idOf) }),
      stored: () => void (this.storedTimes += 1),
    };
  }
  protected async store(_: Queries, document: string): Promise<void> {
    this.stores(this.entries);
    this.documents.push(document);
  }
  mustCover(): void {}
  protected begin(): () => boolean {
    this.#clean = this.entries.length;
    return () => this.entries.length === this.#clean;
  }
  protected end(key: KeyedCommand | undefined, answer: unknown): void {
    if (this.failsAtEnd) throw new RuleError('unavailable');
    this.ended.push([key?.key, answer]);
  }
}

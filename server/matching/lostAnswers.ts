import type { CommandDeps } from '../base/commands/command.ts';
import { announce, privateStream } from '../base/commands/command.ts';
import type { Queries } from '../base/db/database.ts';
import type { PlacedOrder } from './batch.ts';
import type { EngineTables } from './engineTables.ts';

interface WrittenBatch {
  readonly users: Iterable<number>;
  touched(): { readonly orders: readonly PlacedOrder[] };
}

/**
 * Batches whose transaction has failed after all of it was written. One that is committed has happened: keys find its
 * answers, and what was decided without a key must not be decided again.
 */
export class LostAnswers<B extends WrittenBatch> {
  readonly #table: EngineTables<unknown>['orders'];
  readonly #published: CommandDeps['published'];
  readonly #booked = new WeakSet<B>();

  constructor(table: EngineTables<unknown>['orders'], published: CommandDeps['published']) {
    this.#table = table;
    this.#published = published;
  }

  isBooked(batch: B): boolean {
    return this.#booked.has(batch);
  }

  /** Reads whether a batch is committed: then one of its orders is stored as it has left it. @returns its markets if it is. */
  async settle(db: Queries, batch: B): Promise<ReadonlySet<string>> {
    // A hint, whether or not: what a batch without orders has published is not known to be there.
    for (const userId of batch.users) announce(this.#published, privateStream(userId));
    const { orders } = batch.touched();
    const [first] = orders;
    const rows = first
      ? await db.query(`select 1 from ${this.#table} where id = $1 and version >= $2`, [
          first.id,
          first.version,
        ])
      : [];
    if (rows.length === 0) return new Set();
    this.#booked.add(batch);
    return new Set(orders.map(({ market }) => market));
  }
}

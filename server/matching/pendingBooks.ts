import type { Book } from '../../domain/index.ts';
import type { Queries } from '../base/db/database.ts';
import type { OrderBook, RestingOrder } from './orderBook.ts';

/** Books that follow the database: what a transaction has changed of them holds once it is committed. */
export class PendingBooks<O extends RestingOrder> {
  readonly #orderBookOf: (market: string) => OrderBook<O> | undefined;
  readonly #liveOrders: (db: Queries, market: string) => Promise<readonly O[]>;
  /** Changed and not committed: how to take back what they used of the venue, and the book before. */
  readonly #touched = new Map<string, { readonly undo: () => void; readonly before: () => Book }>();
  /** Markets whose book may differ from what is stored. */
  readonly #doubtful = new Set<string>();

  /** @param liveOrders those of a market that may still trade, in the order of their places. */
  constructor(
    orderBookOf: (market: string) => OrderBook<O> | undefined,
    liveOrders: (db: Queries, market: string) => Promise<readonly O[]>,
  ) {
    this.#orderBookOf = orderBookOf;
    this.#liveOrders = liveOrders;
  }

  /** A book is about to change. */
  touch(orderBook: OrderBook<O>): void {
    const { id } = orderBook.market;
    if (this.#touched.has(id)) return;
    this.#touched.set(id, { undo: orderBook.markUsed(), before: orderBook.view() });
  }

  /** A book as it was before what is not committed; undefined where nothing is. */
  before(market: string): Book | undefined {
    return this.#touched.get(market)?.before();
  }

  /** What was changed holds. @returns the markets. */
  committed(): string[] {
    const ids = [...this.#touched.keys()];
    this.#touched.clear();
    return ids;
  }

  /** Nothing of what was decided holds. @returns whether anything was. */
  undo(): boolean {
    for (const [id, { undo }] of this.#touched) {
      undo();
      this.#doubtful.add(id);
    }
    const isAny = this.#touched.size > 0;
    this.#touched.clear();
    return isAny;
  }

  /** Books that may be wrong, as they are stored; while that cannot be read, the next transaction begins with it. */
  async rebuild(db: Queries): Promise<void> {
    for (const id of this.#doubtful) {
      this.#orderBookOf(id)?.rebuild(await this.#liveOrders(db, id));
      this.#doubtful.delete(id);
    }
  }

  /** The same at once, where a failure keeps nobody waiting. @param failed receives what keeps it from being read. */
  async restore(db: Queries, failed: (detail: Readonly<Record<string, unknown>>) => void): Promise<void> {
    await this.rebuild(db).catch((reason: unknown) =>
      failed({ markets: [...this.#doubtful], error: String(reason) }),
    );
  }
}

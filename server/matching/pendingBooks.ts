import type { Book, MarketKind } from '../../domain/index.ts';
import { emptyBook } from '../../domain/index.ts';
import type { Queries } from '../base/db/database.ts';
import type { RestingOrder } from './orderBook.ts';
import { OrderBook } from './orderBook.ts';
import { unlistedMarket } from './unlistedMarket.ts';

/** Makes books for orders whose markets are not listed. */
export const bookOfUnlisted =
  (kind: MarketKind) =>
  <O extends RestingOrder>(id: string, orders: readonly O[]): OrderBook<O> =>
    new OrderBook<O>(unlistedMarket(id, kind, orders), () => emptyBook);

/** Books with uncommitted changes: a transaction's changes become valid when it commits. */
export class PendingBooks<O extends RestingOrder, B = never> {
  readonly #orderBookOf: (market: string) => OrderBook<O> | undefined;
  readonly #liveOrders: (db: Queries, market: string) => Promise<readonly O[]>;
  /** Changed and not committed: undoes the use of venue levels, and yields the book before. */
  readonly #touched = new Map<string, { readonly undo: () => void; readonly before: () => Book }>();
  /** Markets whose book may differ from what is stored. */
  readonly #doubtful = new Set<string>();
  /** Batches whose transaction has failed after all was written: its commit may have come through. */
  readonly #uncertain = new Set<B>();
  readonly #reread: (db: Queries, batch: B) => Promise<void>;
  /** Books of stored orders whose markets are not listed: such orders can be cancelled, and do nothing else. */
  readonly #unlisted = new Map<string, OrderBook<O>>();
  readonly #unlistedBook: (market: string, orders: readonly O[]) => OrderBook<O>;
  readonly #returned: (market: string) => void;

  /**
   * @param liveOrders a market's orders that may still trade, in queue order.
   * @param reread reads again what a batch has touched besides orders.
   * @param returned called when a market is listed again and has its orders.
   * @param unlistedBook a book for the orders of a market that is not listed.
   */
  constructor(
    orderBookOf: (market: string) => OrderBook<O> | undefined,
    liveOrders: (db: Queries, market: string) => Promise<readonly O[]>,
    reread: (db: Queries, batch: B) => Promise<void> = () => Promise.resolve(),
    returned: (market: string) => void = () => undefined,
    unlistedBook: (market: string, orders: readonly O[]) => OrderBook<O> = bookOfUnlisted('spot'),
  ) {
    this.#orderBookOf = orderBookOf;
    this.#liveOrders = liveOrders;
    this.#reread = reread;
    this.#returned = returned;
    this.#unlistedBook = unlistedBook;
  }

  /** A market's orders as they are stored; those of a market that is not listed wait until it is, or are cancelled. */
  load(market: string, orders: readonly O[]): void {
    const orderBook = this.#orderBookOf(market);
    const unlisted = orderBook ? undefined : this.#unlistedBook(market, orders);
    if (unlisted) this.#unlisted.set(market, unlisted);
    (orderBook ?? unlisted)?.rebuild(orders);
  }

  /** Books of orders whose markets are not listed, or are again and have not been read yet. */
  get unlisted(): ReadonlyMap<string, OrderBook<O>> {
    return this.#unlisted;
  }

  /** Markets that are listed again: their orders are read before the next command is decided. */
  get listed(): readonly string[] {
    return [...this.#unlisted.keys()].filter((id) => this.#orderBookOf(id) !== undefined);
  }

  /** A book is about to change. */
  touch(orderBook: OrderBook<O>): void {
    const { id } = orderBook.market;
    if (this.#touched.has(id)) return;
    this.#touched.set(id, { undo: orderBook.markUsed(), before: orderBook.view() });
  }

  /** A book without its uncommitted changes; undefined without any. */
  before(market: string): Book | undefined {
    return this.#touched.get(market)?.before();
  }

  /** The changes are committed. @returns the markets. */
  committed(): string[] {
    const ids = [...this.#touched.keys()];
    this.#touched.clear();
    return ids;
  }

  /** The changes are rolled back. @returns whether there were any. */
  undo(): boolean {
    for (const [id, { undo }] of this.#touched) {
      undo();
      this.#doubtful.add(id);
    }
    const isAny = this.#touched.size > 0;
    this.#touched.clear();
    return isAny;
  }

  /** It is not known whether a batch is committed. */
  doubt(batch: B): void {
    this.#uncertain.add(batch);
  }

  /**
   * Whether a book, or what a batch has touched, may differ from what is stored. So may the book of a market that is listed
   * again: an order may have been cancelled from the one that it had meanwhile.
   */
  get isDoubtful(): boolean {
    return this.#doubtful.size > 0 || this.#uncertain.size > 0 || this.listed.length > 0;
  }

  /** Rebuilds doubtful books from the database; if that fails, the next transaction begins with it. */
  async rebuild(db: Queries): Promise<void> {
    for (const id of this.listed) {
      this.#orderBookOf(id)?.rebuild(await this.#liveOrders(db, id));
      this.#unlisted.delete(id);
      this.#returned(id);
    }
    for (const id of this.#doubtful) {
      const orderBook = this.#unlisted.get(id) ?? this.#orderBookOf(id);
      orderBook?.rebuild(await this.#liveOrders(db, id));
      this.#doubtful.delete(id);
    }
    for (const batch of this.#uncertain) {
      await this.#reread(db, batch);
      this.#uncertain.delete(batch);
    }
  }

  /**
   * The same at once, when no command waits for it. @param failed receives the error of a failed read.
   * @param isThere resolves when the tables have all that the books had.
   */
  async restore(
    db: Queries,
    failed: (detail: Readonly<Record<string, unknown>>) => void,
    isThere: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    if (!this.isDoubtful) return;
    try {
      await isThere();
      await this.rebuild(db);
    } catch (reason) {
      failed({ markets: [...this.#doubtful], error: String(reason) });
    }
  }
}

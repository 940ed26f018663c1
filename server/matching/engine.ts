import type { Book } from '../../domain/index.ts';
import { announce, privateStream, run } from '../base/commands/command.ts';
import type { BatchLog, Queries } from '../base/db/database.ts';
import { noMeter } from '../base/meter.ts';
import { inSpan } from '../base/spans.ts';
import type { AccountNumbers } from '../books/ledger/ledger.ts';
import type { Batch, PlacedOrder } from './batch.ts';
import { BatchTimer } from './batchTimer.ts';
import type { EngineDeps, EngineOrder, EngineTables } from './engineTables.ts';
import { storedMarketOf } from './engineTables.ts';
import type { QueuedCommand, Result } from './groupCommit.ts';
import { GroupCommit, groupsOf } from './groupCommit.ts';
import { LoadShedder } from './loadShedder.ts';
import { LostAnswers } from './lostAnswers.ts';
import { OrderBook } from './orderBook.ts';
import { bookOfUnlisted, PendingBooks } from './pendingBooks.ts';
import { Quotes } from './quotes.ts';

/**
 * Trading of one product: its order books in memory, one command queue, and batches that decide and book
 * commands. Books follow the database: changes by a batch become valid when it commits.
 */
export abstract class MatchingEngine<
  O extends EngineOrder,
  B extends Batch<C>,
  C extends QueuedCommand<B> & { readonly markets?: readonly string[] },
  D extends EngineDeps = EngineDeps,
> {
  readonly deps: D;
  readonly shedder: LoadShedder;
  readonly quotes: Quotes;
  readonly #tables: EngineTables<O>;
  readonly #orderBooks = new Map<string, OrderBook<O>>();
  readonly #queue: GroupCommit<B, C>;
  readonly #listeners = new Set<(id: string) => void>();
  readonly #pending: PendingBooks<O, B>;
  readonly #timer: BatchTimer;
  readonly #accounts: AccountNumbers = new Map();
  readonly #lost: LostAnswers<B>;
  /** Orders of documents that the tables do not have. */
  readonly #logged = new Map<number, PlacedOrder>();
  #nextId = 1;
  #stop: (() => void) | undefined;

  constructor(deps: D, tables: EngineTables<O>) {
    this.deps = deps;
    this.#tables = tables;
    this.shedder = new LoadShedder(deps.clock.now);
    this.quotes = new Quotes(deps.source, deps.clock, tables.kinds);
    const { pause, most } = groupsOf(deps);
    this.#queue = new GroupCommit((commands) => this.#perform(commands), pause, most);
    this.#timer = new BatchTimer(deps.meter ?? noMeter, tables.product);
    this.#lost = new LostAnswers(tables.orders, deps.published);
    this.#pending = new PendingBooks(
      (id) => this.orderBookOf(id),
      tables.liveOrders,
      (db, batch) => this.#settle(db, batch),
      (id) => this.#changed(id),
      bookOfUnlisted(tables.kinds[0]),
    );
  }

  /** A batch for one transaction. @param at ms UTC. */
  protected abstract newBatch(at: number): B;
  /** Expires orders of a market. */
  protected abstract ending(market: string, orders: readonly O[]): C;
  /** Reads what the product needs besides its orders, before the books are rebuilt. */
  protected async load(): Promise<void> {}
  /** Before a batch of the log: what takes a transaction outside of it. */
  protected async prepare(_commands: readonly C[]): Promise<void> {}
  /** The last batch was rolled back. */
  protected rolledBack(): void {}
  /** Reads again what a batch has touched besides orders: whether it is committed is not known. */
  protected async reread(_db: Queries, _batch: B): Promise<void> {}
  /** A batch is committed, and not published yet. */
  protected committed(_batch: B): void {}
  /** A batch is published to the readers of the books. */
  protected published(_batch: B): void {}

  /** Rebuilds every book from the orders that may still trade. */
  async start(): Promise<void> {
    const { db } = this.deps;
    // An engine before this one may have appended what the tables do not have yet.
    await db.log?.applied();
    const [row] = await db.query<{ newest: number }>(this.#tables.newest);
    this.#nextId = (row?.newest ?? 0) + 1;
    await this.load();
    const orders = await this.#tables.liveOrders(db);
    const of = (id: string): O[] => orders.filter(({ market }) => market === id);
    for (const id of new Set(orders.map(({ market }) => market))) this.#pending.load(id, of(id));
    this.#stop = this.quotes.start();
  }

  get orderBooks(): ReadonlyMap<string, OrderBook<O>> {
    return this.#orderBooks;
  }

  /** As `orderBooks`, with those of markets that are not listed any more: their orders can be cancelled alone. */
  get booksOfOrders(): readonly OrderBook<O>[] {
    return [...this.#orderBooks.values(), ...this.#pending.unlisted.values()];
  }

  /** @returns undo. Called when a market's book has changed by orders of ours. */
  onBook(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The public book, without uncommitted changes; undefined where the product has no orders. */
  book(id: string): Book | undefined {
    return this.#pending.before(id) ?? this.#orderBooks.get(id)?.merged();
  }

  /** Decides and books a command; without a key it is the exchange's own. @throws {RuleError} why it is rejected. */
  run<T>(command: C & QueuedCommand<B, T>): Promise<T> {
    return this.#queue.run(command);
  }

  /** Whether a batch is committed of which nobody knew it: what it has decided without a key has happened. */
  isBooked(batch: B): boolean {
    return this.#lost.isBooked(batch);
  }

  /** Markets that are listed again and whose orders the next command reads first. */
  get listed(): readonly string[] {
    return this.#pending.listed;
  }

  /** Resolves when every command has ended. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  close(): void {
    this.#stop?.();
  }

  orderBookOf(id: string): OrderBook<O> | undefined {
    const known = this.#orderBooks.get(id);
    const market = known ? undefined : this.quotes.marketOf(id);
    if (!market) return known;
    const made = new OrderBook<O>(market, () => this.quotes.bookOf(id));
    this.#orderBooks.set(id, made);
    return made;
  }

  /** As `orderBookOf`, and of a market that is not listed any more what its orders need to be cancelled. */
  bookOfOrders(id: string): OrderBook<O> | undefined {
    return this.#pending.unlisted.get(id) ?? this.orderBookOf(id);
  }

  /** The market of a user's order. @throws {RuleError} `notFound` for an id that is not the user's. */
  async marketOf(userId: number, id: number): Promise<string> {
    for (const { orders, market } of this.booksOfOrders)
      if (orders.get(id)?.userId === userId) return market.id;
    // Orders that have ended and that the tables do not have yet.
    const ended = this.#logged.get(id);
    return ended?.userId === userId ? ended.market : storedMarketOf(this.deps.db, this.#tables, userId, id);
  }

  /** The id of a new row. */
  protected readonly newId = (): number => this.#nextId++;
  /** A market's book is about to change. */
  protected readonly touch = (orderBook: OrderBook<O>): void => this.#pending.touch(orderBook);

  /** Decides and books; if that fails, the books are rebuilt from the database. */
  #perform(commands: readonly C[]): Promise<readonly Result[]> {
    const { product } = this.#tables;
    const { log } = this.deps.db;
    return inSpan('batch', { 'tidemark.product': product, 'tidemark.commands': commands.length }, () =>
      log ? this.#inLog(log, commands) : this.#inOneTransaction(commands),
    );
  }

  async #inOneTransaction(commands: readonly C[]): Promise<readonly Result[]> {
    let found: AccountNumbers = new Map();
    let batch: B | undefined;
    let tries = 0;
    const lap = this.#timer.start(commands.length);
    try {
      const results = await run(this.deps, async (own) => {
        this.#undo(tries++ > 0);
        await this.#pending.rebuild(own.tx);
        const { made, decided } = await this.#decide(own.tx, commands, own.at, lap);
        if (!made.isEmpty) found = await made.write(own.tx, this.#accounts);
        lap('write');
        for (const userId of made.users) own.touched(userId);
        batch = made;
        return decided;
      });
      lap('commit');
      for (const [key, id] of found) this.#accounts.set(key, id);
      this.#commit(batch);
      return results;
    } catch (error) {
      if (batch && !batch.isEmpty) this.#pending.doubt(batch);
      await this.#failed();
      throw error;
    }
  }

  /** Decides from memory and appends to the log; decided again when money has moved elsewhere meanwhile. */
  async #inLog(log: BatchLog, commands: readonly C[]): Promise<readonly Result[]> {
    for (;;) {
      await this.prepare(commands);
      const results = await log.batch(() => this.#appended(log, commands));
      if (results) return results;
    }
  }

  /** @returns undefined when nothing was appended, and the batch must be decided again. */
  async #appended(log: BatchLog, commands: readonly C[]): Promise<readonly Result[] | undefined> {
    const { db, clock } = this.deps;
    const lap = this.#timer.start(commands.length);
    try {
      this.#undo();
      if (this.#pending.isDoubtful) await log.applied();
      await this.#pending.rebuild(db);
      const { made, decided } = await this.#decide(db, commands, clock.now(), lap);
      if (!made.isEmpty) {
        made.mustCover();
        const { found, document } = await made.document(db, this.#accounts);
        for (const [key, id] of found) this.#accounts.set(key, id);
        lap('write');
        const { orders, ...named } = made.touched();
        const streams = [...made.users].map(privateStream);
        const applied = (): void => this.#applied(orders, streams);
        const { product } = this.#tables;
        if (!(await log.append({ ...named, product, at: made.at, body: document, applied }))) {
          this.#undo();
          return undefined;
        }
        for (const order of orders) this.#logged.set(order.id, order);
        made.stored();
      }
      lap('commit');
      this.#commit(made);
      return decided;
    } catch (error) {
      await this.#failed(log);
      throw error;
    }
  }

  /** The tables have a document. @param orders it has changed. @param streams of the users whom it concerns. */
  #applied(orders: readonly PlacedOrder[], streams: readonly string[]): void {
    for (const order of orders) if (this.#logged.get(order.id) === order) this.#logged.delete(order.id);
    for (const stream of streams) announce(this.deps.published, stream);
  }

  async #decide(db: Queries, commands: readonly C[], at: number, lap: (part: 'read' | 'decide') => void) {
    const made = this.newBatch(at);
    const ending = this.#ending(commands, at);
    await made.open(db, [...ending, ...commands]);
    lap('read');
    for (const command of ending) made.decide(undefined, () => command.decide(made));
    const decided = commands.map((command) => made.decide(command.key, () => command.decide(made)));
    lap('decide');
    return { made, decided };
  }

  async #failed(log?: BatchLog): Promise<void> {
    this.#timer.failed();
    this.#undo(true);
    const failed = (detail: Readonly<Record<string, unknown>>): void => this.deps.log('book', detail);
    await this.#pending.restore(this.deps.db, failed, () => log?.applied() ?? Promise.resolve());
  }

  /** Orders to expire before these commands are decided: none outlives its expiry in a market that is traded. */
  #ending(commands: readonly C[], at: number): readonly C[] {
    return [...new Set(commands.flatMap(({ markets = [] }) => markets))].flatMap((id) => {
      const due = (this.#pending.unlisted.get(id) ?? this.#orderBooks.get(id))?.due(at) ?? [];
      return due.length === 0 ? [] : [this.ending(id, due)];
    });
  }

  /** Who reads the books learns here of a batch whose answer was lost. */
  async #settle(db: Queries, batch: B): Promise<void> {
    await this.reread(db, batch);
    for (const id of await this.#lost.settle(db, batch)) this.#changed(id);
  }

  #changed(id: string): void {
    for (const listener of this.#listeners) listener(id);
  }

  /** @param isFailed whether a batch has failed: what it has read and written is in doubt, also before any book. */
  #undo(isFailed = false): void {
    if (this.#pending.undo() || isFailed) this.rolledBack();
  }

  #commit(batch: B | undefined): void {
    if (batch) this.committed(batch);
    for (const id of this.#pending.committed()) this.#changed(id);
    if (batch) this.published(batch);
  }
}

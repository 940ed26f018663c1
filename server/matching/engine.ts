import type { Book } from '../../domain/index.ts';
import { RuleError } from '../../domain/index.ts';
import { announce, privateStream, run } from '../base/commands/command.ts';
import type { BatchDocument, BatchLog, Queries } from '../base/db/database.ts';
import { noMeter } from '../base/meter.ts';
import { inSpan } from '../base/spans.ts';
import type { AccountNumbers } from '../books/ledger/ledger.ts';
import type { Batch, PlacedOrder } from './batch.ts';
import { BatchTimer } from './batchTimer.ts';
import type { EngineDeps, EngineOrder, EngineTables } from './engineTables.ts';
import type { QueuedCommand, Result } from './groupCommit.ts';
import { GroupCommit, MOST_TOGETHER } from './groupCommit.ts';
import { LoadShedder } from './loadShedder.ts';
import { LostAnswers } from './lostAnswers.ts';
import { OrderBook } from './orderBook.ts';
import { PendingBooks } from './pendingBooks.ts';
import { Quotes } from './quotes.ts';

/** Commands of one document of the log, which costs about as much with many as with few. */
const MOST_LOGGED = 250;

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
    const { source, clock } = deps;
    this.shedder = new LoadShedder(clock.now);
    this.quotes = new Quotes(source, clock, tables.kinds);
    const most = deps.db.log ? MOST_LOGGED : MOST_TOGETHER;
    this.#queue = new GroupCommit((commands) => this.#perform(commands), clock.pause, most);
    this.#timer = new BatchTimer(deps.meter ?? noMeter, tables.product);
    this.#lost = new LostAnswers(tables.orders, deps.published);
    this.#pending = new PendingBooks(
      (id) => this.orderBookOf(id),
      tables.liveOrders,
      (db, batch) => this.#settle(db, batch),
      (id) => this.#changed(id),
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
    if (known) return known;
    const market = this.quotes.marketOf(id);
    if (!market) return undefined;
    const made = new OrderBook<O>(market, () => this.quotes.bookOf(id));
    this.#orderBooks.set(id, made);
    return made;
  }

  /** The market of a user's order. @throws {RuleError} `notFound` for an id that is not the user's. */
  async marketOf(userId: number, id: number): Promise<string> {
    for (const { orders, market } of this.#orderBooks.values())
      if (orders.get(id)?.userId === userId) return market.id;
    // Orders that have ended and that the tables do not have yet.
    const ended = this.#logged.get(id);
    if (ended?.userId === userId) return ended.market;
    const [row] = await this.deps.db.query<{ market: string }>(
      `select market from ${this.#tables.orders} where id = $1 and user_id = $2`,
      [id, userId],
    );
    if (!row) throw new RuleError('notFound');
    return row.market;
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
        const touched = made.touched();
        if (!(await log.append(this.#documentOf(made, touched, document)))) {
          this.#undo();
          return undefined;
        }
        for (const order of touched.orders) this.#logged.set(order.id, order);
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

  #documentOf(made: B, touched: ReturnType<Batch<C>['touched']>, body: string): BatchDocument {
    const streams = [...made.users].map(privateStream);
    const { users, orders, answers, names } = touched;
    return {
      ...{ product: this.#tables.product, at: made.at, body, users, answers, names },
      applied: () => {
        for (const order of orders) if (this.#logged.get(order.id) === order) this.#logged.delete(order.id);
        for (const stream of streams) announce(this.deps.published, stream);
      },
    };
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
    const markets = new Set(commands.flatMap(({ markets = [] }) => markets));
    return [...markets].flatMap((id) => {
      const due = this.#orderBooks.get(id)?.due(at) ?? [];
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

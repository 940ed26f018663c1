import type { Book, FundingInterval } from '../../../../domain/index.ts';
import { RuleError } from '../../../../domain/index.ts';
import type { Command, CommandDeps } from '../../../base/commands/command.ts';
import { keyed, run } from '../../../base/commands/command.ts';
import { Marks } from '../../../market/marks/marks.ts';
import type { MarketSource } from '../../../market/source.ts';
import type { Outcome } from '../../../matching/groupCommit.ts';
import { Writer } from '../../../matching/groupCommit.ts';
import { Admission } from '../../../matching/loadShedder.ts';
import { Desk } from '../../../matching/orderBook.ts';
import { UnsettledBooks } from '../../../matching/pendingBooks.ts';
import { Quotes } from '../../../matching/quotes.ts';
import type { AccountNumbers } from '../batch/booking.ts';
import type { Request } from '../batch/calls.ts';
import { Decisions } from '../batch/decisions.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { liveOrders } from '../batch/order.ts';
import { Store } from '../batch/store.ts';
import type { Job, TurnParts } from '../batch/turn.ts';
import { Turn } from '../batch/turn.ts';
import { amend } from '../orders/amend.ts';
import type { PlaceAnswer, PlaceRequest } from '../orders/place.ts';
import { place } from '../orders/place.ts';
import { stockFund } from './fund.ts';

export interface EngineDeps extends CommandDeps {
  readonly source: MarketSource;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
  /** Hours between settlements of funding. */
  readonly fundingHours: FundingInterval;
}

/** Perpetual futures: one writer for every position and book, which follow the database. */
export class PerpetualEngine {
  readonly deps: EngineDeps;
  readonly admission: Admission;
  readonly marks: Marks;
  readonly store = new Store();
  readonly decisions = new Decisions();
  readonly quotes: Quotes;
  readonly #desks = new Map<string, Desk<FuturesOrder>>();
  readonly #writer: Writer<Turn, Job>;
  readonly #parts: TurnParts;
  readonly #listeners = new Set<(id: string) => void>();
  readonly #changes = new Set<(users: Iterable<number>) => void>();
  readonly #books = new UnsettledBooks<FuturesOrder>((id) => this.deskOf(id), liveOrders);
  readonly #accounts: AccountNumbers = new Map();
  #nextId = 1;
  #stop: (() => void) | undefined;

  constructor(deps: EngineDeps) {
    this.deps = deps;
    const { source, clock, fundingHours: hours } = deps;
    this.quotes = new Quotes(source, clock, ['perpetual', 'futures']);
    this.marks = new Marks({ source, clock, hours, isStale: (id) => this.quotes.isStaleOf(id) });
    this.admission = new Admission(clock.now);
    this.#writer = new Writer((jobs) => this.#perform(jobs), clock.pause);
    this.#parts = {
      store: this.store,
      deskOf: (id) => this.deskOf(id),
      desks: () => [...this.#desks.values()],
      markOf: (id) => this.marks.of(id),
      newId: () => this.#nextId++,
      touching: (desk) => this.#books.touch(desk),
      decisions: this.decisions,
    };
  }

  /** Reads what stands, and begins to follow the marks. */
  async start(): Promise<void> {
    const { db } = this.deps;
    const [row] = await db.query<{ newest: number }>(
      `select greatest((select coalesce(max(id), 0) from futures_order), (select coalesce(max(id), 0) from futures_fill),
         (select coalesce(max(rank), 0) from futures_order), (select coalesce(max(id), 0) from futures_position), (select coalesce(max(id), 0) from futures_funding),
         (select coalesce(max(id), 0) from futures_liquidation)) as newest`,
    );
    this.#nextId = (row?.newest ?? 0) + 1;
    await stockFund(this.deps);
    await this.store.load(db);
    const orders = await liveOrders(db);
    for (const id of new Set(orders.map(({ market }) => market)))
      this.deskOf(id)?.rebuild(orders.filter(({ market }) => market === id));
    this.#stop = this.quotes.start();
    this.marks.start();
  }

  get desks(): ReadonlyMap<string, Desk<FuturesOrder>> {
    return this.#desks;
  }

  /** @returns undo. Told when a market's book has changed by orders of ours. */
  onBook(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @returns undo. Told whose money or positions a transaction has changed. */
  onChange(listener: (users: Iterable<number>) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  /** The book that people see, without what is not committed; undefined where nobody of ours has traded. */
  book(id: string): Book | undefined {
    return this.#books.before(id) ?? this.#desks.get(id)?.merged();
  }

  /** A person's order. */
  place(command: Command, request: PlaceRequest): Promise<PlaceAnswer> {
    return this.command(command, [request.market], (turn) => {
      this.quotes.mustBeOpen(request.market);
      return place(turn, command, request);
    });
  }

  /** A change of a person's order. */
  async amend(command: Command, request: Request<'perpetual.amend'>): Promise<PlaceAnswer> {
    const market = await this.marketOf(command.userId, request.id);
    return this.command(command, [market], (turn) => {
      this.quotes.mustBeOpen(market);
      return amend(turn, command.userId, market, request);
    });
  }

  /** What a person asks for, once for each key. @param markets in which it may trade. */
  command<T>(command: Command, markets: readonly string[], decide: (turn: Turn) => T): Promise<T> {
    return this.#writer.run({ command: keyed(command), markets, decide });
  }

  /** Work of the exchange's own. */
  run<T>(job: Job<T>): Promise<T> {
    return this.#writer.run(job);
  }

  idle(): Promise<void> {
    return this.#writer.idle();
  }

  close(): void {
    this.#stop?.();
    this.marks.close();
  }

  deskOf(id: string): Desk<FuturesOrder> | undefined {
    const known = this.#desks.get(id);
    if (known) return known;
    const market = this.quotes.marketOf(id);
    if (!market) return undefined;
    const made = new Desk<FuturesOrder>(market, () => this.quotes.bookOf(id));
    this.#desks.set(id, made);
    return made;
  }

  /** The market of a person's order. @throws {RuleError} `notFound` for a number that is not theirs. */
  async marketOf(userId: number, id: number): Promise<string> {
    for (const { orders, market } of this.#desks.values())
      if (orders.get(id)?.userId === userId) return market.id;
    const [row] = await this.deps.db.query<{ market: string }>(
      'select market from futures_order where id = $1 and user_id = $2',
      [id, userId],
    );
    if (!row) throw new RuleError('notFound');
    return row.market;
  }

  /** Decides and books in one transaction; when that fails, books are built anew and nothing else has changed. */
  async #perform(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    let found: AccountNumbers = new Map();
    let turn: Turn | undefined;
    try {
      const outcomes = await run(this.deps, async (own) => {
        this.#books.undo();
        await this.#books.rebuild(own.tx);
        turn = new Turn(this.#parts, own.at);
        const { booking } = turn;
        await turn.open(own.tx, jobs);
        const decided = jobs.map((job) => (turn as Turn).decide(job));
        if (booking.size > 0) found = await turn.write(own.tx, this.#accounts);
        for (const userId of booking.users) own.touched(userId);
        return decided;
      });
      for (const [key, id] of found) this.#accounts.set(key, id);
      this.#committed(turn);
      return outcomes;
    } catch (error) {
      this.#books.undo();
      await this.#books.restore(this.deps.db, (detail) => this.deps.log('book', detail));
      throw error;
    }
  }

  #committed(turn: Turn | undefined): void {
    turn?.commit();
    for (const id of this.#books.committed()) for (const tell of this.#listeners) tell(id);
    if (turn) for (const tell of this.#changes) tell(turn.funds.users);
  }
}

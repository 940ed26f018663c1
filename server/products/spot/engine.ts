import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Book, RefusalCode } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Command, CommandDeps } from '../../base/commands/command.ts';
import { keyed, run } from '../../base/commands/command.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Outcome } from '../../matching/groupCommit.ts';
import { Writer } from '../../matching/groupCommit.ts';
import { Admission } from '../../matching/loadShedder.ts';
import { Desk } from '../../matching/orderBook.ts';
import { UnsettledBooks } from '../../matching/pendingBooks.ts';
import { Quotes } from '../../matching/quotes.ts';
import { amend } from './amend.ts';
import type { AccountNumbers } from './booking.ts';
import { House } from './house.ts';
import type { Order } from './order.ts';
import { liveOrders, rowOf } from './order.ts';
import { place } from './place.ts';
import type { PlaceAnswer, PlaceRequest, Session } from './session.ts';
import { end } from './session.ts';
import type { Job, TurnParts } from './turn.ts';
import { Turn } from './turn.ts';

type Calls = typeof calls;

export interface EngineDeps extends CommandDeps {
  readonly source: MarketSource;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Spot trading: one writer for every book, and books that follow the database. */
export class SpotEngine {
  readonly deps: EngineDeps;
  readonly admission: Admission;
  readonly #desks = new Map<string, Desk<Order>>();
  readonly #writer: Writer<Turn, Job>;
  readonly #parts: TurnParts;
  readonly #quotes: Quotes;
  readonly #changed = new Set<(id: string) => void>();
  readonly #books = new UnsettledBooks<Order>((id) => this.deskOf(id), liveOrders);
  readonly #accounts: AccountNumbers = new Map();
  #nextId = 1;
  #stop: (() => void) | undefined;

  constructor(deps: EngineDeps) {
    this.deps = deps;
    this.admission = new Admission(deps.clock.now);
    this.#writer = new Writer((jobs) => this.#perform(jobs), deps.clock.pause);
    this.#quotes = new Quotes(deps.source, deps.clock, ['spot']);
    this.#parts = {
      deskOf: (id) => this.deskOf(id),
      lastOf: (id) => this.#quotes.lastOf(id),
      house: new House((asset) => this.#quotes.lastOf(`${asset}-USDT`)),
      newId: () => this.#nextId++,
      touching: (desk) => this.#books.touch(desk),
    };
  }

  /** Rebuilds every book from the orders that may still trade. */
  async start(): Promise<void> {
    const { db } = this.deps;
    const [row] = await db.query<{ newest: number }>(
      `select greatest((select coalesce(max(id), 0) from spot_order), (select coalesce(max(id), 0) from spot_fill),
         (select coalesce(max(rank), 0) from spot_order),
         (select coalesce(max(ref_id::bigint), 0) from journal where ref_type = 'spot')) as newest`,
    );
    this.#nextId = (row?.newest ?? 0) + 1;
    const orders = await liveOrders(db);
    for (const id of new Set(orders.map(({ market }) => market)))
      this.deskOf(id)?.rebuild(orders.filter(({ market }) => market === id));
    this.#stop = this.#quotes.start();
  }

  get desks(): ReadonlyMap<string, Desk<Order>> {
    return this.#desks;
  }

  /** @returns undo. Told when a market's book has changed by orders of ours. */
  onBook(listener: (id: string) => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  /** The book that people see, without what is not committed; the source's own where nobody has traded. */
  book(id: string): Book | undefined {
    return this.#books.before(id) ?? this.#desks.get(id)?.merged() ?? this.deps.source.book(id);
  }

  place(command: Command, request: PlaceRequest): Promise<PlaceAnswer> {
    return this.#order(command, request.market, (session) => place(session, command, request));
  }

  async amend(command: Command, request: ParsedRequestOf<Calls['spot.amend']>): Promise<PlaceAnswer> {
    const market = await this.#marketOf(command.userId, request.id);
    return this.#order(command, market, (session) => amend(session, command.userId, request));
  }

  async cancel(command: Command, id: number): Promise<ResponseOf<Calls['spot.cancel']>> {
    const market = await this.#marketOf(command.userId, id);
    return this.#writer.run({
      command: keyed(command),
      markets: [],
      decide: (turn) => {
        const { desk, plan } = turn.session(market);
        const order = desk.orders.get(id);
        if (!order || order.userId !== command.userId) throw new RuleError('orderClosed');
        end(desk, plan, order, 'cancelled');
        return { order: rowOf(order) };
      },
    });
  }

  /** Revokes all orders of a person at once. @param market only of this one. */
  cancelAll(command: Command, market: string | undefined): Promise<ResponseOf<Calls['spot.cancelAll']>> {
    return this.#writer.run({
      command: keyed(command),
      markets: [],
      decide: (turn) => {
        const desks =
          market === undefined ? [...this.#desks.keys()] : this.#desks.has(market) ? [market] : [];
        const isOwn = ({ userId }: Order): boolean => userId === command.userId;
        return { cancelled: desks.flatMap((id) => endAll(turn, id, isOwn, null)) };
      },
    });
  }

  /** Ends resting orders of a market that fit, by the exchange's own decision. @returns their numbers. */
  revoke(market: string, fits: (order: Order) => boolean, reason: RefusalCode | null): Promise<number[]> {
    return this.#writer.run({ markets: [], decide: (turn) => endAll(turn, market, fits, reason) });
  }

  /** Work of the exchange itself on one market, such as a print that fills orders. */
  fill<T>(market: string, work: (session: Session) => T): Promise<T> {
    return this.#writer.run({ markets: [market], decide: (turn) => work(turn.session(market)) });
  }

  /** A person's order: a market that is closed or old refuses it, unless the same key was answered before. */
  #order<T>(command: Command, market: string, work: (session: Session) => T): Promise<T> {
    return this.#writer.run({
      command: keyed(command),
      markets: [market],
      decide: (turn) => {
        this.#quotes.mustBeOpen(market);
        return work(turn.session(market));
      },
    });
  }

  idle(): Promise<void> {
    return this.#writer.idle();
  }

  close(): void {
    this.#stop?.();
  }

  /** Decides and books in one transaction; when that fails, the books are built anew from what is stored. */
  async #perform(jobs: readonly Job[]): Promise<readonly Outcome[]> {
    let found: AccountNumbers = new Map();
    try {
      const outcomes = await run(this.deps, async (own) => {
        if (this.#books.undo()) this.#parts.house.forget();
        await this.#books.rebuild(own.tx);
        const turn = new Turn(this.#parts, own.at);
        await turn.open(own.tx, jobs);
        const decided = jobs.map((job) => turn.decide(job));
        if (!turn.booking.isEmpty) found = await turn.write(own.tx, this.#accounts);
        for (const userId of turn.booking.users) own.touched(userId);
        return decided;
      });
      for (const [key, id] of found) this.#accounts.set(key, id);
      this.#committed();
      return outcomes;
    } catch (error) {
      if (this.#books.undo()) this.#parts.house.forget();
      await this.#books.restore(this.deps.db, (detail) => this.deps.log('book', detail));
      throw error;
    }
  }

  #committed(): void {
    for (const id of this.#books.committed()) for (const tell of this.#changed) tell(id);
  }

  deskOf(id: string): Desk<Order> | undefined {
    const known = this.#desks.get(id);
    if (known) return known;
    const market = this.#quotes.marketOf(id);
    if (!market) return undefined;
    const made = new Desk<Order>(market, () => this.#quotes.bookOf(id));
    this.#desks.set(id, made);
    return made;
  }

  /** The market of a person's order. @throws {RuleError} `notFound` for a number that is not theirs. */
  async #marketOf(userId: number, id: number): Promise<string> {
    for (const { orders, market } of this.#desks.values()) {
      if (orders.get(id)?.userId === userId) return market.id;
    }
    const [row] = await this.deps.db.query<{ market: string }>(
      'select market from spot_order where id = $1 and user_id = $2',
      [id, userId],
    );
    if (!row) throw new RuleError('notFound');
    return row.market;
  }
}

function endAll(
  turn: Turn,
  market: string,
  fits: (order: Order) => boolean,
  reason: RefusalCode | null,
): number[] {
  const { desk, plan } = turn.session(market);
  const ended = [...desk.orders.values()].filter(fits);
  for (const order of ended) end(desk, plan, order, 'cancelled', reason);
  return ended.map(({ id }) => id);
}

import type { calls, ParsedRequestOf, ResponseOf } from '../../domain/contract/index.ts';
import type { Book, Dec, Market, RefusalCode } from '../../domain/index.ts';
import { emptyBook, RuleError } from '../../domain/index.ts';
import type { Command, CommandDeps, Work } from '../commands/command.ts';
import { run, runOnce } from '../commands/command.ts';
import { only } from '../db/database.ts';
import type { MarketSource } from '../market/source.ts';
import { amend } from './amend.ts';
import { Desk } from './desk.ts';
import { House } from './house.ts';
import { Lanes } from './lanes.ts';
import type { Order } from './order.ts';
import { liveOrders, rowOf } from './order.ts';
import { place } from './place.ts';
import { Plan } from './plan.ts';
import type { PlaceAnswer, PlaceRequest, Session } from './session.ts';
import { end } from './session.ts';

type Calls = typeof calls;

/** Silence of the source after which its prices are not traded on. */
const STALE_MS = 5_000;

export interface EngineDeps extends CommandDeps {
  readonly source: MarketSource;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Spot trading: one writer a market, books that follow the database. */
export class SpotEngine {
  readonly deps: EngineDeps;
  readonly #desks = new Map<string, Desk>();
  readonly #lanes = new Lanes();
  readonly #house: House;
  readonly #changed = new Set<(id: string) => void>();
  /** Markets whose book may differ from what is stored. */
  readonly #doubtful = new Set<string>();
  #nextId = 1;
  #heardAt: number;
  #stops: (() => void)[] = [];

  constructor(deps: EngineDeps) {
    this.deps = deps;
    this.#heardAt = deps.clock.now();
    this.#house = new House((asset) => this.lastOf(`${asset}-USDT`));
  }

  /** Rebuilds every book from the orders that may still trade. */
  async start(): Promise<void> {
    const { db, source, clock } = this.deps;
    const [row] = await db.query<{ newest: number }>(
      `select greatest((select coalesce(max(id), 0) from spot_order), (select coalesce(max(id), 0) from spot_fill),
         (select coalesce(max(rank), 0) from spot_order),
         (select coalesce(max(ref_id::bigint), 0) from journal where ref_type = 'spot')) as newest`,
    );
    this.#nextId = (row?.newest ?? 0) + 1;
    const orders = await liveOrders(db);
    for (const id of new Set(orders.map(({ market }) => market)))
      this.deskOf(id)?.rebuild(orders.filter(({ market }) => market === id));
    this.#stops = [
      source.subscribe(() => {
        this.#heardAt = clock.now();
      }),
    ];
  }

  get desks(): ReadonlyMap<string, Desk> {
    return this.#desks;
  }

  /** @returns undo. Told when a market's book has changed by orders of ours. */
  onBook(listener: (id: string) => void): () => void {
    this.#changed.add(listener);
    return () => this.#changed.delete(listener);
  }

  /** The book that people see; the source's own where nobody has traded. */
  book(id: string): Book | undefined {
    return this.#desks.get(id)?.merged() ?? this.deps.source.book(id);
  }

  lastOf(id: string): Dec | undefined {
    return this.deps.source.trades(id)?.at(-1)?.price ?? this.#tickers().get(id);
  }

  #tickerAt = Number.NEGATIVE_INFINITY;
  #tickerLasts: ReadonlyMap<string, Dec> = new Map();
  /** Last prices of all markets, looked up at most once a second. */
  #tickers(): ReadonlyMap<string, Dec> {
    const at = this.deps.clock.now();
    if (at - this.#tickerAt >= 1_000) {
      this.#tickerAt = at;
      this.#tickerLasts = new Map(this.deps.source.tickers().map(({ id, last }) => [id, last]));
    }
    return this.#tickerLasts;
  }

  place(command: Command, request: PlaceRequest): Promise<PlaceAnswer> {
    return this.#once(request.market, command, (session) => place(session, command, request));
  }

  async amend(command: Command, request: ParsedRequestOf<Calls['spot.amend']>): Promise<PlaceAnswer> {
    const market = await this.#marketOf(command.userId, request.id);
    return this.#once(market, command, (session) => amend(session, command.userId, request));
  }

  async cancel(command: Command, id: number): Promise<ResponseOf<Calls['spot.cancel']>> {
    const market = await this.#marketOf(command.userId, id);
    return this.#once(
      market,
      command,
      async ({ desk, plan }) => {
        const order = desk.orders.get(id);
        if (!order || order.userId !== command.userId) throw new RuleError('orderClosed');
        end(desk, plan, order, 'cancelled');
        return { order: rowOf(order) };
      },
      false,
    );
  }

  /** Revokes orders of a person, market by market. @param market only of this one. */
  async cancelAll(
    command: Command,
    market: string | undefined,
  ): Promise<ResponseOf<Calls['spot.cancelAll']>> {
    const known = await this.deps.db.query('select 1 from command where user_id = $1 and key = $2', [
      command.userId,
      command.key,
    ]);
    // The same key acts once: orders that were placed since are not what it meant.
    if (known.length > 0) return runOnce(this.deps, command, async () => ({ cancelled: [] }));
    const ids: number[] = [];
    for (const desk of this.#desks.values()) {
      const own = [...desk.orders.values()].filter(({ userId }) => userId === command.userId);
      if (own.length === 0 || (market !== undefined && desk.market.id !== market)) continue;
      ids.push(...(await this.revoke(desk.market.id, (order) => order.userId === command.userId, null)));
    }
    return runOnce(this.deps, command, async () => ({ cancelled: ids }));
  }

  /** Ends resting orders of a market that fit, by the exchange's own decision. @returns their numbers. */
  revoke(market: string, fits: (order: Order) => boolean, reason: RefusalCode | null): Promise<number[]> {
    return this.#own(market, ({ desk, plan }) => {
      const ended = [...desk.orders.values()].filter(fits);
      for (const order of ended) end(desk, plan, order, 'cancelled', reason);
      return ended.map(({ id }) => id);
    });
  }

  /** Work of the exchange itself on one market, such as a print that fills orders. */
  async fill<T>(market: string, work: (session: Session) => T): Promise<T> {
    return this.#own(market, work);
  }

  async idle(): Promise<void> {
    await this.#lanes.idle();
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  async #own<T>(market: string, work: (session: Session) => T): Promise<T> {
    return this.#lanes.run(
      market,
      () =>
        this.#guarded(market, (decide) =>
          run(this.deps, (own) => decide(own, async (session) => work(session))),
        ),
      true,
    );
  }

  /** A person's command: a market that is closed or old refuses it, unless it only takes away. */
  #once<T>(
    market: string,
    command: Command,
    work: (session: Session) => Promise<T>,
    needsMarket = true,
  ): Promise<T> {
    return this.#lanes.run(market, () => {
      if (needsMarket) this.#mustBeOpen(market);
      return this.#guarded(market, (decide) => runOnce(this.deps, command, (own) => decide(own, work)));
    });
  }

  /** Runs a decision on a market's book; when its booking fails, the book is built anew from what is stored. */
  async #guarded<T>(
    market: string,
    book: (decide: (own: Work, work: (session: Session) => Promise<T>) => Promise<T>) => Promise<T>,
  ): Promise<T> {
    const desk = this.deskOf(market);
    if (!desk) throw new RuleError('marketUnknown');
    const undoUsed = desk.markUsed();
    let isTouched = false;
    let plan: Plan | undefined;
    try {
      const result = await book(async (own, work) => {
        if (this.#doubtful.has(market)) {
          desk.rebuild(await liveOrders(own.tx, market));
          undoUsed();
          this.#doubtful.delete(market);
        }
        const session = await this.#session(desk, own);
        isTouched = true;
        this.#doubtful.add(market);
        plan = session.plan;
        const answer = await work(session);
        if (!session.plan.isEmpty) await session.plan.write(own.tx);
        for (const userId of session.plan.users) own.touched(userId);
        return answer;
      });
      this.#doubtful.delete(market);
      if (plan) this.#house.moved(plan.houseMoves);
      if (isTouched) for (const tell of this.#changed) tell(market);
      return result;
    } catch (error) {
      this.#house.forget();
      // A refusal comes before anything has changed.
      if (error instanceof RuleError && plan?.isEmpty) this.#doubtful.delete(market);
      if (isTouched) undoUsed();
      if (this.#doubtful.has(market)) await this.#restore(desk);
      throw error;
    }
  }

  /** The book as it is stored; when that cannot be read, the next command begins with it. */
  async #restore(desk: Desk): Promise<void> {
    const { id } = desk.market;
    try {
      desk.rebuild(await liveOrders(this.deps.db, id));
      this.#doubtful.delete(id);
    } catch (error) {
      this.deps.log('book', { market: id, error: String(error) });
    }
  }

  async #session(desk: Desk, work: Work): Promise<Session> {
    const newId = () => this.#nextId++;
    await this.#house.load(work.tx, [desk.market.base, desk.market.quote], work.at);
    return {
      desk,
      work,
      newId,
      house: this.#house,
      plan: new Plan(desk.market, work.at, newId),
      last: this.lastOf(desk.market.id) ?? '0',
    };
  }

  deskOf(id: string): Desk | undefined {
    const known = this.#desks.get(id);
    if (known) return known;
    const market = this.#spotMarket(id);
    if (!market) return undefined;
    const made = new Desk(market, () => this.deps.source.book(id) ?? emptyBook);
    this.#desks.set(id, made);
    return made;
  }

  #spotMarket(id: string): Market | undefined {
    return this.deps.source.markets().find((market) => market.id === id && market.kind === 'spot');
  }

  #mustBeOpen(id: string): void {
    const market = this.#spotMarket(id);
    if (!market) throw new RuleError('marketUnknown');
    if (market.status !== 'open') throw new RuleError('marketClosed');
    if (this.deps.clock.now() - this.#heardAt > STALE_MS) throw new RuleError('marketStale');
  }

  /** The market of a person's order. @throws {RuleError} `notFound` for a number that is not theirs. */
  async #marketOf(userId: number, id: number): Promise<string> {
    const rows = await this.deps.db.query<{ market: string }>(
      'select market from spot_order where id = $1 and user_id = $2',
      [id, userId],
    );
    if (rows.length === 0) throw new RuleError('notFound');
    return only(rows).market;
  }
}

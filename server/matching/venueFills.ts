import type { Dec, Trade } from '../../domain/index.ts';
import { D, RuleError } from '../../domain/index.ts';
import { IntervalJob } from '../base/intervalJob.ts';
import type { EngineDeps, EngineOrder } from './engineTables.ts';
import type { OrderBook } from './orderBook.ts';
import type { AheadBefore } from './queuePosition.ts';
import { QueuePosition } from './queuePosition.ts';
import type { Quotes } from './quotes.ts';

/** Interval at which orders of frozen accounts are ended. */
const FROZEN_MS = 2_000;

/** Interval at which orders that their market no longer accepts are ended. */
const BARRED_MS = 1_000;

/** Interval at which expired orders are ended. */
const DUE_MS = 250;

/** The engine's interface to the venue's prices. */
interface FilledEngine<O extends EngineOrder, B> {
  readonly deps: EngineDeps;
  readonly orderBooks: ReadonlyMap<string, OrderBook<O>>;
  readonly quotes: Pick<Quotes, 'isTrading' | 'marketOf'>;
  onBook(listener: (id: string) => void): () => void;
  run(command: { readonly markets: readonly string[]; decide(batch: B): void }): Promise<unknown>;
  /** As `orderBooks`, with those of markets that are not listed any more. */
  readonly booksOfOrders: readonly OrderBook<O>[];
  bookOfOrders(id: string): OrderBook<O> | undefined;
  /** Markets whose orders the next command reads first. */
  readonly listed: readonly string[];
  /** Whether a batch is committed though its answer was lost. */
  isBooked(batch: B): boolean;
}

/** A product's reactions to the venue's prices. */
export interface FillRules<O, B> {
  /** Fills a resting order at its own price, as far as house and user can. @returns base units filled. */
  fill(batch: B, order: O, requested: Dec): D;
  /** Prints of a market, oldest first, before they fill orders. */
  printed(id: string, prices: readonly Dec[]): void;
  /** A market's last price has changed, or, without one, its book. */
  changed(id: string, last?: Dec): void;
  /** Ends an order of a frozen user. */
  endFrozen(batch: B, order: O): void;
  /** Whether an order can do more than reduce a position; left out by a product without positions. */
  isOpening?(order: O): boolean;
  /** Ends an order that its market no longer accepts. */
  endBarred?(batch: B, order: O): void;
}

/** Fills a product's resting orders and reaches its triggers by the venue's prints and book. */
export class VenueFills<O extends EngineOrder, B> {
  readonly #engine: FilledEngine<O, B>;
  readonly #rules: FillRules<O, B>;
  readonly #queues = new Map<string, QueuePosition<O>>();
  readonly #watched = new Map<string, () => void>();
  /** Markets in which orders are being ended. */
  readonly #ending = new Set<string>();
  /** Markets with a command for crossed orders that is not decided: it reads the newest book. */
  readonly #crossing = new Set<string>();
  #stops: readonly (() => void)[] = [];

  constructor(engine: FilledEngine<O, B>, rules: FillRules<O, B>) {
    this.#engine = engine;
    this.#rules = rules;
  }

  /** Follows the venue. Watching a market may make its source publish at once: the rules have to stand by then. */
  start(): void {
    const engine = this.#engine;
    const { source, clock } = engine.deps;
    const rounds = [
      new IntervalJob(clock, FROZEN_MS, () => this.#endFrozen()),
      new IntervalJob(clock, BARRED_MS, () => this.#endBarred()),
    ];
    for (const round of rounds) round.start();
    this.#stops = [
      () => rounds.forEach((round) => void round.close()),
      engine.onBook((id) => this.#watch(id)),
      source.subscribe((event) => {
        if (event.kind === 'trades') this.#prints(event.id, event.trades);
        else if (event.kind === 'book') this.#booked(event.id);
        else if (event.kind === 'tickers')
          for (const { id, last } of event.rows) if (this.#isTrading(id)) this.#rules.changed(id, last);
      }),
      clock.every(DUE_MS, () => this.#endDue()),
    ];
    for (const id of engine.orderBooks.keys()) this.#watch(id);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const unwatch of this.#watched.values()) unwatch();
  }

  /**
   * Runs a command of the exchange's own on one market. Failures are logged.
   * @param refused called where the books refuse what was decided. @returns whether it is booked.
   */
  async run(
    id: string,
    decide: (batch: B) => void,
    refused: (refusal: RuleError) => void = () => undefined,
  ): Promise<boolean> {
    let before: B | undefined;
    const once = (batch: B): void => {
      // It has no key by which its answer could be found.
      if (before !== undefined && this.#engine.isBooked(before)) return;
      before = batch;
      decide(batch);
    };
    try {
      await this.#engine.run({ markets: [id], decide: once });
      return true;
    } catch (error) {
      this.#engine.deps.log('venue', { market: id, error: String(error) });
      if (error instanceof RuleError) refused(error);
      return false;
    }
  }

  /** A market is watched for as long as it has open orders. */
  #watch(id: string): void {
    const isBusy = (this.#engine.orderBooks.get(id)?.orders.size ?? 0) > 0;
    if (isBusy && !this.#watched.has(id)) this.#watched.set(id, this.#engine.deps.source.watch(id));
    if (!isBusy) {
      this.#watched.get(id)?.();
      this.#watched.delete(id);
    }
    this.#queueOf(id)?.follow();
  }

  #queueOf(id: string): QueuePosition<O> | undefined {
    const known = this.#queues.get(id);
    const orderBook = this.#engine.orderBooks.get(id);
    if (known || !orderBook) return known;
    const made = new QueuePosition(orderBook, () => this.#engine.deps.source.live?.hasBook(id) !== false);
    this.#queues.set(id, made);
    return made;
  }

  /** A stopped market neither fills nor triggers, whatever its venue does meanwhile. */
  #isTrading(id: string): boolean {
    return this.#engine.orderBooks.has(id) && this.#engine.quotes.isTrading(id);
  }

  /** Fills unless the market only closes positions and the order opens one. */
  #fill(batch: B, order: O, requested: Dec): D {
    return this.#isBarred(order) ? new D(0) : this.#rules.fill(batch, order, requested);
  }

  #isBarred(order: O): boolean {
    const isClosing = this.#engine.quotes.marketOf(order.market)?.status === 'reduceOnly';
    return isClosing && this.#rules.isOpening?.(order) === true;
  }

  #prints(id: string, trades: readonly Trade[]): void {
    if (!this.#isTrading(id)) return;
    this.#rules.printed(
      id,
      trades.map(({ price }) => price),
    );
    const queue = this.#queueOf(id);
    if (!queue?.isHit(trades)) return;
    const before: AheadBefore = new Map();
    void this.run(id, (batch) => {
      // A batch that was rolled back is decided again, and these prints have happened once.
      queue.restore(before);
      for (const trade of trades)
        queue.print(trade, (order, requested) => this.#fill(batch, order, requested), before);
    });
  }

  #booked(id: string): void {
    if (!this.#isTrading(id)) return;
    this.#rules.changed(id);
    const queue = this.#queueOf(id);
    queue?.follow();
    const best = () => {
      const book = this.#engine.deps.source.book(id);
      return { buy: book?.bids[0]?.[0], sell: book?.asks[0]?.[0] };
    };
    if (!queue || this.#crossing.has(id) || queue.crossed(best()).length === 0) return;
    this.#crossing.add(id);
    const isDecided = (): void => void this.#crossing.delete(id);
    const work = this.run(id, (batch) => {
      isDecided();
      for (const order of queue.crossed(best()))
        queue.cross(order, (each, requested) => this.#fill(batch, each, requested));
    });
    void work.then(isDecided);
  }

  /** A command in a market reads its orders and expires those that are due; this command does nothing else. */
  #endDue(): void {
    const at = this.#engine.deps.clock.now();
    const listed = new Set(this.#engine.listed);
    for (const orderBook of this.#engine.booksOfOrders) {
      const { id } = orderBook.market;
      if ((listed.has(id) || orderBook.due(at).length > 0) && !this.#ending.has(id)) {
        this.#ending.add(id);
        void this.run(id, () => undefined).finally(() => this.#ending.delete(id));
      }
    }
  }

  async #endBarred(): Promise<void> {
    for (const [id, { orders }] of this.#engine.orderBooks) {
      if (this.#engine.quotes.marketOf(id)?.status !== 'reduceOnly') continue;
      const barred = [...orders.values()].filter((order) => this.#isBarred(order));
      if (barred.length === 0) continue;
      await this.run(id, (batch) => {
        for (const order of barred) if (orders.get(order.id) === order) this.#rules.endBarred?.(batch, order);
      });
    }
  }

  async #endFrozen(): Promise<void> {
    const { db, log } = this.#engine.deps;
    const books = this.#engine.booksOfOrders;
    const users = [...new Set(books.flatMap(({ users }) => [...users]))];
    if (users.length === 0) return;
    try {
      const rows = await db.query<{ id: number }>(
        'select id from app_user where id = any($1::bigint[]) and frozen_at is not null',
        [users],
      );
      const frozen = new Set(rows.map(({ id }) => id));
      const ordersIn = (book: OrderBook<O>): O[] =>
        [...frozen].flatMap((userId) => [...book.ordersOf(userId).values()]);
      for (const { market } of books.filter((each) => ordersIn(each).length > 0))
        await this.run(market.id, (batch) => {
          // A market that is listed again meanwhile has another book.
          const book = this.#engine.bookOfOrders(market.id);
          if (!book) return;
          // Of a pair, the second ends with the first.
          for (const order of ordersIn(book))
            if (book.orders.has(order.id)) this.#rules.endFrozen(batch, order);
        });
    } catch (error) {
      log('frozen accounts', { error: String(error) });
    }
  }
}

import type { FundingInterval } from '../../../../domain/index.ts';
import type { Command } from '../../../base/commands/command.ts';
import { keyed } from '../../../base/commands/command.ts';
import type { Queries } from '../../../base/db/database.ts';
import { Marks } from '../../../market/marks/marks.ts';
import { MatchingEngine } from '../../../matching/engine.ts';
import type { EngineDeps } from '../../../matching/engineTables.ts';
import type { PerpetualBatchParts, PerpetualCommand } from '../batch/batch.ts';
import { PerpetualBatch } from '../batch/batch.ts';
import type { Request } from '../batch/calls.ts';
import { ChasingOrders } from '../batch/chasing.ts';
import { Decisions } from '../batch/decisions.ts';
import { DuePositions } from '../batch/duePositions.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { liveOrders } from '../batch/order.ts';
import { end } from '../batch/orderEnd.ts';
import type { HeldPosition } from '../batch/position.ts';
import { Store } from '../batch/store.ts';
import { Wallets } from '../batch/wallets.ts';
import { amend } from '../orders/amend.ts';
import type { PlaceAnswer, PlaceRequest } from '../orders/place.ts';
import { place } from '../orders/place.ts';
import type { ScaledAnswer, ScaledRequest } from '../orders/scaled.ts';
import { placeScaled } from '../orders/scaled.ts';
import { stockFund } from './fund.ts';
import { PrintedLiquidations } from './printedLiquidations.ts';

export interface PerpetualDeps extends EngineDeps {
  /** Hours between settlements of funding. */
  readonly fundingHours: FundingInterval;
}

const NEWEST = `select greatest((select coalesce(max(id), 0) from futures_order),
  (select coalesce(max(id), 0) from futures_fill), (select coalesce(max(rank), 0) from futures_order),
  (select coalesce(max(id), 0) from futures_position), (select coalesce(max(id), 0) from futures_funding),
  (select coalesce(max(id), 0) from futures_liquidation)) as newest`;

/** Trading of perpetual futures: orders, and the resulting positions. */
export class PerpetualEngine extends MatchingEngine<
  FuturesOrder,
  PerpetualBatch,
  PerpetualCommand,
  PerpetualDeps
> {
  readonly marks: Marks;
  readonly store = new Store();
  readonly decisions = new Decisions();
  readonly chasing = new ChasingOrders();
  /** What funding that is due is paid for. */
  readonly duePositions = new DuePositions();
  readonly liquidationTape: PrintedLiquidations;
  /** Progress of trailing stops; only what is booked until their prices are watched. */
  trailOf: PerpetualBatchParts['trailOf'] = ({ trail }) => trail;
  /** Where batches are appended to a log. */
  readonly #wallets: Wallets | undefined;
  readonly #changes = new Set<(users: Iterable<number>) => void>();

  constructor(deps: PerpetualDeps) {
    super(deps, {
      product: 'perpetual',
      kinds: ['perpetual', 'futures'],
      orders: 'futures_order',
      newest: NEWEST,
      liveOrders,
    });
    const { source, clock, fundingHours: hours } = deps;
    this.liquidationTape = new PrintedLiquidations(deps.source);
    this.#wallets = deps.db.log && new Wallets(deps.db.log);
    this.marks = new Marks({ source, clock, hours, isStale: (id) => this.quotes.isStaleOf(id) });
  }

  /** Reads the stored state, and subscribes to marks. */
  override async start(): Promise<void> {
    await super.start();
    for (const orderBook of this.orderBooks.values()) this.chasing.noteFirst(orderBook);
    this.onBook((id) => {
      const orderBook = this.orderBooks.get(id);
      if (orderBook) this.chasing.noteFirst(orderBook);
    });
    this.marks.start();
  }

  protected override async load(): Promise<void> {
    await stockFund(this.deps);
    await this.store.load(this.deps.db);
  }

  protected newBatch(at: number): PerpetualBatch {
    const { store, decisions, newId } = this;
    const parts = {
      store,
      wallets: this.#wallets,
      orderBookOf: (id: string) => this.bookOfOrders(id),
      orderBooks: () => this.booksOfOrders,
      markOf: (id: string) => this.marks.of(id),
      newId,
      touching: this.touch,
      decisions,
      trailOf: this.trailOf,
    };
    return new PerpetualBatch(parts, at);
  }

  protected ending(market: string, orders: readonly FuturesOrder[]): PerpetualCommand {
    return {
      markets: [market],
      decide: (batch) => {
        for (const order of orders) end(batch, order, 'expired', 'endedByTime');
      },
    };
  }

  protected override committed(batch: PerpetualBatch): void {
    for (const now of batch.booking.positions)
      this.#noteDue(batch, this.store.position(now.userId, now.market), now);
    batch.commit();
    this.chasing.note(batch.booking.orders);
    for (const row of batch.booking.liquidations) {
      this.deps.meter?.count('tidemark_liquidations_total', { kind: row.step });
      this.liquidationTape.note(row);
    }
  }

  #noteDue({ at }: PerpetualBatch, before: HeldPosition | undefined, now: HeldPosition): void {
    const due = this.marks.premiumOf(now.market)?.dueAt;
    if (due !== undefined && due <= at) this.duePositions.note(due, before, now);
  }

  protected override async reread(db: Queries, batch: PerpetualBatch): Promise<void> {
    const users = [...batch.users];
    const held = (now: HeldPosition) => this.store.position(now.userId, now.market);
    const changes = Array.from(batch.booking.positions, (now) => ({ before: held(now), now }));
    await this.store.reload(db, users);
    // What is committed has changed a position that funding may be due for, as it does with an answer.
    for (const { before, now } of changes) {
      const stored = held(now);
      const isOpen = stored?.id === now.id && stored.version >= now.version;
      if (now.closedAt === null ? isOpen : stored?.id !== now.id) this.#noteDue(batch, before, now);
    }
    for (const { orders } of this.orderBooks.values()) this.chasing.note(orders.values());
    for (const listener of this.#changes) listener(users);
  }

  protected override published(batch: PerpetualBatch): void {
    for (const listener of this.#changes) listener(batch.funds.users);
  }

  /** @returns undo. Called with users whose money or positions a batch has changed. */
  onChange(listener: (users: Iterable<number>) => void): () => void {
    this.#changes.add(listener);
    return () => this.#changes.delete(listener);
  }

  /** A user's order. */
  place(command: Command, request: PlaceRequest): Promise<PlaceAnswer> {
    return this.command(command, [request.market], (batch) => {
      this.quotes.mustTakeOrder(request.market, request.reduceOnly);
      return place(batch, command, request);
    });
  }

  /** A user's scaled order. */
  placeScaled(command: Command, request: ScaledRequest): Promise<ScaledAnswer> {
    return this.command(command, [request.market], (batch) => {
      this.quotes.mustTakeOrder(request.market, request.reduceOnly);
      return placeScaled(batch, command, request);
    });
  }

  /** A change of a user's order. */
  async amend(command: Command, request: Request<'perpetual.amend'>): Promise<PlaceAnswer> {
    const market = await this.marketOf(command.userId, request.id);
    return this.command(command, [market], (batch) => {
      const order = this.orderBookOf(market)?.orders.get(request.id);
      this.quotes.mustTakeOrder(market, order?.reduceOnly);
      return amend(batch, command.userId, market, request);
    });
  }

  /** A user's command, executed once per key. @param markets in which it may trade. */
  command<T>(command: Command, markets: readonly string[], decide: (batch: PerpetualBatch) => T): Promise<T> {
    return this.run({ key: keyed(command), markets, decide });
  }

  override close(): void {
    super.close();
    this.marks.close();
  }
}

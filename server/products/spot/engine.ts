import type { calls, ParsedRequestOf, ResponseOf } from '../../../domain/contract/index.ts';
import type { Book, RefusalCode } from '../../../domain/index.ts';
import { RuleError } from '../../../domain/index.ts';
import type { Command } from '../../base/commands/command.ts';
import { keyed, run } from '../../base/commands/command.ts';
import { MatchingEngine } from '../../matching/engine.ts';
import type { EngineDeps } from '../../matching/engineTables.ts';
import { amend } from './amend.ts';
import type { SpotCommand } from './batch.ts';
import { SpotBatch } from './batch.ts';
import type { CommandContext, PlaceAnswer, PlaceRequest } from './commandContext.ts';
import { end } from './commandContext.ts';
import { FreeBalances } from './freeBalances.ts';
import { House } from './house.ts';
import type { OcoAnswer, OcoRequest } from './oco.ts';
import { placeOco } from './oco.ts';
import type { Order } from './order.ts';
import { liveOrders, rowOf } from './order.ts';
import { place } from './place.ts';
import type { ScaledAnswer, ScaledRequest } from './scaled.ts';
import { placeScaled } from './scaled.ts';

type Calls = typeof calls;

const NEWEST = `select greatest((select coalesce(max(id), 0) from spot_order), (select coalesce(max(id), 0) from spot_fill),
  (select coalesce(max(rank), 0) from spot_order),
  (select coalesce(max(ref_id::bigint), 0) from journal where ref_type = 'spot')) as newest`;

/** Spot trading. */
export class SpotEngine extends MatchingEngine<Order, SpotBatch, SpotCommand> {
  readonly #house = new House((asset) => this.quotes.lastOf(`${asset}-USDT`));

  /** Where batches are appended to a log. */
  readonly #balances: FreeBalances | undefined;

  constructor(deps: EngineDeps) {
    super(deps, { product: 'spot', kinds: ['spot'], orders: 'spot_order', newest: NEWEST, liveOrders });
    this.#balances = deps.db.log && new FreeBalances(deps.db.log);
  }

  protected newBatch(at: number): SpotBatch {
    const { newId } = this;
    const parts = {
      orderBookOf: (id: string) => this.bookOfOrders(id),
      lastOf: (id: string) => this.quotes.lastOf(id),
      house: this.#house,
      balances: this.#balances,
      newId,
      touching: this.touch,
    };
    return new SpotBatch(parts, at);
  }

  protected ending(market: string, orders: readonly Order[]): SpotCommand {
    return {
      markets: [market],
      decide: (batch) => {
        const { orderBook, entries } = batch.context(market);
        for (const order of orders) end(orderBook, entries, order, 'expired', 'endedByTime');
      },
    };
  }

  /** House accounts are funded and read in a transaction of their own. */
  protected override async prepare(commands: readonly SpotCommand[]): Promise<void> {
    const markets = new Set(commands.flatMap((command) => command.markets));
    const assets = [...markets].flatMap((id) => {
      const market = this.orderBookOf(id)?.market;
      return market ? [market.base, market.quote] : [];
    });
    const missing = this.#house.missing(assets);
    if (missing.length === 0) return;
    await run(this.deps, ({ tx, at }) => this.#house.load(tx, missing, at)).catch((error: unknown) => {
      this.#house.forget();
      throw error;
    });
  }

  protected override committed(batch: SpotBatch): void {
    this.#balances?.keep(batch.booking.changes);
  }

  protected override rolledBack(): void {
    this.#house.forget();
  }

  /** The public book; the source's own where no user has an order. */
  override book(id: string): Book | undefined {
    return super.book(id) ?? this.deps.source.book(id);
  }

  place(command: Command, request: PlaceRequest): Promise<PlaceAnswer> {
    return this.#order(command, request.market, (context) => place(context, command, request));
  }

  placeOco(command: Command, request: OcoRequest): Promise<OcoAnswer> {
    return this.#order(command, request.market, (context) => placeOco(context, command, request));
  }

  placeScaled(command: Command, request: ScaledRequest): Promise<ScaledAnswer> {
    return this.#order(command, request.market, (context) => placeScaled(context, command, request));
  }

  async amend(command: Command, request: ParsedRequestOf<Calls['spot.amend']>): Promise<PlaceAnswer> {
    const market = await this.marketOf(command.userId, request.id);
    return this.#order(command, market, (context) => amend(context, command.userId, request));
  }

  async cancel(command: Command, id: number): Promise<ResponseOf<Calls['spot.cancel']>> {
    const market = await this.marketOf(command.userId, id);
    return this.run({
      key: keyed(command),
      markets: [],
      decide: (batch) => {
        this.quotes.mustCancel(market);
        const { orderBook, entries } = batch.context(market);
        const order = orderBook.orders.get(id);
        if (!order || order.userId !== command.userId) throw new RuleError('orderClosed');
        end(orderBook, entries, order, 'cancelled');
        return { order: rowOf(order) };
      },
    });
  }

  /** Cancels all orders of a user at once, except those in halted markets. @param request filters them. */
  cancelAll(
    command: Command,
    { market, scaled }: ParsedRequestOf<Calls['spot.cancelAll']>,
  ): Promise<ResponseOf<Calls['spot.cancelAll']>> {
    return this.run({
      key: keyed(command),
      markets: [],
      decide: (batch) => {
        if (market !== undefined) this.quotes.mustCancel(market);
        const all = this.booksOfOrders.map((orderBook) => orderBook.market.id);
        const orderBooks = all.filter((id) => this.quotes.mayCancel(id) && id === (market ?? id));
        const isOwn = (order: Order): boolean =>
          order.userId === command.userId && (scaled === undefined || order.scaled === scaled);
        return { cancelled: orderBooks.flatMap((id) => endAll(batch, id, isOwn, null)) };
      },
    });
  }

  /** Runs a user's command: a closed or stale market rejects it, unless the same key was answered before. */
  #order<T>(command: Command, market: string, work: (context: CommandContext) => T): Promise<T> {
    return this.run({
      key: keyed(command),
      markets: [market],
      decide: (batch) => {
        this.quotes.mustTakeOrder(market);
        return work(batch.context(market));
      },
    });
  }
}

function endAll(
  batch: SpotBatch,
  market: string,
  fits: (order: Order) => boolean,
  reason: RefusalCode | null,
): number[] {
  const { orderBook, entries } = batch.context(market);
  const ended = [...orderBook.orders.values()].filter(fits);
  // Of a pair, the second has ended with the first.
  for (const order of ended)
    if (orderBook.orders.has(order.id)) end(orderBook, entries, order, 'cancelled', reason);
  return ended.map(({ id }) => id);
}

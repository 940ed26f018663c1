import type { Book, Dec, Level, Market, OrderSide, OrderStatus } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import { DueOrders } from './dueOrders.ts';
import type { HouseLimit } from './houseInventory.ts';
import { HouseInventory } from './houseInventory.ts';
import { VenueLevels } from './levels.ts';
import type { Moves } from './orderIndex.ts';
import { OrderIndex } from './orderIndex.ts';
import type { BookLevel } from './priceTimeBook.ts';
import { isWithin, PriceTimeBook } from './priceTimeBook.ts';
import { TickLot } from './tickLot.ts';

/** An order in the form that an order book needs. */
export interface RestingOrder {
  readonly id: number;
  readonly userId: number;
  readonly side: OrderSide;
  readonly status: OrderStatus;
  readonly price: Dec | null;
  readonly quantity: Dec | null;
  readonly filled: Dec;
  readonly rank: number;
  /** When it expires, ms UTC; null for never. */
  readonly expiresAt: number | null;
}

/** Base units that have not traded. */
export const leftOf = ({ quantity, filled }: Pick<RestingOrder, 'quantity' | 'filled'>): Dec =>
  toText(new D(quantity ?? 0).minus(filled));

/** A taker's match: with a user's resting order, or with the house at a venue level. */
export interface Match<O> {
  readonly price: Dec;
  readonly quantity: Dec;
  /** The resting order; absent: the house. */
  readonly maker?: O;
}

/** The result of taking. */
export interface TakeResult<O> {
  readonly matches: readonly Match<O>[];
  /** The taker's own resting orders in its way: they expire instead of trading with their owner. */
  readonly expired: readonly O[];
}

type Taker = Pick<RestingOrder, 'userId' | 'side'>;

const other = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy');

/**
 * One market in memory, in whole ticks and lots: users' resting orders in price-time priority, and the used
 * quantities of the venue's levels. It follows the database: when a batch fails, it is rebuilt.
 */
export class OrderBook<O extends RestingOrder> {
  readonly market: Market;
  readonly #ticks: TickLot;
  readonly #lots: TickLot;
  readonly #book = new PriceTimeBook();
  readonly #orders = new OrderIndex<O>();
  readonly #due = new DueOrders<O>();
  readonly #levels: VenueLevels;

  /** @param venue the source's book as it is now. */
  constructor(market: Market, venue: () => Book) {
    this.market = market;
    this.#ticks = new TickLot(market.tick);
    this.#lots = new TickLot(market.lot);
    this.#levels = new VenueLevels(this.#ticks, this.#lots, venue);
  }

  /** Orders that may still trade, waiting stops included. */
  get orders(): ReadonlyMap<number, O> {
    return this.#orders.all;
  }

  /** Stops that wait for their price. */
  get waiting(): ReadonlyMap<number, O> {
    return this.#orders.waiting;
  }

  /** Users who have an order here. */
  get users(): Iterable<number> {
    return this.#orders.users;
  }

  /** A user's orders, waiting stops included. */
  ordersOf(userId: number): ReadonlyMap<number, O> {
    return this.#orders.of(userId);
  }

  /** Resting orders of a side, the best price first, then the earlier. The book must not change meanwhile. */
  *resting(side: OrderSide): Generator<O> {
    for (const id of this.#book.ids(side)) yield this.#known(id);
  }

  /** The orders placed in the book and the ids of those that left it, since the last call. */
  takeMoves(): Moves<O> {
    return this.#orders.takeMoves();
  }

  /** Expired orders, waiting stops included. @param at ms UTC. */
  due(at: number): O[] {
    return this.#due.due(at);
  }

  /** Replaces all orders by these, in queue order. */
  rebuild(orders: readonly O[]): void {
    this.#book.clear();
    this.#orders.clear();
    this.#due.clear();
    for (const order of orders) this.add(order);
  }

  /** @throws {RuleError} `amountInvalid` for a quantity or a price beyond the book's range of integers. */
  mustCount({ price, quantity }: Pick<RestingOrder, 'price' | 'quantity'>): void {
    this.#ticks.count(price ?? '0');
    this.#lots.count(quantity ?? '0');
  }

  /** Adds an order to the book, or to the waiting stops. It must not cross the book. */
  add(order: O): void {
    this.#orders.add(order);
    this.#due.add(order);
    if (order.status === 'waiting') return;
    const { id, userId, side, price } = order;
    this.#book.add(id, userId, side, this.#ticks.count(price ?? '0'), this.#lots.count(leftOf(order)));
  }

  remove(order: O): void {
    this.#orders.delete(order.id);
    this.#due.remove(order.id);
    this.#book.remove(order.id);
  }

  /** Reduces an order's quantity; it keeps its queue position. @param left base units that stay. */
  shrink(order: O, left: Dec): void {
    this.#book.resize(order.id, this.#lots.count(left));
  }

  /**
   * Takes liquidity, best price first: users before the house at the same price, earlier before later.
   * @param bound no price worse than this.
   */
  take(taker: Taker, quantity: Dec, bound: Dec, limit: HouseLimit): TakeResult<O> {
    const matches: Match<O>[] = [];
    const expired: O[] = [];
    const { userId, side } = taker;
    const stop = this.#ticks.count(bound);
    const inventory = new HouseInventory(this.market, limit);
    let left = this.#lots.count(quantity);
    const fromUsers = (upTo: number): void => {
      const taken = this.#book.take(side, userId, left, upTo);
      left = taken.left;
      for (const fill of taken.fills) matches.push(this.#matchOf(fill));
      for (const id of taken.expired) expired.push(this.#leave(id));
    };
    for (const level of this.#levels.left(other(side))) {
      if (left <= 0 || !isWithin(side, level.ticks, stop)) break;
      fromUsers(level.ticks);
      const lots = inventory.give(side, level.ticks, Math.min(left, level.lots));
      if (lots <= 0) continue;
      this.#levels.use(other(side), level, lots);
      matches.push({ price: this.#ticks.text(level.ticks), quantity: this.#lots.text(lots) });
      left -= lots;
    }
    if (left > 0) fromUsers(stop);
    return { matches, expired };
  }

  #matchOf({
    id,
    ticks,
    lots,
  }: {
    readonly id: number;
    readonly ticks: number;
    readonly lots: number;
  }): Match<O> {
    const maker = this.#book.has(id) ? this.#known(id) : this.#leave(id);
    return { maker, price: this.#ticks.text(ticks), quantity: this.#lots.text(lots) };
  }

  #leave(id: number): O {
    const order = this.#known(id);
    this.#orders.delete(id);
    this.#due.remove(id);
    return order;
  }

  #known(id: number): O {
    const order = this.#orders.all.get(id);
    if (!order) throw new Error(`the book has an order that nobody placed: ${id}`);
    return order;
  }

  /**
   * The quantity that `take` would fill: others' orders, and what the house can give at the venue's levels.
   */
  reach({ userId, side }: Taker, quantity: Dec, bound: Dec, limit: HouseLimit): Dec {
    const stop = this.#ticks.count(bound);
    const requested = this.#lots.count(quantity);
    const inventory = new HouseInventory(this.market, limit);
    let lots = 0;
    for (const level of this.#book.levels(other(side), userId)) {
      if (lots >= requested || !isWithin(side, level.ticks, stop)) break;
      lots += level.lots;
    }
    for (const level of this.#levels.left(other(side))) {
      if (lots >= requested || !isWithin(side, level.ticks, stop)) break;
      lots += inventory.give(side, level.ticks, Math.min(requested - lots, level.lots));
    }
    return this.#lots.text(Math.min(lots, requested));
  }

  /** What `take` finds, best first, at any price. */
  offered({ userId, side }: Taker, limit: HouseLimit): Level[] {
    const inventory = new HouseInventory(this.market, limit);
    const given = [...this.#levels.left(other(side))].flatMap((level): BookLevel[] => {
      const lots = inventory.give(side, level.ticks, level.lots);
      return lots > 0 ? [{ ticks: level.ticks, lots }] : [];
    });
    return this.#joined(other(side), given, this.#book.levels(other(side), userId), undefined);
  }

  /** @returns undo: resets the used quantities of the venue's levels to those of now. */
  markUsed(): () => void {
    return this.#levels.mark();
  }

  /** The venue's levels of a side less their used quantities, best first. */
  unused(side: OrderSide): Level[] {
    return Array.from(
      this.#levels.left(side),
      ({ ticks, lots }): Level => [this.#ticks.text(ticks), this.#lots.text(lots)],
    );
  }

  /** Uses a quantity of a level that `unused` has returned. */
  use(side: OrderSide, price: Dec, quantity: Dec): void {
    const ticks = this.#ticks.count(price);
    const level = [...this.#levels.left(side)].find((each) => each.ticks === ticks);
    if (level) this.#levels.use(side, level, this.#lots.count(quantity));
  }

  /** Fills a resting order by a print or a crossed venue level: the house is its counterparty. */
  fillResting(order: O, quantity: Dec): void {
    const left = this.#lots.count(leftOf(order)) - this.#lots.count(quantity);
    if (left <= 0) this.remove(order);
    else this.#book.resize(order.id, left);
  }

  /**
   * The public book: users' orders, and the venue's levels less their used quantities; venue levels beyond
   * users' best prices are hidden.
   * @param exceptUser yields what this user's order can take: without own orders, and with no level hidden.
   */
  merged(exceptUser?: number): Book {
    return this.#levels.together(() => ({
      bids: this.#side('buy', exceptUser),
      asks: this.#side('sell', exceptUser),
    }));
  }

  /** The public book at any later moment, without changes from now on. */
  view(): () => Book {
    const users = { buy: [...this.#book.levels('buy')], sell: [...this.#book.levels('sell')] };
    const levels = this.#levels.view();
    const side = (which: OrderSide): Level[] =>
      this.#joined(which, levels(which), users[which], users[other(which)][0]?.ticks);
    return () => this.#levels.together(() => ({ bids: side('buy'), asks: side('sell') }));
  }

  /** The quantity that the venue shows at a price, in base units. */
  shownAt(side: OrderSide, price: Dec): Dec {
    return this.#lots.text(this.#levels.shownAt(side, this.#ticks.count(price)));
  }

  #side(side: OrderSide, exceptUser: number | undefined): Level[] {
    const best = exceptUser === undefined ? this.#book.best(other(side)) : undefined;
    return this.#joined(side, this.#levels.left(side), this.#book.levels(side, exceptUser), best);
  }

  /** @param best price of users on the other side: venue levels beyond it are about to be traded away. */
  #joined(
    side: OrderSide,
    venue: Iterable<BookLevel>,
    users: Iterable<BookLevel>,
    best: number | undefined,
  ): Level[] {
    const lots = new Map(Array.from(venue, (level) => [level.ticks, level.lots]));
    for (const level of users) lots.set(level.ticks, (lots.get(level.ticks) ?? 0) + level.lots);
    return [...lots]
      .filter(([ticks]) => best === undefined || (side === 'buy' ? ticks < best : ticks > best))
      .sort(([a], [b]) => (side === 'buy' ? b - a : a - b))
      .map(([ticks, count]): Level => [this.#ticks.text(ticks), this.#lots.text(count)]);
  }
}

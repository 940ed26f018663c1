import type { LimitOrderOptions } from 'nodejs-order-book';
import { OrderBook, SelfTradePreventionMode, Side } from 'nodejs-order-book';
import type { Book, Dec, Level, Market, OrderSide } from '../../domain/index.ts';
import { compareDec, D, toText } from '../../domain/index.ts';
import { VenueLevels } from './levels.ts';
import type { Order } from './order.ts';
import { leftOf } from './order.ts';
import type { HouseLimit } from './purse.ts';
import { Purse } from './purse.ts';

/** What a taker got: from another person's order, or from the house at a level of the venue. */
export interface Match {
  readonly price: Dec;
  readonly quantity: Dec;
  /** The resting order; absent: the house. */
  readonly maker?: Order;
}

/** What becomes of a taking order. */
export interface Taken {
  readonly matches: readonly Match[];
  /** The taker's own resting orders that stood in its way: they end instead of trading with their owner. */
  readonly expired: readonly Order[];
}

// The library's own names for them are not exported.
const [GTC, IOC] = ['GTC', 'IOC'] as string[] as NonNullable<LimitOrderOptions['timeInForce']>[] as [
  NonNullable<LimitOrderOptions['timeInForce']>,
  NonNullable<LimitOrderOptions['timeInForce']>,
];

const other = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy');
const sideOf = (side: OrderSide): Side => (side === 'buy' ? Side.BUY : Side.SELL);

/**
 * One market in memory, in whole ticks and lots: people's resting orders in price-time priority, and what has been
 * used of the venue's levels. It follows the database: when a booking fails, it is built anew.
 */
export class Desk {
  readonly market: Market;
  readonly #tick: D;
  readonly #lot: D;
  readonly #venue: () => Book;
  #book = new OrderBook();
  readonly #orders = new Map<number, Order>();
  readonly #levels: VenueLevels;

  /** @param venue the source's book as it is now. */
  constructor(market: Market, venue: () => Book) {
    this.market = market;
    this.#tick = new D(market.tick);
    this.#lot = new D(market.lot);
    this.#venue = venue;
    this.#levels = new VenueLevels(market, venue);
  }

  /** Orders that may still trade, waiting stops included. */
  get orders(): ReadonlyMap<number, Order> {
    return this.#orders;
  }

  /** Begins anew with these orders, in the order of their places. */
  rebuild(orders: readonly Order[]): void {
    this.#book = new OrderBook();
    this.#orders.clear();
    for (const order of orders) this.add(order);
  }

  /** Puts an order into the book, or among the stops that wait. It must cross nobody's. */
  add(order: Order): void {
    this.#orders.set(order.id, order);
    if (order.status !== 'waiting') this.#enter(order, leftOf(order));
  }

  #enter(order: Order, left: Dec): void {
    const { err } = this.#book.limit({
      id: String(order.id),
      side: sideOf(order.side),
      size: this.#lots(left),
      price: this.#ticks(order.price ?? '0'),
      timeInForce: GTC,
      accountId: String(order.userId),
    });
    if (err) throw new Error(`the book refused ${order.id}: ${err.message}`);
  }

  remove(order: Order): void {
    this.#orders.delete(order.id);
    if (order.status !== 'waiting') this.#book.cancel(String(order.id));
  }

  /** Takes less of an order than was there; it keeps its place. @param left lots' worth that stays. */
  shrink(order: Order, left: Dec): void {
    // The library's own change of a size puts an order last and forgets whose it is: those behind it go in again too.
    const behind = [...this.#orders.values()]
      .filter(
        ({ side, status, price, rank }) =>
          side === order.side &&
          status !== 'waiting' &&
          rank > order.rank &&
          compareDec(price ?? '0', order.price ?? '0') === 0,
      )
      .sort((a, b) => a.rank - b.rank);
    for (const each of [order, ...behind]) this.#book.cancel(String(each.id));
    this.#enter(order, left);
    for (const each of behind) this.#enter(each, leftOf(each));
  }

  /**
   * Takes what is there, best price first: people before the house at the same price, earlier before later.
   * @param bound no price worse than this.
   */
  take(
    taker: { readonly userId: number; readonly side: OrderSide },
    quantity: Dec,
    bound: Dec,
    limit: HouseLimit,
  ): Taken {
    const matches: Match[] = [];
    const expired: Order[] = [];
    let left = this.#lots(quantity);
    const stop = this.#ticks(bound);
    const purse = new Purse(this.market, limit);
    for (const level of [...this.#levels.left(other(taker.side)), undefined]) {
      if (left <= 0) break;
      const isReached = level !== undefined && isWithin(taker.side, level.ticks, stop);
      const people = this.#takePeople(taker, left, isReached ? level.ticks : stop);
      matches.push(...people.matches);
      expired.push(...people.expired);
      left = people.left;
      if (!isReached) break;
      if (left <= 0) break;
      const lots = Math.min(left, level.lots, purse.lots(taker.side, level.ticks));
      if (lots <= 0) continue;
      this.#levels.use(other(taker.side), level, lots);
      purse.spend(taker.side, level.ticks, lots);
      matches.push({ price: this.#price(level.ticks), quantity: this.#quantity(lots) });
      left -= lots;
    }
    return { matches, expired };
  }

  /** How much of a quantity `take` would take: others' orders, and what the house can give at the venue's levels. */
  reach(
    taker: { readonly userId: number; readonly side: OrderSide },
    quantity: Dec,
    bound: Dec,
    limit: HouseLimit,
  ): Dec {
    const stop = this.#ticks(bound);
    const wished = this.#lots(quantity);
    let lots = 0;
    for (const order of this.#orders.values()) {
      if (order.side === taker.side || order.status === 'waiting' || order.userId === taker.userId) continue;
      if (isWithin(taker.side, this.#ticks(order.price ?? '0'), stop)) lots += this.#lots(leftOf(order));
    }
    const purse = new Purse(this.market, limit);
    for (const level of this.#levels.left(other(taker.side))) {
      if (lots >= wished || !isWithin(taker.side, level.ticks, stop)) break;
      const part = Math.min(wished - lots, level.lots, purse.lots(taker.side, level.ticks));
      purse.spend(taker.side, level.ticks, part);
      lots += part;
    }
    return this.#quantity(Math.min(lots, wished));
  }

  /** @returns undo: the venue's levels as used as they are now. */
  markUsed(): () => void {
    return this.#levels.mark();
  }

  /** The venue's levels of a side less what was used of them, best first. */
  unused(side: OrderSide): Level[] {
    return this.#levels
      .left(side)
      .map(({ ticks, lots }): Level => [this.#price(ticks), this.#quantity(lots)]);
  }

  /** Uses some of a level that `unused` has shown. */
  use(side: OrderSide, price: Dec, quantity: Dec): void {
    const ticks = this.#ticks(price);
    const level = this.#levels.left(side).find((each) => each.ticks === ticks);
    if (level) this.#levels.use(side, level, this.#lots(quantity));
  }

  /** Fills a resting order by a print or a crossed level of the venue: the house is its counterparty. */
  fillResting(order: Order, quantity: Dec): void {
    const left = new D(leftOf(order)).minus(quantity);
    if (left.lte(0)) this.remove(order);
    else this.shrink(order, toText(left));
  }

  /**
   * The book that people see: the venue's less what was used, and everybody's orders.
   * @param exceptUser what this person's order can take: their own are left out, and nothing is hidden.
   */
  merged(exceptUser?: number): Book {
    return { bids: this.#side('buy', exceptUser), asks: this.#side('sell', exceptUser) };
  }

  /** The quantity that the venue shows at a price, in base units. */
  shownAt(side: OrderSide, price: Dec): Dec {
    const levels = side === 'buy' ? this.#venue().bids : this.#venue().asks;
    return levels.find(([at]) => compareDec(at, price) === 0)?.[1] ?? '0';
  }

  #takePeople(
    taker: { readonly userId: number; readonly side: OrderSide },
    lots: number,
    ticks: number,
  ): { matches: Match[]; expired: Order[]; left: number } {
    const result = this.#book.limit({
      id: 'taker',
      side: sideOf(taker.side),
      size: lots,
      price: ticks,
      timeInForce: IOC,
      accountId: String(taker.userId),
      stpMode: SelfTradePreventionMode.EXPIRE_MAKER,
    });
    if (result.err) throw new Error(`the book refused a taker: ${result.err.message}`);
    const matches: Match[] = [];
    let left = lots;
    const matched = (id: string, own: number): void => {
      const maker = this.#orders.get(Number.parseInt(id, 10));
      if (!maker) return;
      matches.push({ maker, price: maker.price ?? '0', quantity: this.#quantity(own) });
      left -= own;
    };
    for (const done of result.done) {
      if (done.id === 'taker') continue;
      const maker = this.#orders.get(Number.parseInt(done.id, 10));
      if (maker) matched(done.id, this.#lots(leftOf(maker)));
    }
    if (result.partial && result.partial.id !== 'taker')
      matched(result.partial.id, result.partialQuantityProcessed);
    for (const { maker } of matches) {
      if (maker && !this.#book.order(String(maker.id))) this.#orders.delete(maker.id);
    }
    const expired = (result.stpExpired ?? [])
      .map(({ id }) => this.#orders.get(Number.parseInt(id, 10)))
      .filter((order) => order !== undefined);
    for (const order of expired) this.#orders.delete(order.id);
    return { matches, expired, left };
  }

  #side(side: OrderSide, exceptUser: number | undefined): Level[] {
    const lots = new Map<number, number>();
    for (const level of this.#levels.left(side)) lots.set(level.ticks, level.lots);
    for (const order of this.#orders.values()) {
      if (order.side !== side || order.status === 'waiting' || order.userId === exceptUser) continue;
      const ticks = this.#ticks(order.price ?? '0');
      lots.set(ticks, (lots.get(ticks) ?? 0) + this.#lots(leftOf(order)));
    }
    const best = exceptUser === undefined ? this.#bestPeople(other(side)) : undefined;
    return [...lots]
      .filter(([ticks]) => best === undefined || (side === 'buy' ? ticks < best : ticks > best))
      .sort(([a], [b]) => (side === 'buy' ? b - a : a - b))
      .map(([ticks, count]): Level => [this.#price(ticks), this.#quantity(count)]);
  }

  /** The best price among people's orders, in ticks: the venue's levels beyond it are about to be traded away. */
  #bestPeople(side: OrderSide): number | undefined {
    let best: number | undefined;
    for (const order of this.#orders.values()) {
      if (order.side !== side || order.status === 'waiting') continue;
      const ticks = this.#ticks(order.price ?? '0');
      if (best === undefined || (side === 'buy' ? ticks > best : ticks < best)) best = ticks;
    }
    return best;
  }

  #ticks(price: Dec): number {
    return new D(price).div(this.#tick).round().toNumber();
  }
  #lots(quantity: Dec): number {
    return new D(quantity).div(this.#lot).round().toNumber();
  }
  #price(ticks: number): Dec {
    return toText(this.#tick.times(ticks));
  }
  #quantity(lots: number): Dec {
    return toText(this.#lot.times(lots));
  }
}

const isWithin = (side: OrderSide, ticks: number, bound: number): boolean =>
  side === 'buy' ? ticks <= bound : ticks >= bound;

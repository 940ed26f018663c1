import type { Dec, RefusalCode, RuleError } from '../../../../domain/index.ts';
import {
  compareDec,
  compareUrgency,
  coveredPrice,
  D,
  isTriggered,
  isUnmet,
  toText,
} from '../../../../domain/index.ts';
import type { OrderBook } from '../../../matching/orderBook.ts';
import { leftOf } from '../../../matching/orderBook.ts';
import { VenueFills } from '../../../matching/venueFills.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { end } from '../batch/orderEnd.ts';
import { fire } from '../orders/fire.ts';
import { tradeResting } from '../orders/makers.ts';
import type { PerpetualEngine } from './engine.ts';
import { TrailingStops } from './trailingStops.ts';

/** What the books refuse however often it is tried. */
const REFUSED_AGAIN: readonly RefusalCode[] = ['insufficientBalance', 'amountInvalid'];

/** A trigger that a price has reached, with the number of its order. */
interface ReachedTrigger {
  readonly number: number;
  readonly trigger: FuturesOrder['trigger'];
}

/** Fills resting orders by the venue's prints and book, and fires triggers by last prices and marks. */
export class PerpetualFills {
  readonly #engine: PerpetualEngine;
  /** Orders that are being fired, by market. */
  readonly #firing = new Map<string, Set<number>>();
  /** Triggers that a price has reached and whose firing could not be booked, by market and order. */
  readonly #unbooked = new Map<string, Map<number, FuturesOrder['trigger']>>();
  readonly #fills: VenueFills<FuturesOrder, PerpetualBatch>;
  readonly #trailing: TrailingStops;
  readonly #stop: () => void;

  constructor(engine: PerpetualEngine) {
    this.#engine = engine;
    this.#fills = new VenueFills(engine, {
      fill: fillResting,
      printed: (id, prices) => this.#reached(id, prices),
      changed: (id) => this.#reached(id),
      // Reduce-only orders protect the user's money, and stay while the account is frozen.
      endFrozen(batch, order) {
        if (!order.reduceOnly) end(batch, order, 'cancelled', 'accountFrozen');
      },
      isOpening: (order) => !order.reduceOnly,
      endBarred: (batch, order) => end(batch, order, 'cancelled', 'marketReduceOnly'),
    });
    this.#trailing = new TrailingStops((id, decide) => this.#fills.run(id, decide));
    engine.trailOf = (order) => this.#trailing.of(order);
    this.#stop = engine.marks.onMarks((rows) => {
      for (const [id] of rows) this.#reached(id);
    });
    this.#fills.start();
  }

  close(): void {
    this.#stop();
    this.#fills.close();
  }

  /**
   * Fires triggers that the prices have reached, if only for a moment. A trigger that was reached without
   * liquidity is tried again once there is some, whatever the price is by then.
   * @param prints prices of trades, besides the last one of the mark.
   */
  #reached(id: string, prints: readonly Dec[] = []): void {
    const orderBook = this.#engine.orderBooks.get(id);
    const mark = this.#engine.marks.of(id);
    if (!orderBook || !mark || mark.state !== 'live') return;
    const lasts = [...prints, mark.last];
    const unbooked = this.#unbooked.get(id);
    const isReached = (order: FuturesOrder): boolean => {
      const { trigger, side, reason } = order;
      if (trigger === null) return false;
      if (isSameTrigger(trigger, unbooked?.get(order.id))) return true;
      const prices = trigger.source === 'mark' ? [mark.mark] : lasts;
      if (trigger.kind === 'trail')
        return isUnmet(reason) || this.#trailing.isFired(order, prices, orderBook.market.tick);
      return isUnmet(reason) || prices.some((price) => isTriggered(side, trigger.kind, trigger.price, price));
    };
    const firing = this.#firingIn(id);
    const reached = [...orderBook.waiting.values()].filter(
      (order) => isReached(order) && !firing.has(order.id) && !this.#isHopeless(orderBook, order),
    );
    if (reached.length > 0) this.#fire(id, reached, firing);
    this.#trailing.book(orderBook);
  }

  #fire(id: string, reached: FuturesOrder[], firing: Set<number>): void {
    // By number: where its transaction has failed with another command, a book has other objects of its orders.
    const seen = reached.sort(compareUrgency).map(({ id: number, trigger }) => ({ number, trigger }));
    for (const { number } of seen) firing.add(number);
    void this.#fireEach(id, seen).then((unbooked) => {
      for (const { number } of seen) firing.delete(number);
      this.#keep(id, unbooked, unbooked.length < seen.length);
    });
  }

  /**
   * Together; where that fails, one by one: nobody's stop waits because another one cannot be booked.
   * @returns what is not booked.
   */
  async #fireEach(id: string, seen: readonly ReachedTrigger[]): Promise<readonly ReachedTrigger[]> {
    const outcome = await this.#fireTogether(id, seen);
    if (outcome === 'booked') return [];
    if (outcome === 'notLive') return seen;
    if (seen.length === 1) return outcome && (await this.#endRefused(id, seen, outcome.code)) ? [] : seen;
    const unbooked: ReachedTrigger[] = [];
    for (const each of seen) unbooked.push(...(await this.#fireEach(id, [each])));
    return unbooked;
  }

  /** @returns undefined or the books' refusal where nothing is booked. */
  async #fireTogether(
    id: string,
    seen: readonly ReachedTrigger[],
  ): Promise<'booked' | 'notLive' | RuleError | undefined> {
    let isLive = false;
    let refusal: RuleError | undefined;
    const fireAll = (batch: PerpetualBatch): void => {
      isLive = batch.mark(id).state === 'live';
      // An order whose trigger was changed meanwhile waits for the new one.
      for (const { number, trigger } of seen) {
        const order: FuturesOrder | undefined = batch.orderBook(id).waiting.get(number);
        if (!order) continue;
        this.#trailing.advance(batch, order);
        if (order.trail ? order.trail.reached !== null : isSameTrigger(order.trigger, trigger))
          fire(batch, order);
      }
    };
    const isBooked = await this.#fills.run(id, fireAll, (error) => {
      refusal = error;
    });
    if (!isBooked) return refusal;
    return isLive ? 'booked' : 'notLive';
  }

  /** Ends orders that the books refuse: they would be refused at each price. What only reduces stays, and is tried again. */
  async #endRefused(id: string, seen: readonly ReachedTrigger[], code: RefusalCode): Promise<boolean> {
    if (!REFUSED_AGAIN.includes(code)) return false;
    return this.#fills.run(id, (batch) => {
      for (const { number } of seen) {
        const order = batch.orderBook(id).waiting.get(number);
        if (order && !order.reduceOnly) end(batch, order, 'cancelled', code);
      }
    });
  }

  /**
   * A price that was there for a moment has reached a trigger, whether or not that could be booked then.
   * @param isAnyBooked whether others of its turn are: while nothing can be booked, a book may lack an order that it has
   * again once it is read.
   */
  #keep(id: string, seen: readonly ReachedTrigger[], isAnyBooked: boolean): void {
    const unbooked = this.#unbooked.get(id) ?? new Map<number, FuturesOrder['trigger']>();
    if (isAnyBooked) this.#drop(id, unbooked);
    for (const { number, trigger } of seen) unbooked.set(number, trigger);
    if (unbooked.size > 0) this.#unbooked.set(id, unbooked);
    else this.#unbooked.delete(id);
  }

  /** Drops what has fired, ended, or waits for something else. */
  #drop(id: string, unbooked: Map<number, FuturesOrder['trigger']>): void {
    const waiting = this.#engine.orderBooks.get(id)?.waiting;
    for (const [number, trigger] of unbooked) {
      const order = waiting?.get(number);
      if (!order || isUnmet(order.reason) || !isSameTrigger(order.trigger, trigger)) unbooked.delete(number);
    }
  }

  /**
   * Whether a trigger that could not act still cannot: there is no liquidity, or only at prices beyond its
   * backing.
   */
  #isHopeless(orderBook: OrderBook<FuturesOrder>, { reason, userId, side }: FuturesOrder): boolean {
    if (!isUnmet(reason)) return false;
    const { store } = this.#engine;
    const { market } = orderBook;
    const book = orderBook.merged(userId);
    const best = (side === 'buy' ? book.asks : book.bids)[0]?.[0];
    if (best === undefined || reason === 'noLiquidity') return best === undefined;
    const position = store.position(userId, market.id);
    const { posted, held } = store.wallet(userId);
    const bound = position && coveredPrice(position, toText(posted.minus(held)), market.tick);
    return bound !== undefined && compareDec(best, bound) * (side === 'buy' ? 1 : -1) > 0;
  }

  #firingIn(id: string): Set<number> {
    const known = this.#firing.get(id);
    if (known) return known;
    const made = new Set<number>();
    this.#firing.set(id, made);
    return made;
  }
}

/** Whether two triggers wait for the same price of the same source. */
const isSameTrigger = (a: FuturesOrder['trigger'], b: FuturesOrder['trigger'] | undefined): boolean =>
  a === b || (!!a && !!b && a.kind === b.kind && a.source === b.source && compareDec(a.price, b.price) === 0);

/** Fills a resting order at its own price, as far as the house can and its user can afford. */
function fillResting(batch: PerpetualBatch, order: FuturesOrder, requested: Dec): D {
  const { market, side } = order;
  const orderBook = batch.orderBook(market);
  const left = leftOf(order);
  if (left === '0' || orderBook.orders.get(order.id) !== order) return new D(0);
  const price = order.price ?? '0';
  const { base, quote, lot } = orderBook.market;
  const limit = batch.houseLimit(market);
  const most = side === 'buy' ? new D(limit(base)) : new D(limit(quote)).div(price);
  const quantity = D.min(requested, left, most).div(lot).floor().times(lot);
  if (quantity.lte(0)) return new D(0);
  const part = toText(quantity);
  const isTraded = tradeResting(batch, order, part, () => orderBook.fillResting(order, part));
  return isTraded ? quantity : new D(0);
}

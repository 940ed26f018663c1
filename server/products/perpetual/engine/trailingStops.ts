import type { Dec, Trail, TriggerSource } from '../../../../domain/index.ts';
import { isSameTrail, walkTrail } from '../../../../domain/index.ts';
import type { OrderBook } from '../../../matching/orderBook.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { FuturesOrder } from '../batch/order.ts';
import { advance } from '../orders/trailing.ts';

type Book = OrderBook<FuturesOrder>;
/** Progress of one, by the prices that it watches. */
interface Ahead {
  readonly trail: Trail;
  readonly source: TriggerSource | undefined;
}
/** Orders per transaction. Other commands run in between. */
const TOGETHER = 25;

/**
 * Progress of trailing stops. Each price counts at once; the progress is booked in later transactions, the
 * longest waiting first, and a restart resumes from the last booked price.
 */
export class TrailingStops {
  readonly #run: (id: string, decide: (batch: PerpetualBatch) => void) => Promise<unknown>;
  /** Progress that is not booked yet, by market and order. */
  readonly #ahead = new Map<string, Map<number, Ahead>>();
  readonly #booking = new Set<string>();

  constructor(run: (id: string, decide: (batch: PerpetualBatch) => void) => Promise<unknown>) {
    this.#run = run;
  }

  /**
   * Applies prices of a market, oldest first.
   * @returns whether they, or earlier ones, have fired the stop.
   */
  isFired(order: FuturesOrder, prices: readonly Dec[], tick: Dec): boolean {
    const trail = this.of(order);
    if (!trail) return false;
    const next = walkTrail(order.side, trail, prices, tick);
    if (next !== trail) {
      const ahead = this.#ahead.get(order.market) ?? new Map<number, Ahead>();
      const source = order.trigger?.source;
      this.#ahead.set(order.market, ahead.set(order.id, { trail: next, source }));
    }
    return next.reached !== null;
  }

  /** Books an order's progress, in a batch that does more with it. */
  advance(batch: PerpetualBatch, order: FuturesOrder): void {
    const trail = this.of(order);
    if (trail) advance(batch, order, trail);
  }

  /** Books the progress in a market, unless that is under way. */
  book(orderBook: Book): void {
    const { id } = orderBook.market;
    const moved = this.#booking.has(id) ? [] : this.#moved(orderBook).slice(0, TOGETHER);
    if (moved.length === 0) return;
    this.#booking.add(id);
    const booked = new Map<number, Trail>();
    const work = this.#run(id, (batch) => {
      for (const order of moved) {
        if (orderBook.orders.get(order.id) !== order || order.status !== 'waiting') continue;
        this.advance(batch, order);
        if (order.trail) booked.set(order.id, order.trail);
      }
    });
    void work.finally(() => {
      this.#booking.delete(id);
      if (!this.#settle(orderBook, booked)) return;
      this.book(orderBook);
    });
  }

  /** As the prices so far have moved it. */
  of(order: FuturesOrder): Trail | null {
    const ahead = this.#ahead.get(order.market)?.get(order.id);
    // One that was changed meanwhile follows from where it stands now.
    return ahead && isOf(ahead, order) ? ahead.trail : order.trail;
  }

  #moved({ market, orders }: Book): FuturesOrder[] {
    return [...(this.#ahead.get(market.id) ?? [])].flatMap(([id, ahead]) => {
      const order = orders.get(id);
      const isAhead = order && order.trail !== ahead.trail && isOf(ahead, order);
      return order?.status === 'waiting' && isAhead ? [order] : [];
    });
  }

  /**
   * Drops booked progress and ended orders.
   * @returns false when nothing was booked: the next price retries.
   */
  #settle({ market, orders }: Book, booked: ReadonlyMap<number, Trail>): boolean {
    const ahead = this.#ahead.get(market.id);
    const isDone = [...booked].every(([id, trail]) => (orders.get(id)?.trail ?? trail) === trail);
    if (!isDone || booked.size === 0 || !ahead) return false;
    for (const [id, { trail }] of ahead) if ((orders.get(id)?.trail ?? trail) === trail) ahead.delete(id);
    return true;
  }
}

/** Whether progress is that of an order as it follows now: in the same way, and the same prices. */
const isOf = ({ trail, source }: Ahead, order: FuturesOrder): boolean =>
  order.trail !== null && isSameTrail(trail, order.trail) && order.trigger?.source === source;

import { isLiveStatus } from '../../../../domain/index.ts';
import type { OrderBook } from '../../../matching/orderBook.ts';
import type { FuturesOrder } from './order.ts';

/** Committed orders that chase, by market: nobody looks through all others for them. */
export class ChasingOrders {
  readonly #byMarket = new Map<string, Set<number>>();
  /** Markets whose book was here with its stored orders. */
  readonly #read = new Set<string>();

  /** @param orders in their committed state. */
  note(orders: Iterable<FuturesOrder>): void {
    for (const { id, market, chase, status } of orders) {
      if (!chase) continue;
      const own = this.#byMarket.get(market) ?? new Set<number>();
      if (isLiveStatus(status)) own.add(id);
      else own.delete(id);
      if (own.size > 0) this.#byMarket.set(market, own);
      else this.#byMarket.delete(market);
    }
  }

  /** The stored orders of a market, which come with its first book: after the start where it is listed later. */
  noteFirst({ market, orders }: OrderBook<FuturesOrder>): void {
    if (this.#read.has(market.id)) return;
    this.#read.add(market.id);
    this.note(orders.values());
  }

  get markets(): readonly string[] {
    return [...this.#byMarket.keys()];
  }

  /** The oldest first. */
  of({ market, orders }: OrderBook<FuturesOrder>): FuturesOrder[] {
    return [...(this.#byMarket.get(market.id) ?? [])].flatMap((id) => orders.get(id) ?? []);
  }
}

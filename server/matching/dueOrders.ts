import { isExpired } from '../../domain/index.ts';

/** An order that may expire. */
export interface EndingOrder {
  readonly id: number;
  /** ms UTC; null for an order that is good till cancelled. */
  readonly expiresAt: number | null;
}

/** The orders of a book that expire. A check is free while none is due. */
export class DueOrders<O extends EndingOrder> {
  readonly #orders = new Map<number, O>();
  /** No order here expires before this, ms UTC. */
  #earliest = Number.POSITIVE_INFINITY;

  add(order: O): void {
    if (order.expiresAt === null) return;
    this.#orders.set(order.id, order);
    this.#earliest = Math.min(this.#earliest, order.expiresAt);
  }

  remove(id: number): void {
    this.#orders.delete(id);
  }

  clear(): void {
    this.#orders.clear();
    this.#earliest = Number.POSITIVE_INFINITY;
  }

  /** Expired orders, the earliest first. @param at ms UTC. */
  due(at: number): O[] {
    if (at < this.#earliest) return [];
    const ends = [...this.#orders.values()].sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0));
    this.#earliest = ends[0]?.expiresAt ?? Number.POSITIVE_INFINITY;
    return ends.filter((order) => isExpired(order, at));
  }
}

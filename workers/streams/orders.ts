import type { OrderRow } from '../../domain/contract/index.ts';
import { isLiveStatus } from '../../domain/index.ts';
import type { PrivateEvent } from './account.ts';

/** Orders that ended lately are kept, so that a late, older state of one does not bring it back. */
const MOST_ENDED = 500;

/** The orders of whoever is logged in that may still trade. A status never moves backwards. */
export class Orders {
  readonly #live = new Map<number, OrderRow>();
  readonly #ended = new Map<number, number>();
  #version = 0;

  /** Rises with each change, fills included. */
  get version(): number {
    return this.#version;
  }
  /** Newest first. */
  get live(): readonly OrderRow[] {
    return [...this.#live.values()].sort((a, b) => b.id - a.id);
  }

  take(event: PrivateEvent): void {
    if ('snapshot' in event) {
      this.#live.clear();
      for (const order of event.snapshot.orders) this.#put(order);
    } else if (event.row.type === 'order') this.#put(event.row.body);
    else if (event.row.type !== 'fill') return;
    this.#version += 1;
  }

  /** Nobody is logged in, or somebody else. */
  clear(): void {
    this.#live.clear();
    this.#ended.clear();
    this.#version += 1;
  }

  #put(order: OrderRow): void {
    const known = this.#live.get(order.id)?.version ?? this.#ended.get(order.id) ?? 0;
    if (order.version <= known) return;
    if (isLiveStatus(order.status)) {
      this.#live.set(order.id, order);
      return;
    }
    this.#live.delete(order.id);
    this.#ended.set(order.id, order.version);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }
}

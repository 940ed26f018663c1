import type { OrderStatus } from '../../domain/index.ts';

/** The fields by which an order is indexed. */
interface Indexed {
  readonly id: number;
  readonly userId: number;
  readonly status: OrderStatus;
}

/** Orders that were placed in a book and orders that left it, since the last call of `takeMoves`. */
export interface Moves<O> {
  readonly placed: Iterable<O>;
  readonly left: Iterable<number>;
}

/**
 * The live orders of one market by id, by user, and those that wait for a trigger, so that no event of an
 * order or a price scans all of them. An indexed order's status and user do not change.
 */
export class OrderIndex<O extends Indexed> {
  readonly #all = new Map<number, O>();
  readonly #waiting = new Map<number, O>();
  readonly #users = new Map<number, Map<number, O>>();
  #placed = new Map<number, O>();
  #left = new Set<number>();

  get all(): ReadonlyMap<number, O> {
    return this.#all;
  }

  /** Orders that wait for a trigger, in the order in which they came. */
  get waiting(): ReadonlyMap<number, O> {
    return this.#waiting;
  }

  get users(): Iterable<number> {
    return this.#users.keys();
  }

  /** A user's orders, in the order in which they came. */
  of(userId: number): ReadonlyMap<number, O> {
    return this.#users.get(userId) ?? new Map();
  }

  add(order: O): void {
    const { id, userId, status } = order;
    this.#all.set(id, order);
    const own = this.#users.get(userId);
    if (own) own.set(id, order);
    else this.#users.set(userId, new Map([[id, order]]));
    if (status === 'waiting') this.#waiting.set(id, order);
    else {
      this.#placed.set(id, order);
      this.#left.delete(id);
    }
  }

  delete(id: number): void {
    const order = this.#all.get(id);
    if (!order) return;
    this.#all.delete(id);
    this.#waiting.delete(id);
    this.#placed.delete(id);
    this.#left.add(id);
    const own = this.#users.get(order.userId);
    own?.delete(id);
    if (own?.size === 0) this.#users.delete(order.userId);
  }

  clear(): void {
    for (const id of [...this.#all.keys()]) this.delete(id);
  }

  /** Returns what has moved since the last call and resets. */
  takeMoves(): Moves<O> {
    const moves = { placed: this.#placed.values(), left: this.#left };
    this.#placed = new Map();
    this.#left = new Set();
    return moves;
  }
}

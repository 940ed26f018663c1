import type { OrderStatus } from '../../domain/index.ts';

/** What an order is found by. */
interface Indexed {
  readonly id: number;
  readonly userId: number;
  readonly status: OrderStatus;
}

/** What has come to a new place in a book, and what has left it, since it was last asked for. */
export interface Moves<O> {
  readonly placed: Iterable<O>;
  readonly left: Iterable<number>;
}

/**
 * The live orders of one market by number, by person, and those that wait for a trigger: nothing that happens with each
 * order or each price looks at all of them. An order's status and person stay as they are while it is in here.
 */
export class OrderIndex<O extends Indexed> {
  readonly #all = new Map<number, O>();
  readonly #waiting = new Map<number, O>();
  readonly #people = new Map<number, Map<number, O>>();
  #placed = new Map<number, O>();
  #left = new Set<number>();

  get all(): ReadonlyMap<number, O> {
    return this.#all;
  }

  /** Orders that wait for a trigger, in the order in which they came. */
  get waiting(): ReadonlyMap<number, O> {
    return this.#waiting;
  }

  get people(): Iterable<number> {
    return this.#people.keys();
  }

  /** A person's orders, in the order in which they came. */
  of(userId: number): ReadonlyMap<number, O> {
    return this.#people.get(userId) ?? new Map();
  }

  add(order: O): void {
    const { id, userId, status } = order;
    this.#all.set(id, order);
    const own = this.#people.get(userId);
    if (own) own.set(id, order);
    else this.#people.set(userId, new Map([[id, order]]));
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
    const own = this.#people.get(order.userId);
    own?.delete(id);
    if (own?.size === 0) this.#people.delete(order.userId);
  }

  clear(): void {
    for (const id of [...this.#all.keys()]) this.delete(id);
  }

  /** Hands over what has moved; the next call begins anew. */
  takeMoves(): Moves<O> {
    const moves = { placed: this.#placed.values(), left: this.#left };
    this.#placed = new Map();
    this.#left = new Set();
    return moves;
  }
}

import type { Book, Dec, Level } from '../../domain/index.ts';
import { compareDec, isZeroDec } from '../../domain/index.ts';
import type { DepthDiff, DepthSnapshot } from './normalise.ts';

/** One side of a deep book: quantities by price, and the prices in order. */
class DeepSide {
  readonly #quantities = new Map<Dec, Dec>();
  readonly #order: 1 | -1;
  /** Best first. */
  #prices: Dec[];

  /** @param order 1 for asks (lowest first), −1 for bids. */
  constructor(order: 1 | -1, levels: readonly Level[] = []) {
    this.#order = order;
    for (const [price, quantity] of levels) if (!isZeroDec(quantity)) this.#quantities.set(price, quantity);
    this.#prices = [...this.#quantities.keys()].sort((a, b) => compareDec(a, b) * order);
  }

  set([price, quantity]: Level): void {
    const isKnown = this.#quantities.has(price);
    if (isZeroDec(quantity)) {
      if (this.#quantities.delete(price)) this.#prices.splice(this.#placeOf(price), 1);
      return;
    }
    this.#quantities.set(price, quantity);
    if (!isKnown) this.#prices.splice(this.#placeOf(price), 0, price);
  }

  top(depth: number): Level[] {
    return this.#prices.slice(0, depth).map((price) => [price, this.#quantities.get(price) ?? '0']);
  }

  /** Index of the price, or where it would stand. */
  #placeOf(price: Dec): number {
    let low = 0;
    let high = this.#prices.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareDec(this.#prices[middle] ?? price, price) * this.#order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** What a message did: `waiting` for a snapshot, `ready`, `old` (left out), or `gap` (a new snapshot is needed). */
export type SyncResult = 'waiting' | 'ready' | 'old' | 'gap';

/**
 * A venue's full book from one snapshot and the differences around it. Differences that come before the snapshot
 * wait for it. Spot numbers differences without holes (`first` follows `last`); futures chain them by `previous`.
 */
export class DepthSync {
  #waiting: DepthDiff[] = [];
  #bids = new DeepSide(-1);
  #asks = new DeepSide(1);
  #last: number | undefined;
  #hasChained = false;

  /** Id of the last update in the book; undefined before the first snapshot. */
  get lastUpdateId(): number | undefined {
    return this.#last;
  }

  book(depth: number): Book {
    return { bids: this.#bids.top(depth), asks: this.#asks.top(depth) };
  }

  /** @returns `gap` when the snapshot is older than the first difference that waits: take another. */
  snapshot(snapshot: DepthSnapshot): SyncResult {
    const first = this.#waiting[0];
    if (this.#last !== undefined) return 'old';
    if (first && snapshot.last + 1 < first.first) return 'gap';
    this.#bids = new DeepSide(-1, snapshot.bids);
    this.#asks = new DeepSide(1, snapshot.asks);
    this.#last = snapshot.last;
    this.#hasChained = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const diff of waiting) if (this.diff(diff) === 'gap') return 'gap';
    return 'ready';
  }

  diff(diff: DepthDiff): SyncResult {
    if (this.#last === undefined) {
      this.#waiting.push(diff);
      return 'waiting';
    }
    const isFutures = diff.previous !== undefined;
    if (isFutures ? diff.last < this.#last : diff.last <= this.#last) return 'old';
    if (!this.#continues(diff, this.#last)) return this.#lose(diff);
    for (const level of diff.bids) this.#bids.set(level);
    for (const level of diff.asks) this.#asks.set(level);
    this.#last = diff.last;
    this.#hasChained = true;
    return 'ready';
  }

  #continues(diff: DepthDiff, last: number): boolean {
    if (diff.previous === undefined)
      return diff.first <= last + 1 && (!this.#hasChained || diff.first === last + 1);
    return this.#hasChained ? diff.previous === last : diff.first <= last && last <= diff.last;
  }

  #lose(diff: DepthDiff): 'gap' {
    this.#last = undefined;
    this.#waiting = [diff];
    return 'gap';
  }
}

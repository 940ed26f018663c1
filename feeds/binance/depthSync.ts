import type { Book, Dec, Level } from '../../domain/index.ts';
import { compareDec, isZeroDec } from '../../domain/index.ts';
import type { DepthDiff, DepthSnapshot } from './normalise.ts';

/** One side of a deep book: quantities by price, and the prices in order. */
class DeepSide {
  readonly #quantities = new Map<Dec, Dec>();
  readonly #order: 1 | -1;
  #sorted: Dec[] = [];
  #isSorted = true;

  /** @param order 1 for asks (lowest first), −1 for bids. */
  constructor(order: 1 | -1) {
    this.#order = order;
  }

  set([price, quantity]: Level): void {
    if (isZeroDec(quantity)) {
      if (this.#quantities.delete(price)) this.#isSorted = false;
      return;
    }
    if (!this.#quantities.has(price)) this.#isSorted = false;
    this.#quantities.set(price, quantity);
  }

  top(depth: number): Level[] {
    if (!this.#isSorted) {
      this.#sorted = [...this.#quantities.keys()].sort((a, b) => compareDec(a, b) * this.#order);
      this.#isSorted = true;
    }
    return this.#sorted.slice(0, depth).map((price) => [price, this.#quantities.get(price) ?? '0']);
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
    this.#bids = new DeepSide(-1);
    this.#asks = new DeepSide(1);
    for (const level of snapshot.bids) this.#bids.set(level);
    for (const level of snapshot.asks) this.#asks.set(level);
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

import type { Book, Dec, Level } from '../../domain/index.ts';
import { compareDec, isZeroDec } from '../../domain/index.ts';
import type { DepthDiff, DepthSnapshot } from './normalise.ts';

/** Levels that are kept in order; the rest of a side is looked through when these run out. */
const WINDOW = 200;

/** One side of a deep book: all quantities by price, and the best prices in order. */
class DeepSide {
  readonly #quantities = new Map<Dec, Dec>();
  readonly #order: 1 | -1;
  /** Best first; whatever is not in it is worse than all of it. */
  #best: Dec[] = [];

  /** @param order 1 for asks (lowest first), −1 for bids. */
  constructor(order: 1 | -1, levels: readonly Level[] = []) {
    this.#order = order;
    for (const [price, quantity] of levels) if (!isZeroDec(quantity)) this.#quantities.set(price, quantity);
    this.#fill(WINDOW);
  }

  set([price, quantity]: Level): void {
    const isZero = isZeroDec(quantity);
    const isWhole = this.#best.length === this.#quantities.size;
    const isKnown = this.#quantities.has(price);
    if (isZero) this.#quantities.delete(price);
    else this.#quantities.set(price, quantity);
    // A new quantity moves nothing.
    if (isKnown !== isZero) return;
    const place = this.#placeOf(price);
    if (isZero) {
      if (place < this.#best.length) this.#best.splice(place, 1);
    } else if (place < this.#best.length || isWhole) {
      this.#best.splice(place, 0, price);
      if (this.#best.length > 2 * WINDOW) this.#best.length = WINDOW;
    }
  }

  top(depth: number): Level[] {
    if (this.#best.length < Math.min(depth, this.#quantities.size)) this.#fill(Math.max(depth, WINDOW));
    const count = Math.min(depth, this.#best.length);
    const levels: Level[] = new Array(count);
    for (let i = 0; i < count; i++) {
      const price = this.#best[i] ?? '';
      levels[i] = [price, this.#quantities.get(price) ?? '0'];
    }
    return levels;
  }

  #fill(count: number): void {
    const prices = [...this.#quantities.keys()].sort((a, b) => compareDec(a, b) * this.#order);
    this.#best = prices.slice(0, count);
  }

  /** Index of the price among the best, or where it would stand. */
  #placeOf(price: Dec): number {
    let low = 0;
    let high = this.#best.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareDec(this.#best[middle] ?? price, price) * this.#order < 0) low = middle + 1;
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

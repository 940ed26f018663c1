import type { Book, Level } from '../../domain/index.ts';
import { isZeroDec } from '../../domain/index.ts';
import { BookSide } from '../venues/bookSide.ts';
import type { DepthDiff, DepthSnapshot } from './normalise.ts';

/** What a message did: `waiting` for a snapshot, `ready`, `old` (left out), or `gap` (a new snapshot is needed). */
export type SyncResult = 'waiting' | 'ready' | 'old' | 'gap';

/** A minute of differences. Any snapshot that is requested later is newer than what came before it. */
const MOST_WAITING = 600;

/**
 * A venue's full book from one snapshot and the differences around it. Differences that come before the snapshot
 * wait for it, the
 * newest of them. Spot numbers differences without holes (`first` follows `last`); futures chain them by `previous`.
 */
export class DepthSync {
  #waiting: DepthDiff[] = [];
  #bids = sideOf(1);
  #asks = sideOf(-1);
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
    this.#bids = sideOf(1, snapshot.bids);
    this.#asks = sideOf(-1, snapshot.asks);
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
      if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
      return 'waiting';
    }
    // The first one of futures after a snapshot may end where that does; from there on it is one that came twice.
    const isFirst = diff.previous !== undefined && !this.#hasChained;
    if (isFirst ? diff.last < this.#last : diff.last <= this.#last) return 'old';
    if (!this.#continues(diff, this.#last)) return this.#lose(diff);
    change(this.#bids, diff.bids);
    change(this.#asks, diff.asks);
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

const isThere = ([, quantity]: Level): boolean => !isZeroDec(quantity);

const sideOf = (order: 1 | -1, levels: readonly Level[] = []): BookSide<Level> =>
  new BookSide(order, levels.filter(isThere), (price, quantity) => [price, quantity]);

function change(side: BookSide<Level>, levels: readonly Level[]): void {
  for (const level of levels) {
    if (isThere(level)) side.put(level);
    else side.remove(level[0]);
  }
}

import { compareDec, isZeroDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { crcOver } from './crc32.ts';

/** Price (quote per base) and quantity (base units, > 0). */
export type Level = readonly [price: Dec, quantity: Dec];

/** Both sides of an order book, each price once. */
export interface Book {
  /** Best (highest) first. */
  readonly bids: readonly Level[];
  /** Best (lowest) first. */
  readonly asks: readonly Level[];
}

/** Changed levels; a quantity of zero takes the level out. */
export interface BookDelta {
  readonly b: readonly Level[];
  readonly a: readonly Level[];
}

/** A book before its first snapshot. */
export const emptyBook: Book = { bids: [], asks: [] };

/** The book after a delta, cut to `depth` levels a side. Taking out a level that is not there changes nothing. */
export function applyDelta(book: Book, delta: BookDelta, depth: number): Book {
  return {
    bids: mergeSide(book.bids, delta.b, -1).slice(0, depth),
    asks: mergeSide(book.asks, delta.a, 1).slice(0, depth),
  };
}

function mergeSide(side: readonly Level[], changes: readonly Level[], order: 1 | -1): readonly Level[] {
  if (changes.length === 0) return side;
  const levels = [...side];
  for (const change of changes) {
    const index = placeOf(levels, change[0], order);
    const found = levels[index];
    const same = found !== undefined && compareDec(found[0], change[0]) === 0;
    if (isZeroDec(change[1])) {
      if (same) levels.splice(index, 1);
    } else levels.splice(index, same ? 1 : 0, change);
  }
  return levels;
}

/** Index of the level at `price`, or where it would stand. */
function placeOf(levels: readonly Level[], price: Dec, order: 1 | -1): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const level = levels[middle];
    if (level !== undefined && compareDec(level[0], price) * order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What turns `before` into `after`, both best first and cut to the same depth. */
export function deltaBetween(before: Book, after: Book): BookDelta {
  return { b: sideDelta(before.bids, after.bids), a: sideDelta(before.asks, after.asks) };
}

function sideDelta(before: readonly Level[], after: readonly Level[]): readonly Level[] {
  const old = new Map(before);
  const delta: Level[] = [];
  for (const level of after) {
    if (old.get(level[0]) !== level[1]) delta.push(level);
    old.delete(level[0]);
  }
  for (const price of old.keys()) delta.push([price, '0']);
  return delta;
}

/** Whether a buyer bids at least what a seller asks: impossible at rest, so the book is wrong. */
export function isCrossed({ bids, asks }: Book): boolean {
  const bid = bids[0];
  const ask = asks[0];
  return bid !== undefined && ask !== undefined && compareDec(bid[0], ask[0]) >= 0;
}

/** Whether a side is strictly ordered, best first, with positive prices and quantities. */
export function isBookValid(book: Book): boolean {
  return isSideValid(book.bids, -1) && isSideValid(book.asks, 1) && !isCrossed(book);
}

function isSideValid(side: readonly Level[], order: 1 | -1): boolean {
  return side.every(([price, quantity], index) => {
    const next = side[index + 1];
    if (isZeroDec(price) || isZeroDec(quantity)) return false;
    return next === undefined || compareDec(price, next[0]) * order < 0;
  });
}

const CHECKED_LEVELS = 10;

/**
 * CRC-32 (signed) over the best levels: `bidPrice:bidQuantity:askPrice:askQuantity:…` level by level, the
 * longer side going on alone. Both ends hold the texts of the wire, so equal books have equal sums.
 * @param levels a side; ten on our own wire.
 */
export function bookChecksum({ bids, asks }: Book, levels = CHECKED_LEVELS): number {
  const parts: string[] = [];
  for (let i = 0; i < levels; i++) {
    const bid = bids[i];
    const ask = asks[i];
    if (bid) parts.push(bid[0], bid[1]);
    if (ask) parts.push(ask[0], ask[1]);
  }
  return ~crcOver(-1, parts.join(':'));
}

import type { OrderSide } from '../../domain/index.ts';

/** One resting order in the queue of its price. */
interface Entry {
  readonly id: number;
  readonly owner: number;
  readonly level: QueueLevel;
  lots: number;
  before: Entry | undefined;
  after: Entry | undefined;
}

/** All orders of a side at one price, the earliest first. */
interface QueueLevel {
  readonly side: OrderSide;
  readonly ticks: number;
  lots: number;
  first: Entry | undefined;
  last: Entry | undefined;
}

/** A price and the lots that rest at it. */
export interface BookLevel {
  readonly ticks: number;
  readonly lots: number;
}

/** A part of a resting order that was taken. */
export interface BookFill {
  readonly id: number;
  readonly ticks: number;
  readonly lots: number;
}

export interface BookTakeResult {
  readonly fills: readonly BookFill[];
  /** The taker's own resting orders in its way; they have left the book. */
  readonly expired: readonly number[];
  /** Lots that found no counterparty. */
  readonly left: number;
}

/**
 * Resting orders in price-time priority, in whole ticks and lots below 2^53. A side is an array of levels
 * with the best at its end, where most changes are; a level is a linked list, so that any order can leave it.
 */
export class PriceTimeBook {
  readonly #entries = new Map<number, Entry>();
  readonly #rows: Record<OrderSide, QueueLevel[]> = { buy: [], sell: [] };

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  /** Puts an order behind all others of its price. @throws {Error} for a number that is in the book already. */
  add(id: number, owner: number, side: OrderSide, ticks: number, lots: number): void {
    if (this.#entries.has(id)) throw new Error(`order ${id} is in the book already`);
    const level = this.#levelAt(side, ticks);
    const entry: Entry = { id, owner, level, lots, before: level.last, after: undefined };
    if (level.last) level.last.after = entry;
    else level.first = entry;
    level.last = entry;
    level.lots += lots;
    this.#entries.set(id, entry);
  }

  remove(id: number): void {
    const entry = this.#entries.get(id);
    if (entry) this.#drop(entry);
  }

  /** Changes an order's resting quantity; it keeps its place. */
  resize(id: number, lots: number): void {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`order ${id} is not in the book`);
    entry.level.lots += lots - entry.lots;
    entry.lots = lots;
  }

  clear(): void {
    this.#entries.clear();
    this.#rows.buy.length = 0;
    this.#rows.sell.length = 0;
  }

  /** The best price of a side; undefined when it is empty. */
  best(side: OrderSide): number | undefined {
    return this.#rows[side].at(-1)?.ticks;
  }

  /**
   * Takes resting orders of the other side, best price first, earlier before later. @param side the taker's.
   * @param bound no price worse than this.
   */
  take(side: OrderSide, owner: number, lots: number, bound: number): BookTakeResult {
    const row = this.#rows[side === 'buy' ? 'sell' : 'buy'];
    const fills: BookFill[] = [];
    const expired: number[] = [];
    let left = lots;
    for (let level = row.at(-1); left > 0 && level && isWithin(side, level.ticks, bound); level = row.at(-1))
      left = this.#takeLevel(level, owner, left, fills, expired);
    return { fills, expired, left };
  }

  #takeLevel(level: QueueLevel, owner: number, lots: number, fills: BookFill[], expired: number[]): number {
    let left = lots;
    for (let entry = level.first; entry && left > 0; entry = level.first) {
      if (entry.owner === owner) {
        expired.push(entry.id);
        this.#drop(entry);
        continue;
      }
      const part = Math.min(entry.lots, left);
      fills.push({ id: entry.id, ticks: level.ticks, lots: part });
      left -= part;
      if (part === entry.lots) this.#drop(entry);
      else {
        entry.lots -= part;
        level.lots -= part;
      }
    }
    return left;
  }

  /** Levels of a side with their resting lots, best first. @param exceptOwner whose orders are left out. */
  *levels(side: OrderSide, exceptOwner?: number): Generator<BookLevel> {
    const row = this.#rows[side];
    for (let i = row.length - 1; i >= 0; i--) {
      const level = row[i] as QueueLevel;
      const lots = exceptOwner === undefined ? level.lots : lotsOfOthers(level, exceptOwner);
      if (lots > 0) yield { ticks: level.ticks, lots };
    }
  }

  /** Resting orders of a side, the best price first, then the earlier. The book must not change meanwhile. */
  *ids(side: OrderSide): Generator<number> {
    const row = this.#rows[side];
    for (let i = row.length - 1; i >= 0; i--)
      for (let entry = row[i]?.first; entry; entry = entry.after) yield entry.id;
  }

  #levelAt(side: OrderSide, ticks: number): QueueLevel {
    const row = this.#rows[side];
    const place = placeOf(row, side, ticks);
    const known = row[place];
    if (known?.ticks === ticks) return known;
    const made: QueueLevel = { side, ticks, lots: 0, first: undefined, last: undefined };
    row.splice(place, 0, made);
    return made;
  }

  #drop(entry: Entry): void {
    const { level, before, after } = entry;
    if (before) before.after = after;
    else level.first = after;
    if (after) after.before = before;
    else level.last = before;
    level.lots -= entry.lots;
    this.#entries.delete(entry.id);
    if (level.first) return;
    const row = this.#rows[level.side];
    if (row.at(-1) === level) row.pop();
    else row.splice(placeOf(row, level.side, level.ticks), 1);
  }
}

/** Whether a taker accepts a price. @param side the taker's. */
export const isWithin = (side: OrderSide, ticks: number, bound: number): boolean =>
  side === 'buy' ? ticks <= bound : ticks >= bound;

/**
 * Index of a price in an array of levels, or its insertion point: bids rise and asks fall towards the end.
 */
function placeOf(row: readonly QueueLevel[], side: OrderSide, ticks: number): number {
  const sign = side === 'buy' ? 1 : -1;
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (((row[middle] as QueueLevel).ticks - ticks) * sign < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lotsOfOthers(level: QueueLevel, owner: number): number {
  let lots = 0;
  for (let entry = level.first; entry; entry = entry.after) if (entry.owner !== owner) lots += entry.lots;
  return lots;
}

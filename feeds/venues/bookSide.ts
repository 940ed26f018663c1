import type { Dec, Level } from '../../domain/index.ts';
import { compareDec, toScreenNumber } from '../../domain/index.ts';
import { OrderedKeys } from './orderedKeys.ts';

/** Prices of so many characters are one number in float64 only when they are one price. */
const EXACT_LENGTH = 15;

/**
 * One side of a book that changes: its levels in order, the best one last, since most changes are near it and move
 * little there. Of each level the texts alone are kept; what stands for it among the best is made when it first gets
 * there, which few levels do.
 */
export class BookSide<T> {
  readonly #order: 1 | -1;
  readonly #create: (price: Dec, quantity: Dec) => T;
  /** In no order; what has gone stays until its place is needed. */
  readonly #prices: Dec[] = [];
  readonly #quantities: Dec[] = [];
  readonly #made: (T | undefined)[] = [];
  readonly #free: number[] = [];
  /** The float64 next to each level's price, and the level's index. */
  readonly #keys = new OrderedKeys();
  /** Whether keys distinguish all prices, as they nearly always do; else texts decide where keys are equal. */
  #isExact = true;
  /** What was handed out last; undefined once it holds no longer. */
  #top: readonly T[] | undefined;
  #depth = 0;
  /** Whatever has a lesser key is not in it. */
  #topKey = Number.NEGATIVE_INFINITY;

  /**
   * @param order 1 for bids (the highest is best), −1 for asks. @param levels in any order; of one price the last holds.
   * Their prices are plain unsigned decimals.
   */
  constructor(order: 1 | -1, levels: readonly Level[], create: (price: Dec, quantity: Dec) => T) {
    this.#order = order;
    this.#create = create;
    // They usually come best first: this way round each goes to the end.
    for (let i = levels.length - 1; i >= 0; i--) {
      const level = levels[i];
      if (level) this.#enter(level, false);
    }
  }

  /** The best price. */
  get best(): Dec | undefined {
    return this.#keys.size > 0 ? this.#prices[this.#keys.slot(this.#keys.size - 1)] : undefined;
  }

  /** A new level, or what stands at its price from here on. */
  put(level: Level): void {
    this.#enter(level, true);
  }

  /** Takes a level out; one that is not there changes nothing. */
  remove(price: Dec): void {
    const key = this.#keyOf(price);
    const place = this.#placeOf(key, price);
    if (this.#isAt(place, key, price)) this.#takeOut(place, 1, key);
  }

  /** Leaves the best so many. */
  cut(size: number): void {
    const surplus = this.#keys.size - size;
    if (surplus > 0) this.#takeOut(0, surplus, this.#keys.key(surplus - 1));
  }

  /** The best levels, best first: the same list as long as nothing in it changes. */
  top(depth: number): readonly T[] {
    if (this.#top && this.#depth === depth) return this.#top;
    const { size } = this.#keys;
    const top: T[] = [];
    for (let rank = 0; rank < depth && rank < size; rank++) top.push(this.#at(size - 1 - rank));
    this.#top = top;
    this.#depth = depth;
    this.#topKey = size > depth ? this.#keys.key(size - depth) : Number.NEGATIVE_INFINITY;
    return top;
  }

  #at(place: number): T {
    const slot = this.#keys.slot(place);
    const made = this.#made[slot] ?? this.#create(this.#prices[slot] ?? '', this.#quantities[slot] ?? '');
    this.#made[slot] = made;
    return made;
  }

  #enter([price, quantity]: Level, doesReplace: boolean): void {
    if (price.length > EXACT_LENGTH) this.#isExact = false;
    const key = this.#keyOf(price);
    const place = this.#placeOf(key, price);
    const isKnown = this.#isAt(place, key, price);
    if (isKnown && !doesReplace) return;
    const slot = isKnown ? this.#keys.slot(place) : (this.#free.pop() ?? this.#prices.length);
    this.#prices[slot] = price;
    this.#quantities[slot] = quantity;
    this.#made[slot] = undefined;
    if (!isKnown) this.#keys.insert(place, key, slot);
    this.#changed(key);
  }

  /** @param best the greatest of their keys. */
  #takeOut(place: number, count: number, best: number): void {
    for (let i = place; i < place + count; i++) this.#free.push(this.#keys.slot(i));
    this.#keys.remove(place, count);
    this.#changed(best);
  }

  #changed(key: number): void {
    if (key >= this.#topKey) this.#top = undefined;
  }

  #keyOf(price: Dec): number {
    return toScreenNumber(price) * this.#order;
  }

  #isAt(place: number, key: number, price: Dec): boolean {
    return place < this.#keys.size && this.#keys.key(place) === key && this.#against(place, price) === 0;
  }

  /** Index of the level at the price, or where it would stand. */
  #placeOf(key: number, price: Dec): number {
    const keys = this.#keys;
    let low = 0;
    let high = keys.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = keys.key(middle);
      const order = at === key ? this.#against(middle, price) : at - key;
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How a level whose key is that of the price stands to it: below 0 is worse. Most need not be looked at. */
  #against(place: number, price: Dec): number {
    if (this.#isExact && price.length <= EXACT_LENGTH) return 0;
    return compareDec(this.#prices[this.#keys.slot(place)] ?? price, price) * this.#order;
  }
}

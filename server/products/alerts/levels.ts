import type { AlertDirection, Dec } from '../../../domain/index.ts';
import { compareDec, isAlertReached } from '../../../domain/index.ts';

/** Something that waits for a price, quote per base. */
export interface Level {
  readonly id: number;
  readonly direction: AlertDirection;
  readonly level: Dec;
}

/** Levels of one market in the order in which a price reaches them: a price that reaches none costs one look a side. */
export class Levels<T extends Level> {
  /** The next one to be reached stands last. */
  readonly #waiting: Readonly<Record<AlertDirection, T[]>> = { above: [], below: [] };

  get size(): number {
    return this.#waiting.above.length + this.#waiting.below.length;
  }

  add(each: T): void {
    const list = this.#waiting[each.direction];
    list.splice(this.#placeOf(list, each), 0, each);
  }

  remove(id: number): void {
    for (const list of Object.values(this.#waiting)) {
      const place = list.findIndex((each) => each.id === id);
      if (place >= 0) list.splice(place, 1);
    }
  }

  /** Takes out whatever a price reaches. */
  take(price: Dec): readonly T[] {
    return [...takeFrom(this.#waiting.above, price), ...takeFrom(this.#waiting.below, price)];
  }

  /** Behind all that are reached later than it. */
  #placeOf(list: readonly T[], { direction, level }: T): number {
    let [from, to] = [0, list.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const order = compareDec(list[middle]?.level ?? '0', level);
      if (direction === 'above' ? order > 0 : order < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function takeFrom<T extends Level>(list: T[], price: Dec): readonly T[] {
  let left = list.length;
  for (;;) {
    const next = list[left - 1];
    if (!next || !isAlertReached(next.direction, next.level, price)) return list.splice(left);
    left -= 1;
  }
}

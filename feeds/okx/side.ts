import type { Dec, Level } from '../../domain/index.ts';
import { isZeroDec } from '../../domain/index.ts';
import { BookSide } from '../venues/bookSide.ts';
import { plainDecimal } from '../venues/fields.ts';
import type { ChecksumPart } from './checksum.ts';
import { CHECKED_LEVELS, summed } from './checksum.ts';

/** A level near the top: as it is emitted, and what it adds to the checksum, which is made of the venue's own texts. */
interface OkxLevel {
  readonly published: Level;
  readonly sum: ChecksumPart;
}

/** One side of the venue's book. */
export class OkxSide {
  readonly #kept: BookSide<OkxLevel>;
  /** One list serves what is emitted and what is checked. */
  #depth = CHECKED_LEVELS;
  #top: readonly OkxLevel[] = [];
  #published: readonly Level[] = [];

  /** @param order as of `KeptSide`. @param toBase base units of a size of the venue. */
  constructor(order: 1 | -1, levels: readonly Level[], toBase: (size: Dec) => Dec) {
    this.#kept = new BookSide(order, levels, (price, size) => ({
      published: [plainDecimal(price) ?? price, toBase(plainDecimal(size) ?? size)],
      sum: summed(price, size),
    }));
  }

  /** The best price. */
  get best(): Dec | undefined {
    return this.#kept.best;
  }

  /** @param depth levels that are kept. */
  change(levels: readonly Level[], depth: number): void {
    for (const level of levels) {
      if (isZeroDec(level[1])) this.#kept.remove(level[0]);
      else this.#kept.put(level);
    }
    this.#kept.cut(depth);
  }

  /** What the best levels add to the checksum, best first. */
  sums(): readonly ChecksumPart[] {
    const top = this.#kept.top(this.#depth);
    return (top.length > CHECKED_LEVELS ? top.slice(0, CHECKED_LEVELS) : top).map(({ sum }) => sum);
  }

  /** The best levels in plain amounts of the market: the same list as long as nothing in it changes. */
  published(levels: number): readonly Level[] {
    this.#depth = Math.max(CHECKED_LEVELS, levels);
    const top = this.#kept.top(this.#depth);
    const count = Math.min(levels, top.length);
    if (top !== this.#top || this.#published.length !== count)
      this.#published = top.slice(0, count).map(({ published }) => published);
    this.#top = top;
    return this.#published;
  }
}

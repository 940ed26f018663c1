import type { Book, Level, OrderSide } from '../../domain/index.ts';
import type { TickLot } from './tickLot.ts';

/** A venue level and its remaining quantity. */
export interface VenueLevel {
  readonly ticks: number;
  readonly lots: number;
  /** The quantity that the venue shows, used or not, in lots. */
  readonly shown: number;
}
type VisibleLevel = Pick<VenueLevel, 'ticks' | 'shown'>;
interface Used {
  readonly shown: number;
  readonly lots: number;
}
type Sides<T> = Record<OrderSide, T>;

/**
 * The venue's book in whole ticks and lots. Liquidity of a level is used once until the venue changes the
 * level.
 */
export class VenueLevels {
  readonly #ticks: TickLot;
  readonly #lots: TickLot;
  readonly #venue: () => Book;
  #used: Sides<ReadonlyMap<number, Used>> = { buy: new Map(), sell: new Map() };
  #book: Book | undefined;
  /** The book that both sides are read from, while they are read together. */
  #pinned: Book | undefined;
  #shown: Partial<Sides<readonly VisibleLevel[]>> = {};

  constructor(ticks: TickLot, lots: TickLot, venue: () => Book) {
    this.#ticks = ticks;
    this.#lots = lots;
    this.#venue = venue;
  }

  /** Reads both sides of one book: the venue's may be another one a millisecond later, and cross the first. */
  together<T>(read: () => T): T {
    this.#pinned = this.#venue();
    try {
      return read();
    } finally {
      this.#pinned = undefined;
    }
  }

  /** The levels of a side with remaining quantity, best first, as of now. */
  left(side: OrderSide): Iterable<VenueLevel> {
    const shown = this.#levelsOf(side);
    const used = this.#used[side];
    if (used.size > 0) {
      const now = new Map(shown.map((level) => [level.ticks, level.shown]));
      // A level that the venue has changed, or removed and shown again, is new.
      this.#used[side] = new Map([...used].filter(([ticks, each]) => now.get(ticks) === each.shown));
    }
    return less(shown, this.#used[side]);
  }

  /** What the venue shows at a price, in lots. */
  shownAt(side: OrderSide, ticks: number): number {
    return this.#levelsOf(side).find((level) => level.ticks === ticks)?.shown ?? 0;
  }

  /** The remaining venue levels at any later moment, less what has been used by now. */
  view(): (side: OrderSide) => Iterable<VenueLevel> {
    const used = { ...this.#used };
    return (side) => less(this.#levelsOf(side), used[side]);
  }

  use(side: OrderSide, { ticks, shown }: VenueLevel, lots: number): void {
    const before = this.#used[side].get(ticks)?.lots ?? 0;
    this.#used[side] = new Map(this.#used[side]).set(ticks, { shown, lots: before + lots });
  }

  /** @returns undo: resets the used quantities to those of now. */
  mark(): () => void {
    const used = { ...this.#used };
    return () => {
      this.#used = { ...used };
    };
  }

  /** The venue's levels of a side, computed once per book and only when needed. */
  #levelsOf(side: OrderSide): readonly VisibleLevel[] {
    const book = this.#pinned ?? this.#venue();
    if (book !== this.#book) this.#shown = {};
    this.#book = book;
    const read = ([price, quantity]: Level): VisibleLevel => ({
      ticks: this.#ticks.count(price),
      shown: this.#lots.count(quantity),
    });
    this.#shown[side] ??= (side === 'buy' ? book.bids : book.asks).map(read);
    return this.#shown[side];
  }
}

/** Computed level by level: most orders need only the first one or two. */
function* less(shown: readonly VisibleLevel[], used: ReadonlyMap<number, Used>): Iterable<VenueLevel> {
  for (const level of shown) {
    const own = used.get(level.ticks);
    const lots = own?.shown === level.shown ? level.shown - own.lots : level.shown;
    if (lots > 0) yield { ...level, lots };
  }
}

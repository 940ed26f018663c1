import type { Book, Market, OrderSide } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';

/** A level of the venue with what is left of it. */
export interface VenueLevel {
  readonly ticks: number;
  readonly lots: number;
  /** What the venue shows, used or not, in lots. */
  readonly shown: number;
}
interface Used {
  readonly shown: number;
  used: number;
}

/** The venue's book in whole ticks and lots: each level is used once until the venue changes it. */
export class VenueLevels {
  readonly #tick: D;
  readonly #lot: D;
  readonly #venue: () => Book;
  #used: Record<OrderSide, Map<number, Used>> = { buy: new Map(), sell: new Map() };

  constructor(market: Market, venue: () => Book) {
    this.#tick = new D(market.tick);
    this.#lot = new D(market.lot);
    this.#venue = venue;
  }

  /** The levels of a side that have something left, best first. */
  left(side: OrderSide): VenueLevel[] {
    const book = this.#venue();
    const used = this.#used[side];
    const levels = (side === 'buy' ? book.bids : book.asks).map(([price, quantity]) => ({
      ticks: new D(price).div(this.#tick).round().toNumber(),
      shown: new D(quantity).div(this.#lot).floor().toNumber(),
    }));
    if (used.size > 0) {
      const now = new Map(levels.map(({ ticks, shown }) => [ticks, shown]));
      // One that the venue has changed is a new one, and so is one that had gone.
      for (const [ticks, { shown }] of used) if (now.get(ticks) !== shown) used.delete(ticks);
    }
    return levels
      .map((level) => ({ ...level, lots: level.shown - (used.get(level.ticks)?.used ?? 0) }))
      .filter(({ lots }) => lots > 0);
  }

  use(side: OrderSide, { ticks, shown }: VenueLevel, lots: number): void {
    const known = this.#used[side].get(ticks) ?? { shown, used: 0 };
    known.used += lots;
    this.#used[side].set(ticks, known);
  }

  /** @returns undo: everything as used as it is now. */
  mark(): () => void {
    const copy = (used: ReadonlyMap<number, Used>) =>
      new Map([...used].map(([ticks, each]) => [ticks, { ...each }]));
    const [buy, sell] = [copy(this.#used.buy), copy(this.#used.sell)];
    return () => {
      this.#used = { buy: copy(buy), sell: copy(sell) };
    };
  }
}

import type { Dec, Market, OrderSide } from '../../domain/index.ts';
import { D } from '../../domain/index.ts';

/** How much of an asset the house can still give, in its units. */
export type HouseLimit = (asset: string) => Dec;

/** The house's remaining limits while one order is matched: base to a buyer, quote to a seller. */
export class HouseInventory {
  readonly #market: Market;
  readonly #lot: D;
  readonly #lotTick: D;
  readonly #limit: HouseLimit;
  readonly #spent = new Map<string, D>();

  constructor(market: Market, limit: HouseLimit) {
    this.#market = market;
    this.#lot = new D(market.lot);
    this.#lotTick = this.#lot.times(market.tick);
    this.#limit = limit;
  }

  /** Lots that the house can give a taker at a price; not below 0. @param side the taker's. */
  lots(side: OrderSide, ticks: number): number {
    const asset = this.#asset(side);
    const free = new D(this.#limit(asset)).minus(this.#spent.get(asset) ?? 0);
    return Math.max(0, free.div(this.#each(side, ticks)).floor().toNumber());
  }

  /** Takes at most `wanted` lots from what is left. @returns how many the house gives. */
  give(side: OrderSide, ticks: number, wanted: number): number {
    const lots = Math.min(wanted, this.lots(side, ticks));
    if (lots <= 0) return 0;
    const asset = this.#asset(side);
    this.#spent.set(asset, (this.#spent.get(asset) ?? new D(0)).plus(this.#each(side, ticks).times(lots)));
    return lots;
  }

  #asset(side: OrderSide): string {
    return side === 'buy' ? this.#market.base : this.#market.quote;
  }

  /** The house's cost of a lot at this price. */
  #each(side: OrderSide, ticks: number): D {
    return side === 'buy' ? this.#lot : this.#lotTick.times(ticks);
  }
}

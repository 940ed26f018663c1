import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Trade } from '../../../domain/index.ts';

/**
 * The newest trades of a market, numbered anew: ids of a venue mean nothing at the next one, and those that readers
 * are told rise for as long as the exchange runs.
 */
export class Tape {
  #trades: Trade[] = [];
  #nextId = 1;

  get trades(): readonly Trade[] {
    return this.#trades;
  }

  /** Trades that follow those that are kept, ascending. @returns them as they are told. */
  add(trades: readonly Trade[]): readonly Trade[] {
    const numbered = trades.map((trade) => ({ ...trade, id: this.#nextId++ }));
    this.#trades = [...this.#trades, ...numbered].slice(-TRADES_KEPT);
    return numbered;
  }

  /** What was kept is void: these are the newest. */
  replace(trades: readonly Trade[]): void {
    this.#trades = [];
    this.add(trades);
  }
}

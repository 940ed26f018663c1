import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import type { Trade } from '../../../domain/index.ts';

/**
 * The newest trades of a market with ids of our own: a venue's ids mean nothing at the next venue, and
 * published ids rise for as long as the exchange runs.
 */
export class Tape {
  #trades: Trade[] = [];
  #nextId: number;

  /** @param nextId behind all ids of the market that were published before. */
  constructor(nextId = 1) {
    this.#nextId = nextId;
  }

  get nextId(): number {
    return this.#nextId;
  }

  get trades(): readonly Trade[] {
    return this.#trades;
  }

  /** Trades that follow those that are kept, ascending. @returns them as they are published. */
  add(trades: readonly Trade[]): readonly Trade[] {
    const numbered = trades.map((trade) => ({ ...trade, id: this.#nextId++ }));
    this.#trades = [...this.#trades, ...numbered].slice(-TRADES_KEPT);
    return numbered;
  }

  /** Replaces all trades by these, the newest. */
  replace(trades: readonly Trade[]): void {
    this.#trades = [];
    this.add(trades);
  }
}

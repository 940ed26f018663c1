import type { LiquidationRow } from '../../../../domain/contract/index.ts';
import { printedSteps } from '../../../../domain/index.ts';
import type { LiquidationTape, PrintedLiquidation } from '../../../market/liquidations.ts';
import type { MarketSource } from '../../../market/source.ts';

const printed: ReadonlySet<string> = new Set(printedSteps);

/**
 * Committed liquidations for everybody, the same that a market's page lists: nothing where prices are those of a live
 * venue, since what closes here would be read as the venue's.
 */
export class PrintedLiquidations implements LiquidationTape {
  readonly #listeners = new Set<(liquidation: PrintedLiquidation) => void>();
  readonly #source: Pick<MarketSource, 'origin'>;

  constructor(source: Pick<MarketSource, 'origin'>) {
    this.#source = source;
  }

  onLiquidation(listener: (liquidation: PrintedLiquidation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A step that was committed. */
  note({ step, market, side, quantity, price, at }: LiquidationRow): void {
    if (price === null || !printed.has(step) || this.#source.origin === 'live') return;
    for (const listener of this.#listeners) listener({ market, side, quantity, price, at });
  }
}

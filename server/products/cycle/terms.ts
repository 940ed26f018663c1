import type { AssetClass, Cycle, CycleDirection, Dec } from '../../../domain/index.ts';
import type { StoredQuote } from '../../base/quoteStore.ts';

/** Rates that are promised to one user. */
export interface CycleTerms {
  readonly userId: number;
  readonly asset: string;
  readonly kind: AssetClass;
  readonly cycle: Cycle;
  readonly rates: Readonly<Record<CycleDirection, Dec>>;
  readonly volatility: Dec;
}
export type CycleQuote = StoredQuote<CycleTerms>;

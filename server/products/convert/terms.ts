import type { ConversionKind, ConvertPrice, Dec } from '../../../domain/index.ts';

/** One conversion as it is promised. */
export interface Leg extends ConvertPrice {
  readonly from: string;
  readonly to: string;
  readonly fromAmount: Dec;
  readonly toAmount: Dec;
  /** Last prices when it was promised, USDT. */
  readonly fromLast: Dec;
  readonly toLast: Dec;
}

/** What is promised to one user: one leg for a pair, one for each small balance. */
export interface ConvertTerms {
  readonly userId: number;
  readonly subject: string;
  readonly kind: ConversionKind;
  readonly legs: readonly Leg[];
}

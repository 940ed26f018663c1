import type { OrderPlace } from '../../../domain/index.ts';
import { tierSteps, tiersOf } from '../../../domain/index.ts';

const majorTable = tiersOf(tierSteps('major'));
export const crossTerms = { mode: 'cross', leverage: 10 } as const;

/** An account of 1,000 without a position or a hold, at a mark of 100, unless it says more. */
export const orderPlace = (more: Partial<OrderPlace> = {}): OrderPlace => ({
  balance: '1000',
  held: '0',
  position: undefined,
  others: [],
  mark: '100',
  table: majorTable,
  feeRate: '0.0005',
  ...more,
});

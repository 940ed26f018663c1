import type { CrossAccount, Dec, TierTable } from '../../../../domain/index.ts';
import {
  crossTotals,
  D,
  liquidationPrice,
  positionValue,
  profitOf,
  requirementOf,
  tiersOfMarket,
  toText,
} from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { HeldPosition } from '../batch/position.ts';

/** The values that decide a liquidation: equity against maintenance and closing fee, quote. */
export interface LiquidationValues {
  readonly equity: Dec;
  readonly maintenance: Dec;
  readonly closingFee: Dec;
  readonly isDue: boolean;
}

/** An isolated position's values at a mark. */
export function isolatedValues(position: HeldPosition, mark: Dec, table: TierTable): LiquidationValues {
  const { side, quantity, cost, margin } = position;
  const value = positionValue(quantity, mark);
  const { maintenance, fee } = requirementOf(value, table);
  return {
    equity: toText(new D(margin).plus(profitOf(side, value, cost))),
    maintenance,
    closingFee: fee,
    isDue: liquidationPrice(position, margin, mark, table).kind === 'due',
  };
}

/** The values of an account's cross side at the marks of its positions. */
export function crossValues(account: CrossAccount): LiquidationValues {
  const { equity, maintenance, closingFee, isDue: due } = crossTotals(account);
  return { equity: toText(new D(equity).minus(account.held)), maintenance, closingFee, isDue: due };
}

/**
 * The values of an isolated position, or of an account's cross side.
 * @param marks in place of the present ones, by market.
 */
export function liquidationValues(
  batch: PerpetualBatch,
  position: HeldPosition,
  marks?: ReadonlyMap<string, Dec>,
): LiquidationValues {
  const { userId, market, mode } = position;
  if (mode === 'cross') return crossValues(batch.account(userId, undefined, marks));
  const mark = marks?.get(market) ?? batch.mark(market).mark;
  return isolatedValues(position, mark, tiersOfMarket(batch.orderBook(market).market));
}

/** Whether a position is being liquidated: decided already, or due at the present marks. */
export const isDue = (batch: PerpetualBatch, position: HeldPosition | undefined): boolean =>
  position !== undefined && (batch.decisions.has(position) || liquidationValues(batch, position).isDue);

import type { LiquidationRow } from '../../../../domain/contract/index.ts';
import type { Dec, LiquidationStep } from '../../../../domain/index.ts';
import type { PerpetualBatch } from '../batch/batch.ts';
import type { HeldPosition } from '../batch/position.ts';
import type { LiquidationValues } from '../positions/due.ts';

/** One step's context: the position, and the values on which it was decided. */
export interface Case {
  readonly batch: PerpetualBatch;
  readonly position: HeldPosition;
  readonly why: LiquidationValues;
  /** The mark of its market on which it was decided. */
  readonly mark: Dec;
}

/** Records a step. */
export function record(
  { batch, position, why, mark }: Case,
  step: LiquidationStep,
  more: Partial<Pick<LiquidationRow, 'quantity' | 'price' | 'profit' | 'fee' | 'insurance'>> = {},
): void {
  const { id, market, side, mode, userId } = position;
  const { equity, maintenance, closingFee } = why;
  batch.booking.liquidation(userId, {
    id: batch.newId(),
    position: id,
    market,
    step,
    side,
    mode,
    mark,
    equity,
    maintenance,
    closingFee,
    at: batch.at,
    quantity: more.quantity ?? '0',
    price: more.price ?? null,
    profit: more.profit ?? '0',
    fee: more.fee ?? '0',
    insurance: more.insurance ?? '0',
  });
}

import type { Dec } from '../../domain/index.ts';
import {
  crossTotals,
  D,
  liquidationPrice,
  positionValue,
  profitOf,
  requirementOf,
  tiersOfMarket,
  toText,
} from '../../domain/index.ts';
import type { HeldPosition } from './position.ts';
import type { Turn } from './turn.ts';

/** What is compared to say whether something is due: equity against maintenance and closing fee, quote. */
export interface Standing {
  readonly equity: Dec;
  readonly maintenance: Dec;
  readonly closingFee: Dec;
  readonly isDue: boolean;
}

/** How an isolated position stands, or the cross side of an account, at the marks as they are. */
export function standing(turn: Turn, position: HeldPosition): Standing {
  const { userId, market, mode, side, quantity, cost, margin } = position;
  if (mode === 'cross') {
    const account = turn.account(userId);
    const { equity, maintenance, closingFee, isDue: due } = crossTotals(account);
    return { equity: toText(new D(equity).minus(account.held)), maintenance, closingFee, isDue: due };
  }
  const { mark } = turn.mark(market);
  const table = tiersOfMarket(turn.desk(market).market);
  const value = positionValue(quantity, mark);
  const { maintenance, fee } = requirementOf(value, table);
  return {
    equity: toText(new D(margin).plus(profitOf(side, value, cost))),
    maintenance,
    closingFee: fee,
    isDue: liquidationPrice(position, margin, mark, table).kind === 'due',
  };
}

/** Whether a position is being liquidated. */
export const isDue = (turn: Turn, position: HeldPosition | undefined): boolean =>
  position !== undefined && standing(turn, position).isDue;

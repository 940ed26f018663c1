import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { Exposure } from './parsed.ts';
import { parsedOf } from './parsed.ts';
import type { Position } from './position.ts';

/** What of a position moves with every mark; quote, unrounded. */
export interface PositionFigures {
  /** `q·M`, ≥ 0. */
  readonly value: Dec;
  /** Unrealised P/L, signed. */
  readonly profit: Dec;
  /** Yield on the initial margin at entry, a signed fraction; undefined when the position cost nothing. */
  readonly roe: Dec | undefined;
}

/**
 * Value, P/L and yield at a mark, as `positionValue`, `profitOf` and `roeOf` yield them: for many positions at every
 * mark, without reading each number from text again. @param mark quote per base.
 */
export function positionFigures(
  position: Exposure & Pick<Position, 'leverage'>,
  mark: Dec | D,
): PositionFigures {
  const { sign, quantity, cost } = parsedOf(position);
  const value = quantity.times(mark);
  const profit = sign === 1 ? value.minus(cost) : cost.minus(value);
  const roe = cost.isZero() ? undefined : toText(profit.times(position.leverage).div(cost));
  return { value: toText(value), profit: toText(profit.isZero() ? new D(0) : profit), roe };
}

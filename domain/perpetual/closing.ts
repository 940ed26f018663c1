import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import { roundToStep } from '../rounding.ts';
import { RuleError } from '../ruleError.ts';
import { profitOf } from './money.ts';
import type { Position } from './position.ts';
import { closingSide } from './side.ts';
import type { TierTable } from './tiers.ts';

const BOOKED = 8;
/** The finest quantity that is kept, base: the step where a market has no lot. */
const FINEST: Dec = '0.00000001';

/**
 * Quantity of a partial closing: `q·share` down to the lot; a share of 1 is exactly the position, also where that
 * is off the lot or below the minimum. @param share 0 < share ≤ 1. "0" when not one lot is reached. [ours]
 * @throws {RuleError} `amountInvalid` for a share outside its bounds.
 */
export function closingQuantity(quantity: Dec, share: Dec, lot: Dec): Dec {
  const part = new D(share);
  if (part.lte(0) || part.gt(1)) throw new RuleError('amountInvalid');
  if (part.eq(1)) return quantity;
  return roundToStep(toText(part.times(quantity)), new D(lot).isZero() ? FINEST : lot, 'down');
}

/** What a reduce-only order may trade: at most the position, "0" on its own side or when flat. [doc] */
export function reduceOnlyQuantity(
  position: Pick<Position, 'side' | 'quantity'> | undefined,
  side: OrderSide,
  quantity: Dec,
): Dec {
  if (position === undefined || closingSide(position.side) !== side) return '0';
  return toText(D.min(position.quantity, quantity));
}

/**
 * What resting reduce-only orders keep when the position has shrunk: the newest are cut first.
 * @param resting untraded quantities of the closing side, oldest first. @param open quantity that is open.
 * @returns what each keeps, in the same order; "0" is to be cancelled. [ours]
 */
export function reduceOnlyKept(resting: readonly Dec[], open: Dec): readonly Dec[] {
  let left = new D(open);
  return resting.map((quantity) => {
    const kept = D.min(left, quantity);
    left = left.minus(kept);
    return toText(kept);
  });
}

/**
 * Isolated margin that may be taken out: what is left above the initial margin at mark, unrealised gains not
 * counted, rounded down as it is booked; never below 0. "0" for cross. [ours]
 */
export function removableMargin(position: Position, mark: Dec): Dec {
  if (position.mode === 'cross') return '0';
  const value = new D(position.quantity).times(mark);
  const loss = D.min(0, profitOf(position.side, toText(value), position.cost));
  const free = loss.plus(position.margin).minus(value.div(position.leverage));
  return toText(D.max(0, free.toDecimalPlaces(BOOKED, D.ROUND_FLOOR)));
}

/**
 * A position with margin added or, negative, taken out.
 * @throws {RuleError} `marginCross` for a cross position; `marginNeeded` when more than is removable is taken.
 */
export function withMargin(position: Position, change: Dec, mark: Dec): Position {
  if (position.mode === 'cross') throw new RuleError('marginCross');
  const by = new D(change);
  if (by.neg().gt(removableMargin(position, mark)) && by.isNegative()) throw new RuleError('marginNeeded');
  return { ...position, margin: toText(by.plus(position.margin)) };
}

/**
 * How much to close so that the rest falls into a lower tier: the least whole lots after which `q·M` is below the
 * floor of the tier that holds now. Undefined in the lowest tier, where only closing all is left. [doc, details ours]
 */
export function tierReduction(quantity: Dec, mark: Dec, lot: Dec, table: TierTable): Dec | undefined {
  const value = new D(quantity).times(mark);
  const index = table.findIndex(({ cap }) => value.lt(cap));
  const tier = index < 0 ? table.at(-1) : table[index];
  if (tier === undefined || tier.floor.isZero()) return undefined;
  const size = new D(new D(lot).isZero() ? FINEST : lot);
  const most = tier.floor.div(mark).div(size).toDecimalPlaces(0, D.ROUND_CEIL).minus(1).times(size);
  const cut = new D(quantity).minus(D.max(0, most));
  return toText(D.min(quantity, cut));
}

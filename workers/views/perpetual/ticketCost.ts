import type { Dec, NumberStyle, OrderOutcome } from '../../../domain/index.ts';
import { amountText, D, NO_FIGURE, shownMoney, toText } from '../../../domain/index.ts';
import type { FuturesTicketFrame } from '../../protocol.ts';

/**
 * What an order takes of what is available, and what is left of it, such that the figures add up as they are shown:
 * available = fee + cost + left. What is had rounds down and what is paid up, so that what is left is never too much.
 * Of an order that needs more than is available the cost is what it needs, and nothing is left.
 */
export function costOf(
  outcome: OrderOutcome | undefined,
  available: Dec | undefined,
  style: NumberStyle,
): Pick<FuturesTicketFrame, 'cost' | 'isFreed' | 'left'> {
  if (outcome === undefined || available === undefined)
    return { cost: NO_FIGURE, isFreed: false, left: NO_FIGURE };
  const after = new D(shownMoney(available, 'down')).minus(shownMoney(outcome.fee, 'up'));
  // Negative when it frees more than it takes: own orders in the way end, and what closes gives its margin back.
  const taken = toText(new D(available).minus(outcome.fee).minus(outcome.left));
  const cost = D.min(shownMoney(taken, 'up'), after);
  // More than there is: what it needs is shown, not what could be given.
  if (outcome.left === '0' && outcome.closes === '0' && new D(outcome.margin).gt(taken))
    return {
      cost: amountText(shownMoney(outcome.margin, 'up'), style),
      isFreed: false,
      left: amountText('0', style),
    };
  return {
    cost: amountText(toText(cost.abs()), style),
    isFreed: cost.isNegative() && !cost.isZero(),
    left: amountText(toText(after.minus(cost)), style),
  };
}

import { compareDec } from '../compare.ts';
import type { Dec } from '../decimal.ts';
import { amountSign, D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import type { MarketFilter } from '../market/market.ts';
import type { Protection } from '../perpetual/protection.ts';
import type { PositionSide } from '../perpetual/side.ts';
import { roundToStep } from '../rounding.ts';
import type { OrderTicket } from './spot.ts';
import { ticketRefusal } from './spot.ts';

/*
 * An order with the take-profit and the stop-loss that guard what it buys. On spot the two become a pair of which one
 * cancels the other, as far as the order fills; on a perpetual they guard the position.
 */

/** A rule that a bracket breaks, and the field of it that breaks it. */
export interface BracketBreach {
  readonly code: RefusalCode;
  readonly field: 'takeProfit' | 'stopLoss';
}

const hasBracket = ({ takeProfit, stopLoss }: Protection): boolean =>
  takeProfit !== undefined || stopLoss !== undefined;

/** `orderOptions` for a bracket of an order that sells: what it would guard is sold. */
export const bracketRefusal = (
  { side }: Pick<OrderTicket, 'side'>,
  bracket: Protection,
): RefusalCode | undefined => (side === 'sell' && hasBracket(bracket) ? 'orderOptions' : undefined);

/**
 * The first rule that the bracket of a spot order breaks, or undefined: the take-profit stands above every price at
 * which the order may buy, so that it never meets its own order, and the stop-loss below them.
 * @param last the last price, quote per base; zero while none is known.
 */
export function bracketBreach(
  { type, price, stopPrice }: Pick<OrderTicket, 'type' | 'price' | 'stopPrice'>,
  { takeProfit, stopLoss }: Protection,
  filter: MarketFilter,
  last: Dec,
): BracketBreach | undefined {
  const only = { ...filter, lot: '0', minQuantity: '0', minTotal: '0' };
  const guards = [
    ['takeProfit', takeProfit],
    ['stopLoss', stopLoss],
  ] as const;
  for (const [field, guard] of guards) {
    if (guard === undefined) continue;
    const wrong = ticketRefusal({ side: 'sell', type: 'limit', price: guard, quantity: '1' }, only, last);
    if (wrong) return { code: wrong, field };
  }
  const known = amountSign(last) === 1 ? [last] : [];
  const own = [price, stopPrice].filter((each) => each !== undefined);
  const buysUpTo = own.length === 0 ? known : own;
  // A limit above the market buys at the market's price.
  const buysFrom = type === 'limit' ? [...own, ...known] : buysUpTo;
  if (takeProfit !== undefined && buysUpTo.some((each) => compareDec(takeProfit, each) <= 0))
    return { code: 'bracketProfit', field: 'takeProfit' };
  if (stopLoss !== undefined && buysFrom.some((each) => compareDec(stopLoss, each) >= 0))
    return { code: 'bracketStop', field: 'stopLoss' };
  return undefined;
}

/**
 * What the exits of a spot order sell of what it has just received, base units on the lot, rounded down: never more
 * than there is. @param received base units after the fee, ≥ 0.
 */
export const exitQuantity = (received: Dec, lot: Dec): Dec =>
  roundToStep(received, compareDec(lot, '0') === 0 ? '0.00000001' : lot, 'down');

/** How far a guard may be from the opening price, per cent: above nothing, and to fall less than all of it. */
export const bracketPercents = { most: '1000', mostDown: '99' } as const;

/** The next price on the tick beyond one that may lie between two ticks, as a mean of trades does. @param sign −1: below. */
const nextTick = (price: Dec, tick: Dec, sign: 1 | -1): D => {
  const ticks = new D(price).div(tick);
  return (sign > 0 ? ticks.floor() : ticks.ceil()).plus(sign).times(tick);
};

/**
 * The price of a guard that is so many per cent away from the opening price, on the tick: a take-profit rounds away
 * from it and a stop-loss towards it, so that neither is worse than requested; never on it. Undefined where no price
 * above zero is so far away. @param percent > 0. @param opening quote per base, > 0.
 */
export function guardAway(
  side: PositionSide,
  guard: keyof Protection,
  opening: Dec,
  percent: Dec,
  tick: Dec,
): Dec | undefined {
  if (amountSign(percent) !== 1 || amountSign(opening) !== 1) return undefined;
  const sign = (side === 'long') === (guard === 'takeProfit') ? 1 : -1;
  const exact = new D(percent).div(100).times(sign).plus(1).times(opening);
  if (exact.lte(0) || new D(percent).gt(bracketPercents.most)) return undefined;
  const rounded = new D(roundToStep(toText(exact), tick, side === 'long' ? 'up' : 'down'));
  const isOn = rounded.minus(opening).times(sign).lte(0);
  const price = isOn ? nextTick(opening, tick, sign) : rounded;
  return price.gt(0) ? toText(price) : undefined;
}

import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import { perpetualFees } from '../orders/fees.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import { roundToStep } from '../rounding.ts';
import type { CrossAccount } from './account.ts';
import { crossLiquidations, crossTotals } from './account.ts';
import type { LiquidationPrice } from './liquidation.ts';
import { liquidationPrice } from './liquidation.ts';
import { bookedCost, bookedStep, feeOf, initialMargin, positionValue } from './money.ts';
import type { OrderPlace } from './place.ts';
import { accountOf, termsOf, whenFilled } from './place.ts';
import type { ClosedPart, FillOutcome, OpeningTerms, Position } from './position.ts';
import { applyFill } from './position.ts';
import { closingSide } from './side.ts';
import { leverageRefusal, valueBound } from './tiers.ts';

/** Share of what is available that an order may use at most: all for limit orders, room for the price for market ones. */
export const safetyShares = { limit: '1', market: '0.995' } as const;
/** Two roundings up of a booked cost. */
const ROUNDINGS = '0.00000002';

/** An order as its preview sees it. */
export interface PreviewedOrder {
  readonly side: OrderSide;
  /** Of the market; an open position's own stand above them. */
  readonly terms: OpeningTerms;
  /** Base units, > 0. */
  readonly quantity: Dec;
  /** Quote per base at which the order fills: the limit, or what the book would give. */
  readonly price: Dec;
}

interface After {
  readonly outcome: FillOutcome;
  readonly fee: Dec;
  readonly account: CrossAccount;
}

/** Account and position as they would be after the order has filled. */
function afterFill(place: OrderPlace, request: PreviewedOrder): After {
  const fee = bookedCost(feeOf(request.quantity, request.price, place.feeRate));
  const { side, quantity, price } = request;
  const outcome = applyFill(place.position, { side, quantity, price, fee }, request.terms);
  const { closed, opened } = outcome;
  const balance = new D(place.balance)
    .minus(fee)
    .plus(bookedProfit(place.position, closed))
    .plus(closed?.margin ?? 0)
    .minus(opened?.margin ?? 0);
  const filled = whenFilled(place, request);
  return { outcome, fee, account: accountOf(filled, toText(balance), outcome.position) };
}

/** P/L that a closing books, quote: the step of what the position has realised so far. */
export function bookedProfit(
  position: Pick<Position, 'realised'> | undefined,
  closed: Pick<ClosedPart, 'profit'> | undefined,
): Dec {
  if (position === undefined || closed === undefined) return '0';
  const before = position.realised.price;
  return bookedStep(before, toText(new D(before).plus(closed.profit)));
}

/** What an order needs from what is available: initial margin at its price and its fee, each rounded up. Quote. */
export function openingCost(quantity: Dec, price: Dec, leverage: number, feeRate: Dec): Dec {
  const margin = bookedCost(initialMargin(quantity, price, leverage));
  return toText(new D(margin).plus(bookedCost(feeOf(quantity, price, feeRate))));
}

/** What is available for opening on this side: the position on the other side is closed first. Quote. */
function availableFor(place: OrderPlace, request: Omit<PreviewedOrder, 'quantity'>): Dec {
  const { position } = place;
  if (position === undefined || closingSide(position.side) !== request.side)
    return crossTotals(accountOf(place, place.balance, position)).available;
  const { side, terms, price } = request;
  return crossTotals(afterFill(place, { side, terms, price, quantity: position.quantity }).account).available;
}

/** `available·k ÷ (P·(1/L + f))` on the lot, such that the booked cost is covered too. [suite; the rest ours] */
export function affordable(budget: D, price: Dec, leverage: number, feeRate: Dec, lot: Dec): D {
  const perUnit = new D(feeRate).times(leverage).plus(1).times(price);
  const most = (money: D): D => {
    const quantity = D.max(0, money).times(leverage).div(perUnit);
    return new D(roundToStep(toText(quantity), stepOf(lot), 'down'));
  };
  const whole = most(budget);
  const cost = openingCost(toText(whole), price, leverage, feeRate);
  return budget.gte(cost) ? whole : most(budget.minus(ROUNDINGS));
}

/** A lot that is switched off leaves the finest quantity that is kept. */
const stepOf = (lot: Dec): Dec => (new D(lot).isZero() ? '0.00000001' : lot);

/** Lot, upper bound and safety share that an order's size keeps to. */
export interface SizeLimits {
  /** Base units; "0" is off. */
  readonly lot: Dec;
  /** Most base units of one order; undefined for none. */
  readonly mostQuantity?: Dec | undefined;
  /** k, 0 < k ≤ 1: see `safetyShares`. */
  readonly share: Dec;
}

/**
 * The most that an order may ask for, in base units on the lot: what is available pays margin and fee; an order
 * against the position has its closing room of at most twice the position besides; the position's value stays
 * below its tier's cap at this leverage; the market's own bound. What this yields is accepted as long as the
 * prices stand. @see trading rules §1 "Max size"
 */
export function maxOpenSize(
  place: OrderPlace,
  request: Omit<PreviewedOrder, 'quantity'>,
  limits: SizeLimits,
): Dec {
  const { position, feeRate, table } = place;
  const { leverage } = termsOf(place, request);
  const { lot, share, mostQuantity } = limits;
  const within = (budget: D): D => affordable(budget, request.price, leverage, feeRate, lot);
  const step = stepOf(lot);
  const isClosing = position !== undefined && closingSide(position.side) === request.side;
  const open = new D(position?.quantity ?? 0);
  const budget = new D(availableFor(place, request)).times(share);
  let most = within(budget);
  if (isClosing) {
    const here = new D(crossTotals(accountOf(place, place.balance, position)).available).times(share);
    most = D.min(most.plus(open), within(here).plus(open.times(2)));
  }
  const bound = new D(valueBound(leverage, table)).div(request.price).div(step);
  // The cap itself belongs to the next tier.
  const inTier = bound.toDecimalPlaces(0, D.ROUND_CEIL).minus(1).times(step);
  most = D.min(most, isClosing ? inTier.plus(open) : inTier.minus(open));
  if (mostQuantity !== undefined) most = D.min(most, mostQuantity);
  return roundToStep(toText(D.max(0, most)), step, 'down');
}

/** What an order would do, shown before the tap. Money in quote. */
export interface OrderPreview {
  /** Base units that close what is open, and that open. */
  readonly closes: Dec;
  readonly opens: Dec;
  /** Initial margin of what is opened, at the order's price, rounded up. */
  readonly margin: Dec;
  /** Of the whole order, rounded up. */
  readonly fee: Dec;
  /** P/L that is booked for what is closed at the order's price; "0" when nothing is. */
  readonly profit: Dec;
  /** Of the position after the order; undefined when that is flat. */
  readonly liquidation: LiquidationPrice | undefined;
  /** What is available after the order, unrounded, ≥ 0. */
  readonly left: Dec;
  /** The position after the order. */
  readonly position: Position | undefined;
  /** Why the exchange would refuse it, as far as money and tiers go. */
  readonly refusal: RefusalCode | undefined;
}

/**
 * Margin, fee, liquidation price and what is left, as if the order had filled at its price. A resting order is
 * looked at with the mark at its price, a taking one with the mark as it is: filled far from it, it can be due at once.
 */
export function previewOrder(place: OrderPlace, request: PreviewedOrder): OrderPreview {
  const { leverage } = termsOf(place, request);
  const { outcome, fee, account } = afterFill(place, request);
  const { position, closed, opened } = outcome;
  const opens = opened?.quantity ?? '0';
  return {
    closes: closed?.quantity ?? '0',
    opens,
    margin: bookedCost(initialMargin(opens, request.price, leverage)),
    fee,
    profit: bookedProfit(place.position, closed),
    liquidation: position && liquidationAfter(whenFilled(place, request), position, account),
    left: crossTotals(account).available,
    position,
    refusal: opened && refusalOf(place, request, opened.quantity, position),
  };
}

/** Liquidation price of a position that an order leaves, with the account as it is then. */
export function liquidationAfter(
  place: OrderPlace,
  position: Position,
  account: CrossAccount,
): LiquidationPrice {
  if (position.mode === 'isolated')
    return liquidationPrice(position, position.margin, place.mark, place.table, perpetualFees.taker);
  // The position itself is the first of its account.
  return crossLiquidations(account)[0] ?? { kind: 'never' };
}

function refusalOf(
  place: OrderPlace,
  request: PreviewedOrder,
  opens: Dec,
  position: Position | undefined,
): RefusalCode | undefined {
  const { leverage } = termsOf(place, request);
  const value = positionValue(position?.quantity ?? '0', request.price);
  const refused = leverageRefusal(leverage, value, place.table);
  if (refused) return refused;
  const cost = openingCost(opens, request.price, leverage, place.feeRate);
  return new D(availableFor(place, request)).lt(cost) ? 'insufficientBalance' : undefined;
}

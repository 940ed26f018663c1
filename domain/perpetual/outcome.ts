import type { Level } from '../book/book.ts';
import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { RefusalCode } from '../errors.ts';
import { perpetualFees } from '../orders/fees.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import type { CrossAccount } from './account.ts';
import { crossTotals } from './account.ts';
import type { LiquidationPrice } from './liquidation.ts';
import { bookedCost, feeOf, initialMargin } from './money.ts';
import type { OrderPlace } from './place.ts';
import { accountOf, termsOf, whenFilled } from './place.ts';
import type { OpeningTerms, Position } from './position.ts';
import { applyFill } from './position.ts';
import { closingSide } from './side.ts';
import { affordable, bookedProfit, liquidationAfter, openingCost } from './ticket.ts';

type Role = keyof typeof perpetualFees;

/** What an order trades as soon as it is placed, and what of it waits. */
export interface OrderSplit {
  /** Its trades, each at its own price, in their order. */
  readonly trades: readonly Level[];
  /** What waits at a price; undefined when nothing does. What lapses is left out. */
  readonly rest: RestingPart | undefined;
}
/** The part of an order that goes into the book. */
export interface RestingPart {
  /** Quote per base. */
  readonly price: Dec;
  /** Base units, > 0. */
  readonly quantity: Dec;
  /** Whose fee it is expected to pay when it fills. */
  readonly role: Role;
}

/** What of an order decides its margin and fee. */
export interface SplitOrder {
  readonly side: OrderSide;
  readonly terms: OpeningTerms;
  /** What only closes puts nothing aside. */
  readonly reduceOnly: boolean;
}

/** What an order books and what it leaves, quote. */
export interface OrderOutcome {
  /** Base units that close what is open, and that open. */
  readonly closes: Dec;
  readonly opens: Dec;
  /** Initial margin of what is opened at its own prices, rounded up as it is booked. */
  readonly margin: Dec;
  /** Of the whole order, by the role of each part, each rounded up as it is booked. */
  readonly fee: Dec;
  /** P/L that is booked for what is closed; "0" when nothing is. */
  readonly profit: Dec;
  /** The position when all of it has filled, and its liquidation price; undefined when that is flat. */
  readonly position: Position | undefined;
  readonly liquidation: LiquidationPrice | undefined;
  /**
   * What is available when its trades are booked and the rest of it stands, ≥ 0, unrounded: margin and fee of what rests
   * are taken off, though they are only put aside.
   */
  readonly left: Dec;
  /** Why the exchange would not let the rest of it stand, as far as money goes. */
  readonly refusal: RefusalCode | undefined;
}

/** What has been booked so far. */
interface Booked {
  readonly position: Position | undefined;
  readonly balance: D;
  readonly fee: D;
  readonly closes: D;
  readonly opens: D;
  readonly margin: D;
  readonly profit: D;
}

/**
 * What an order does with the book as it is: trade by trade as they are booked, then what rests as if it filled at its
 * price. @param order of which at least one part trades or rests.
 */
export function orderOutcome(
  place: OrderPlace,
  order: SplitOrder,
  { trades, rest }: OrderSplit,
): OrderOutcome {
  const traded = trades.reduce(
    (before, [price, quantity]) => bookTrade(before, order, price, quantity, 'taker'),
    untouched(place),
  );
  const filled = rest ? bookTrade(traded, order, rest.price, rest.quantity, rest.role) : traded;
  const { position, balance, fee, closes, opens, margin, profit } = filled;
  const then = rest ? whenFilled(place, { side: order.side, price: rest.price }) : place;
  const account = accountOf(then, toText(balance), position);
  const standing = accountOf(place, toText(traded.balance), traded.position);
  const left = rest ? leftBeside(standing, traded, order, rest) : new D(crossTotals(standing).available);
  return {
    closes: toText(closes),
    opens: toText(opens),
    margin: toText(margin),
    fee: toText(fee),
    profit: toText(profit),
    position,
    liquidation: position && liquidationAfter(then, position, account),
    left: toText(left),
    refusal: rest && isBeyondFree(standing, traded, order, rest) ? 'insufficientBalance' : undefined,
  };
}

function untouched({ position, balance }: OrderPlace): Booked {
  const none = new D(0);
  return {
    position,
    balance: new D(balance),
    fee: none,
    closes: none,
    opens: none,
    margin: none,
    profit: none,
  };
}

function bookTrade(
  before: Booked,
  { side, terms }: SplitOrder,
  price: Dec,
  quantity: Dec,
  role: Role,
): Booked {
  const fee = bookedCost(feeOf(quantity, price, perpetualFees[role]));
  const { position, closed, opened } = applyFill(before.position, { side, quantity, price, fee }, terms);
  const profit = bookedProfit(before.position, closed);
  const { leverage } = termsOf(before, { terms });
  return {
    position,
    balance: before.balance
      .minus(fee)
      .plus(profit)
      .plus(closed?.margin ?? 0)
      .minus(opened?.margin ?? 0),
    fee: before.fee.plus(fee),
    closes: before.closes.plus(closed?.quantity ?? 0),
    opens: before.opens.plus(opened?.quantity ?? 0),
    margin: before.margin.plus(opened ? bookedCost(initialMargin(opened.quantity, price, leverage)) : 0),
    profit: before.profit.plus(profit),
  };
}

/** What is available beside a resting part: less what is put aside for it and the fee that its closing will pay. */
function leftBeside(standing: CrossAccount, { position }: Booked, order: SplitOrder, rest: RestingPart): D {
  const { price, quantity, role } = rest;
  const opens = order.reduceOnly ? '0' : restingOpens(position, order.side, quantity);
  const closes = new D(quantity).minus(opens);
  const due = bookedCost(feeOf(toText(closes), price, perpetualFees[role]));
  const held = toText(new D(standing.held).plus(restingHold(position, order, rest)));
  return D.max(0, new D(crossTotals({ ...standing, held }).available).minus(due));
}

/** Whether a resting part asks for more to be put aside than is booked and free: a close to come frees nothing yet. */
function isBeyondFree(
  { balance, held }: CrossAccount,
  { position }: Booked,
  order: SplitOrder,
  rest: RestingPart,
): boolean {
  return new D(balance).minus(held).lt(restingHold(position, order, rest));
}

/**
 * What is put aside for a resting order: margin and fee of what it would open as things are. Quote, ≥ 0; "0" for one
 * that only closes.
 */
export function restingHold(
  position: Position | undefined,
  { side, terms, reduceOnly }: SplitOrder,
  { price, quantity, role }: RestingPart,
): Dec {
  const opens = reduceOnly ? '0' : restingOpens(position, side, quantity);
  if (opens === '0') return '0';
  return openingCost(opens, price, termsOf({ position }, { terms }).leverage, perpetualFees[role]);
}

/** The most of a limit order such that what of it rests can be put aside, base units. @param trades what it takes first. */
export function mostFilled(
  place: OrderPlace,
  order: SplitOrder,
  trades: readonly Level[],
  price: Dec,
  lot: Dec,
): Dec {
  const { position, balance } = trades.reduce(
    (before, [at, quantity]) => bookTrade(before, order, at, quantity, 'taker'),
    untouched(place),
  );
  const closes = position && closingSide(position.side) === order.side ? position.quantity : '0';
  const { leverage } = termsOf({ position }, order);
  const opens = affordable(balance.minus(place.held), price, leverage, perpetualFees.maker, lot);
  return toText(trades.reduce((sum, [, quantity]) => sum.plus(quantity), opens.plus(closes)));
}

/** Base units that a resting order would open as things are, ≥ 0: it closes what is open on the other side first. */
export function restingOpens(
  position: Pick<Position, 'side' | 'quantity'> | undefined,
  side: OrderSide,
  quantity: Dec,
): Dec {
  const closes = position && closingSide(position.side) === side ? position.quantity : '0';
  return toText(D.max(0, new D(quantity).minus(closes)));
}

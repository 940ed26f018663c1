import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';
import type { OrderSide } from '../orders/orderCodes.ts';
import { RuleError } from '../ruleError.ts';
import { bookedCost, bookedGain, initialMargin, profitOf } from './money.ts';
import type { MarginMode, PositionSide } from './side.ts';
import { closingSide, sideOfOrder, signOfSide } from './side.ts';

/** Decimal places in which quote money is booked. */
const BOOKED = 8;
/**
 * Decimal places to which the cost of a closed part is kept. With 19 digits before the point it fills the digits of `D`:
 * what is subtracted from it and added to it later loses nothing, so that parts add up to the whole.
 */
const COST_PLACES = 45;

/** What a position has brought so far, in its three parts; quote, gains positive. Their sum is the net. */
export interface Realised {
  /** Price P/L of what was closed, unrounded. */
  readonly price: Dec;
  /**
   * Fees of opening and closing, and what a liquidation left of the margin to the insurance fund: negative when paid,
   * positive for a rebate.
   */
  readonly fees: Dec;
  /** Funding: positive when received. The specification's "position interest". */
  readonly funding: Dec;
}

/** An open position, one a user and market. */
export interface Position {
  readonly side: PositionSide;
  readonly mode: MarginMode;
  /** Whole number ≥ 1. */
  readonly leverage: number;
  /** Base units, > 0: the side carries the sign. */
  readonly quantity: Dec;
  /** `q·E` in quote: sums of fills are exact where their mean is not. */
  readonly cost: Dec;
  /** Isolated: quote set aside for this position, unrealised P/L not counted, as booked. Cross: "0". */
  readonly margin: Dec;
  readonly realised: Realised;
}

/** A trade of an order on the position's market. */
export interface Fill {
  readonly side: OrderSide;
  /** Base units, > 0. */
  readonly quantity: Dec;
  /** Quote per base, > 0. */
  readonly price: Dec;
  /** Quote, as booked: positive when paid, negative for a rebate. */
  readonly fee: Dec;
}

/**
 * How a position is opened where there is none; an open one keeps its own. Nothing that has a side or a size passes for
 * it: a position handed over as terms would bring its own side along.
 */
export interface OpeningTerms {
  readonly mode: MarginMode;
  /** Whole number ≥ 1. */
  readonly leverage: number;
  readonly side?: never;
  readonly quantity?: never;
  readonly price?: never;
}

/** Mode and leverage of whatever has them, and nothing else of it. */
export const openingTermsOf = ({ mode, leverage }: Pick<Position, 'mode' | 'leverage'>): OpeningTerms => ({
  mode,
  leverage,
});

/** The part of a fill that closed. */
export interface ClosedPart {
  /** Base units, > 0. */
  readonly quantity: Dec;
  /** `(P − E)·c·s`, quote, to the 45 places in which the cost of a part is kept. */
  readonly profit: Dec;
  /** Its share of the fill's fee, quote. */
  readonly fee: Dec;
  /** Isolated margin given back, quote, as booked. */
  readonly margin: Dec;
  /** All that the position brought, when this ended it. */
  readonly ended: Realised | undefined;
}

/** The part of a fill that opened or added. */
export interface OpenedPart {
  /** Base units, > 0. */
  readonly quantity: Dec;
  /** Its share of the fill's fee, quote. */
  readonly fee: Dec;
  /** Isolated margin set aside, quote, rounded up as it is booked; "0" for cross. */
  readonly margin: Dec;
}

/** What a fill does to a position: it closes, opens, or both when it turns the position over. */
export interface FillOutcome {
  /** What is open after the fill; undefined when flat. */
  readonly position: Position | undefined;
  readonly closed: ClosedPart | undefined;
  readonly opened: OpenedPart | undefined;
}

const NOTHING: Realised = { price: '0', fees: '0', funding: '0' };

/** Average entry: `cost ÷ q`, quote per base, to 64 digits. For showing; rules compute with the cost. */
export function averageEntryOf({ cost, quantity }: Pick<Position, 'cost' | 'quantity'>): Dec {
  return toText(new D(cost).div(quantity));
}

/** Net P/L: the three parts together, quote, unrounded. */
export function netRealised({ price, fees, funding }: Realised): Dec {
  return toText(new D(price).plus(fees).plus(funding));
}

/** Net P/L as it was booked, quote: the price part rounds down, the others are as booked. */
export function bookedNet(realised: Realised): Dec {
  return netRealised({ ...realised, price: bookedGain(realised.price) });
}

/**
 * A position after a fill: opened, added to, closed in part or in full, or turned over. Turning over closes all,
 * then opens the rest at the fill's price with its share of the fee; it never averages across zero.
 * @throws {RuleError} `amountZero`, `priceInvalid` for a quantity or a price that is not positive.
 * @see trading rules §1 "Average entry", "Flip", "Partial close" [suite; margin in proportion ours]
 */
export function applyFill(position: Position | undefined, fill: Fill, terms: OpeningTerms): FillOutcome {
  if (new D(fill.quantity).lte(0)) throw new RuleError('amountZero');
  if (new D(fill.price).lte(0)) throw new RuleError('priceInvalid');
  if (position === undefined || closingSide(position.side) !== fill.side) return open(position, fill, terms);
  const turned = new D(fill.quantity).minus(position.quantity);
  if (turned.lte(0)) return close(position, fill);
  const closingFee = shareOf(fill.fee, position.quantity, fill.quantity);
  const { closed } = close(position, { ...fill, quantity: position.quantity, fee: closingFee });
  const rest = toText(new D(fill.fee).minus(closingFee));
  const { position: after, opened } = open(
    undefined,
    { ...fill, quantity: toText(turned), fee: rest },
    openingTermsOf(position),
  );
  return { position: after, closed, opened };
}

function open(position: Position | undefined, fill: Fill, terms: OpeningTerms): FillOutcome {
  const { mode, leverage } = position ?? terms;
  const before = position?.realised ?? NOTHING;
  const { quantity, price, fee } = fill;
  const margin = mode === 'cross' ? '0' : bookedCost(initialMargin(quantity, price, leverage));
  return {
    position: {
      side: sideOfOrder(fill.side),
      mode,
      leverage,
      quantity: sum(position?.quantity, quantity),
      cost: sum(position?.cost, toText(new D(quantity).times(price))),
      margin: sum(position?.margin, margin),
      realised: { ...before, fees: toText(new D(before.fees).minus(fee)) },
    },
    closed: undefined,
    opened: { quantity, fee, margin },
  };
}

function close(position: Position, { quantity, price, fee }: Fill): FillOutcome {
  const rest = new D(position.quantity).minus(quantity);
  const isEnd = rest.isZero();
  const cost = isEnd ? new D(position.cost) : costOfPart(position, quantity);
  const profit = profitOf(position.side, toText(new D(quantity).times(price)), toText(cost));
  const margin = isEnd ? position.margin : releasedMargin(position, quantity);
  const realised: Realised = {
    price: sum(position.realised.price, profit),
    fees: toText(new D(position.realised.fees).minus(fee)),
    funding: position.realised.funding,
  };
  const after: Position = {
    ...position,
    quantity: toText(rest),
    cost: toText(new D(position.cost).minus(cost)),
    margin: toText(new D(position.margin).minus(margin)),
    realised,
  };
  return {
    position: isEnd ? undefined : after,
    closed: { quantity, profit, fee, margin, ended: isEnd ? realised : undefined },
    opened: undefined,
  };
}

/** Cost of a closed part, `cost·c/q`, to the nearest of its places; the rest of the cost stays with the position. */
const costOfPart = ({ cost, quantity }: Position, part: Dec): D =>
  new D(cost).times(part).div(quantity).toDecimalPlaces(COST_PLACES, D.ROUND_HALF_UP);

/** Isolated margin of a closed part, `margin·c/q`, rounded down: what cannot be split stays with the position. */
function releasedMargin({ margin, quantity }: Position, part: Dec): Dec {
  return toText(new D(margin).times(part).div(quantity).toDecimalPlaces(BOOKED, D.ROUND_DOWN));
}

/** A fee's share for a part of its fill, rounded up; the rest has what is left, so that both are the whole. */
function shareOf(fee: Dec, part: Dec, whole: Dec): Dec {
  return toText(new D(fee).times(part).div(whole).toDecimalPlaces(BOOKED, D.ROUND_UP));
}

const sum = (a: Dec | undefined, b: Dec): Dec => toText(new D(a ?? 0).plus(b));

/** After a funding payment: an isolated position's margin takes it. @param payment quote, as booked; positive: received. */
export function applyFunding(position: Position, payment: Dec): Position {
  const realised = { ...position.realised, funding: sum(position.realised.funding, payment) };
  return position.mode === 'cross'
    ? { ...position, realised }
    : { ...position, realised, margin: sum(position.margin, payment) };
}

/**
 * Price at which closing now brings back what fees and funding have cost so far, its own fee included:
 * `(E·q − realised·s) ÷ (q·(1 − f·s))`, quote per base. [recorded for long; short is the same algebra]
 * @param rate fee of the closing, a fraction.
 */
export function breakEvenPrice(
  { side, quantity, cost, realised }: Pick<Position, 'side' | 'quantity' | 'cost' | 'realised'>,
  rate: Dec,
): Dec {
  const sign = signOfSide(side);
  const paid = new D(realised.fees).plus(realised.funding).times(sign);
  return toText(new D(cost).minus(paid).div(new D(1).minus(new D(rate).times(sign)).times(quantity)));
}

/**
 * Position margin as it is shown, quote: of an isolated position what is set aside, of a cross one the initial
 * margin at entry, `q·E/L`.
 */
export function positionMargin({
  mode,
  margin,
  cost,
  leverage,
}: Pick<Position, 'mode' | 'margin' | 'cost' | 'leverage'>): Dec {
  return mode === 'isolated' ? margin : toText(new D(cost).div(leverage));
}

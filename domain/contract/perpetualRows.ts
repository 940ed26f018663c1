import * as v from 'valibot';
import { orderSides, orderStatuses } from '../orders/orderCodes.ts';
import {
  absenceActions,
  absenceStates,
  chaseEnds,
  fillKinds,
  liquidationSteps,
  orderOrigins,
  perpetualOrderTypes,
  perpetualTimes,
  positionEnds,
  trailWays,
  triggerKinds,
  triggerSources,
} from '../perpetual/codes.ts';
import { marginModes, positionSides } from '../perpetual/side.ts';
import { Amount, Count, Exact, Id, MarketId, Moment, SignedAmount } from './fields.ts';

const Version = Id;
/** `long` gains when the price rises, `short` when it falls. */
export const PositionSideName = /*#__PURE__*/ v.picklist(positionSides);
/** `cross`: the whole futures balance is the margin; `isolated`: the position has its own. */
export const MarginModeName = /*#__PURE__*/ v.picklist(marginModes);
/** Position value per margin, a whole number from 1 to 125; the tier of the value may allow less. */
export const LeverageNumber = /*#__PURE__*/ v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(125),
);

/**
 * A position. `side` to `realised` are what the rules of `domain/perpetual` compute with, to the last digit; of one
 * that is closed, quantity, cost and margin are "0" and the `closed…` fields say the rest.
 */
export const PositionRow = /*#__PURE__*/ v.object({
  /** The order number of the specification. */
  id: Id,
  market: MarketId,
  side: PositionSideName,
  mode: MarginModeName,
  leverage: LeverageNumber,
  /** Base units. */
  quantity: Amount,
  /** Quantity × entry, quote. */
  cost: Exact,
  /** Isolated: set aside for it, quote; cross: "0". */
  margin: Amount,
  /**
   * Quote. Price P/L unrounded; fees, negative when paid: of opening, of closing, and what a liquidation has left of the
   * margin to the insurance fund; funding is the specification's position interest. Their sum is the net P/L.
   */
  realised: v.object({ price: Exact, fees: SignedAmount, funding: SignedAmount }),
  /** Of the parts that were closed: base units, what they had cost and what they brought, quote. */
  closedQuantity: Amount,
  closedCost: Exact,
  closedValue: Exact,
  /** Of the whole position, quote per base, as they last stood: of one that has ended, at its end. "0" for none. */
  takeProfit: v.optional(Amount, '0'),
  stopLoss: v.optional(Amount, '0'),
  /** In lists, of those that guards have closed or reduced: which, at what mean price, how much, and when last. */
  fired: v.exactOptional(
    v.array(v.object({ kind: v.picklist(triggerKinds), price: Exact, quantity: Amount, at: Moment })),
  ),
  openedAt: Moment,
  updatedAt: Moment,
  /** Null while it is open. */
  closedAt: v.nullable(Moment),
  end: v.nullable(v.picklist(positionEnds)),
  version: Version,
});
export type PositionRow = v.InferOutput<typeof PositionRow>;

/** An order on a perpetual. Guards of a position, its take-profit and stop-loss, are orders with a `group`. */
export const FuturesOrderRow = /*#__PURE__*/ v.object({
  id: Id,
  market: MarketId,
  side: v.picklist(orderSides),
  type: v.picklist(perpetualOrderTypes),
  tif: v.picklist(perpetualTimes),
  /** When it ends by itself; null unless it is good till a date. */
  expiresAt: v.optional(v.nullable(Moment), null),
  postOnly: v.boolean(),
  reduceOnly: v.boolean(),
  /** Quote per base; null for market orders. */
  price: v.nullable(Amount),
  /** What it waits for, or has waited for; null for an order that acts at once. */
  trigger: v.nullable(
    v.object({ kind: v.picklist(triggerKinds), price: Amount, source: v.picklist(triggerSources) }),
  ),
  /** Of a trailing stop; the trigger's price is where it stands now. */
  trail: v.optional(
    v.nullable(
      v.object({
        by: v.picklist(trailWays),
        /** `rate`: a fraction of the best price; `distance`: quote per base. */
        value: Amount,
        /** It follows once the price has reached this; null: at once. */
        activation: v.nullable(Amount),
        /** The best price since it follows; null before. */
        best: v.nullable(Amount),
        /** The price that has fired it; null before. */
        reached: v.nullable(Amount),
      }),
    ),
    null,
  ),
  /** Of a limit order that follows the best price of its side. */
  chase: v.optional(
    v.nullable(
      v.object({
        /** When it ends. */
        until: Moment,
        /** The price with which it began. */
        from: Amount,
        /** How far it may go from there, a fraction. */
        distance: Amount,
        /** What becomes of the rest at its end. */
        rest: v.picklist(chaseEnds),
        /** How often it has taken another price. */
        moves: Count,
      }),
    ),
    null,
  ),
  /** Of a scaled order: the number of its first order, which all of them have; null for an order on its own. */
  scaled: v.optional(v.nullable(Id), null),
  /** Of guards: those with one number cancel each other when one fires. */
  group: v.nullable(Id),
  /** Base units; null for a guard of the whole position, whatever its size is by then. */
  quantity: v.nullable(Amount),
  /** Base units traded so far, and Σ price × quantity of it, quote. */
  filled: Amount,
  filledTotal: Amount,
  /** Quote: fees paid so far, negative for a rebate, and P/L booked by what it closed. */
  fee: SignedAmount,
  profit: SignedAmount,
  /** Put aside for what of it rests, quote. */
  held: v.optional(Amount, '0'),
  /** Of its last trade; null before the first. */
  filledAt: v.optional(v.nullable(Moment), null),
  /** Guards that its position gets when it opens; "0" for none. */
  takeProfit: Amount,
  stopLoss: Amount,
  guardSource: v.picklist(triggerSources),
  mode: MarginModeName,
  leverage: LeverageNumber,
  origin: v.picklist(orderOrigins),
  status: v.picklist(orderStatuses),
  /** A refusal's code: why it ended, or why a trigger that was reached could not act yet. */
  reason: v.nullable(v.string()),
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
});
export type FuturesOrderRow = v.InferOutput<typeof FuturesOrderRow>;

/** One trade of a position. */
export const FuturesFillRow = /*#__PURE__*/ v.object({
  id: Id,
  /** Null when no order of the user made it: a takeover, a deleveraging. */
  order: v.nullable(Id),
  position: Id,
  market: MarketId,
  side: v.picklist(orderSides),
  price: Amount,
  quantity: Amount,
  /** Quote, as booked: fee paid (negative: rebate), P/L of the part that it closed. */
  fee: SignedAmount,
  profit: SignedAmount,
  role: v.picklist(['maker', 'taker']),
  kind: v.picklist(fillKinds),
  at: Moment,
});
export type FuturesFillRow = v.InferOutput<typeof FuturesFillRow>;

/** Funding of one position at one settlement. */
export const FundingRow = /*#__PURE__*/ v.object({
  id: Id,
  position: Id,
  market: MarketId,
  side: PositionSideName,
  quantity: Amount,
  mark: Amount,
  /** A fraction of the value; positive: longs pay shorts. */
  rate: Exact,
  /** Quote, as booked; positive: received. */
  amount: SignedAmount,
  at: Moment,
});
export type FundingRow = v.InferOutput<typeof FundingRow>;

/** One step of a liquidation, with what it was decided on. Money in quote. */
export const LiquidationRow = /*#__PURE__*/ v.object({
  id: Id,
  position: Id,
  market: MarketId,
  step: v.picklist(liquidationSteps),
  side: PositionSideName,
  mode: MarginModeName,
  /** Base units that it closed; "0" for a step that closes nothing. */
  quantity: Amount,
  /** Mean price of it, the bankruptcy price of a takeover; null for a step without one. */
  price: v.nullable(Exact),
  mark: Amount,
  /** What the decision compared: due when equity is not above maintenance and closing fee. */
  equity: Exact,
  maintenance: Exact,
  closingFee: Exact,
  /** Price P/L and fee of what it closed, as booked. */
  profit: SignedAmount,
  fee: Amount,
  /** What the insurance fund got; negative: gave. */
  insurance: SignedAmount,
  at: Moment,
});
export type LiquidationRow = v.InferOutput<typeof LiquidationRow>;

/** How a user trades a market. */
export const TermsRow = /*#__PURE__*/ v.object({
  market: MarketId,
  mode: MarginModeName,
  leverage: LeverageNumber,
});
export type TermsRow = v.InferOutput<typeof TermsRow>;

/** What is done when the user is gone. */
export const AbsenceRow = /*#__PURE__*/ v.object({
  /** Seconds without a socket; 0: off. */
  seconds: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  action: v.picklist(absenceActions),
  state: v.picklist(absenceStates),
  /** When its state began. */
  since: Moment,
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type AbsenceRow = v.InferOutput<typeof AbsenceRow>;

/** What stands of a user: open positions, live orders, what they have set. */
export const FuturesState = /*#__PURE__*/ v.object({
  positions: v.array(PositionRow),
  orders: v.array(FuturesOrderRow),
  terms: v.array(TermsRow),
  absence: AbsenceRow,
});
export type FuturesState = v.InferOutput<typeof FuturesState>;

import * as v from 'valibot';
import { scaledCounts, scaledShapes } from '../orders/orderCodes.ts';
import {
  absenceActions,
  absenceSeconds,
  chaseEnds,
  guardKinds,
  perpetualOrderTypes,
  perpetualTimes,
  trailWays,
  triggerSources,
} from '../perpetual/codes.ts';
import { defineCall } from './call.ts';
import { Amount, Empty, Id, MarketId, Moment, SignedAmount } from './fields.ts';
import {
  AbsenceRow,
  FuturesFillRow,
  FuturesOrderRow,
  FuturesState,
  LeverageNumber,
  MarginModeName,
  PositionRow,
  PositionSideName,
  TermsRow,
} from './perpetualRows.ts';

const Source = /*#__PURE__*/ v.picklist(triggerSources);
/** A stop that follows the best price; see `trailRefusal`. */
const TrailingRequest = /*#__PURE__*/ v.strictObject({
  by: v.picklist(trailWays),
  /** `rate`: a fraction of the best price; `distance`: quote per base. */
  value: Amount,
  /** It follows once the price has reached this; absent: at once. */
  activation: v.exactOptional(Amount),
  source: v.optional(Source, 'last'),
});
/** What an order did: itself, its trades, and what is open then. */
const Done = {
  order: FuturesOrderRow,
  fills: v.array(FuturesFillRow),
  position: v.nullable(PositionRow),
  /** Net P/L so far of the position that it has closed or reduced, quote, as booked; absent when it closed nothing. */
  net: v.exactOptional(SignedAmount),
};

/** Places an order; trades at once are in `fills`. Errors: `orderOptions`, `insufficientBalance`, others. */
export const place = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/order/place',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    /** `long` buys, `short` sells. Against what is open it closes first, and turns over with the rest. */
    side: PositionSideName,
    type: v.picklist(perpetualOrderTypes),
    /** GTC unless given; a market order has none of its own, and takes no price and no post-only either. */
    tif: v.exactOptional(v.picklist(perpetualTimes)),
    /** Of GTD, and of no other: when the order ends by itself, from `expiryAhead` on. */
    expiresAt: v.exactOptional(Moment),
    postOnly: v.optional(v.boolean(), false),
    /** Only closes: cut to the position, never opens or turns over. */
    reduceOnly: v.optional(v.boolean(), false),
    price: v.exactOptional(Amount),
    /** Base units. */
    quantity: Amount,
    /** Makes it a stop: it waits until the price is reached. Margin is held from then on. */
    trigger: v.exactOptional(
      v.strictObject({
        price: Amount,
        source: v.optional(Source, 'last'),
        kind: v.optional(v.picklist(guardKinds), 'stop'),
      }),
    ),
    /** Makes it a trailing stop: at market, only closing, without another trigger. */
    trail: v.exactOptional(TrailingRequest),
    /** Guards that the position gets when this order opens it, > 0; one that only closes has none. */
    takeProfit: v.exactOptional(Amount),
    stopLoss: v.exactOptional(Amount),
    guardSource: v.optional(Source, 'last'),
  }),
  response: v.object(Done),
});

/** Limit orders over a range of prices, which never take: all of them are placed, or none. */
export const placeScaled = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/order/scaled',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    side: PositionSideName,
    /** Of the first and of the last order; the others lie evenly between, to buy rounded down, to sell up. */
    from: Amount,
    to: Amount,
    count: v.pipe(v.number(), v.safeInteger(), v.minValue(scaledCounts.least), v.maxValue(scaledCounts.most)),
    /** How their sizes change from the first to the last. */
    shape: v.optional(v.picklist(scaledShapes), 'flat'),
    /** Base units of all of them together; each is rounded down to the lot. */
    quantity: Amount,
    /** They only close. */
    reduceOnly: v.optional(v.boolean(), false),
  }),
  response: v.object({ orders: v.array(FuturesOrderRow) }),
});

/** Changes an open order; only a lower quantity at the same price keeps its queue position. */
export const amend = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/order/amend',
  access: 'user',
  movesMoney: true,
  /** An open order that is no guard, or the limit order that a guard has left. What is left out stays as it is. */
  request: v.strictObject({
    id: Id,
    /** Of a limit order. */
    price: v.exactOptional(Amount),
    /** Base units: the whole quantity, what has traded included. */
    quantity: v.exactOptional(Amount),
    /** What a stop waits for; its source stays. */
    triggerPrice: v.exactOptional(Amount),
    /** How a trailing stop follows from now on; of one that follows already the best price and the activation stay. */
    trail: v.exactOptional(TrailingRequest),
  }),
  response: v.object(Done),
});

/** Cancels one open order or guard and releases its margin. Error: `orderClosed`. */
export const cancel = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/order/cancel',
  access: 'user',
  movesMoney: true,
  /** An order or a guard. */
  request: v.strictObject({ id: Id }),
  response: v.object({ order: FuturesOrderRow }),
});

/** Cancels open orders; without `market`, those of halted markets stay. Returns the cancelled ids. */
export const cancelAll = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/order/cancel/all',
  access: 'user',
  movesMoney: true,
  /** Guards of positions stay. */
  /** Those of one scaled order alone, by its number. */
  request: v.strictObject({ market: v.exactOptional(MarketId), scaled: v.exactOptional(Id) }),
  response: v.object({ cancelled: v.array(Id) }),
});

/** Closes a position, at market unless `type` is `limit`. Errors: `positionNone`, `orderLot`. */
export const close = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/position/close',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    type: v.optional(v.picklist(perpetualOrderTypes), 'market'),
    price: v.exactOptional(Amount),
    /** Base units, or a share above 0 and up to 1, cut down to the lot; all of it without either. */
    quantity: v.exactOptional(Amount),
    share: v.exactOptional(Amount),
    /** Makes a limit order without a price follow the best one of its side, as a maker; see `chaseStep`. */
    chase: v.exactOptional(
      v.strictObject({
        /** For how long, and how far from its first price, a fraction; see `chaseRefusal`. */
        seconds: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        distance: Amount,
        rest: v.optional(v.picklist(chaseEnds), 'cancel'),
      }),
    ),
  }),
  response: v.object(Done),
});

/** Closes all positions at market, or that of one market, the largest gain first; each can fail alone. */
export const closeAll = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/position/close/all',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({ market: v.exactOptional(MarketId) }),
  /** A position that could not be closed says why; the others are closed. */
  response: v.object({
    closed: v.array(
      v.object({
        market: MarketId,
        order: v.nullable(FuturesOrderRow),
        position: v.nullable(PositionRow),
        net: v.exactOptional(SignedAmount),
        refusal: v.nullable(v.string()),
      }),
    ),
  }),
});

/** Turns the position of a market over to the same size on the other side. Error: `positionNone`. */
export const reverse = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/position/reverse',
  access: 'user',
  movesMoney: true,
  /** Closes at market and opens as much on the other side. */
  request: v.strictObject({ market: MarketId }),
  response: v.object(Done),
});

/** Leverage and margin mode of a market. Errors: `termsFixed`, `leverageTooHigh`, `insufficientBalance`. */
export const setTerms = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/terms/set',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    /** Only while nothing is open and no order stands in the market. */
    mode: v.exactOptional(MarginModeName),
    /** Of an open position too: an isolated one is given what is missing, and keeps what is too much. */
    leverage: v.exactOptional(LeverageNumber),
  }),
  response: v.object({ terms: TermsRow, position: v.nullable(PositionRow) }),
});

/** Changes isolated margin by a signed amount. Errors: `positionNone`, `marginCross`, `marginNeeded`. */
export const changeMargin = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/position/margin',
  access: 'user',
  movesMoney: true,
  /** Quote: added to an isolated position, or, negative, taken out. */
  request: v.strictObject({ market: MarketId, amount: SignedAmount }),
  response: v.object({ position: PositionRow }),
});

/**
 * A guard by one of three: `price`, quote per base; `profit`, P/L in quote; `roe`, a fraction of the margin at entry.
 * The latter two become a price on the tick when they are set, and stay that price.
 */
const GuardRequest = /*#__PURE__*/ v.strictObject({
  by: v.optional(v.picklist(['price', 'profit', 'roe']), 'price'),
  value: SignedAmount,
  source: v.optional(Source, 'last'),
  /** A limit order at this price is placed then; without, one at market. */
  limit: v.exactOptional(Amount),
});

/** Sets guards of a position and returns them. Errors: `positionNone`, `triggerPassed`, `guardsTooMany`. */
export const protect = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/guard/set',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    market: MarketId,
    /**
     * Without: the guards of the whole position, replaced by these; null takes one out, absent leaves it. With, in base
     * units: guards of a part, besides those that stand.
     */
    quantity: v.exactOptional(Amount),
    takeProfit: v.exactOptional(v.nullable(GuardRequest)),
    stopLoss: v.exactOptional(v.nullable(GuardRequest)),
    trailing: v.exactOptional(v.nullable(TrailingRequest)),
  }),
  response: v.object({ guards: v.array(FuturesOrderRow) }),
});

/** Changes a guard that waits, a trailing stop by `trail`, all others by `guard`. Error: `orderTriggered`. */
export const amendGuard = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/guard/amend',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    id: Id,
    guard: v.exactOptional(GuardRequest),
    trail: v.exactOptional(TrailingRequest),
    /** Of a guard of a part, base units. */
    quantity: v.exactOptional(Amount),
  }),
  response: v.object({ order: FuturesOrderRow }),
});

/** Sets after how many seconds without a socket of the user the open orders are cancelled. */
export const setAbsence = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/absence/set',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    /** 0 switches it off. */
    seconds: v.union([
      v.literal(0),
      v.pipe(v.number(), v.safeInteger(), v.minValue(absenceSeconds.least), v.maxValue(absenceSeconds.most)),
    ]),
    /** `cancelAll`: every open order goes; `reduceOnly`: those that only close stay. Guards always stay. */
    action: v.optional(v.picklist(absenceActions), 'cancelAll'),
  }),
  response: v.object({ absence: AbsenceRow }),
});

/** What stands: read it once, then follow the private channel. */
export const state = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/state',
  access: 'user',
  request: Empty,
  response: FuturesState,
});

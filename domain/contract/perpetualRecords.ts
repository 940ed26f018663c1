import * as v from 'valibot';
import { orderStatuses } from '../orders/orderCodes.ts';
import { defineCall } from './call.ts';
import { Amount, Count, Exact, Id, MarketId, Moment } from './fields.ts';
import {
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
  PositionSideName,
} from './perpetualRows.ts';

const Page = {
  market: v.exactOptional(MarketId),
  /** Not before and not after these moments. */
  from: v.exactOptional(Moment),
  to: v.exactOptional(Moment),
  /** `next` of the page before. */
  before: v.exactOptional(Id),
  limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
};
const next = /*#__PURE__*/ v.nullable(Id);
/** Only rows after this one, and the oldest of them first; 0 for the first of all. `next` is the last row's then. */
const After = { after: v.exactOptional(Count) };

/** Positions of the user, newest first; `live` selects open or ended ones. */
export const positions = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/position/list',
  access: 'user',
  request: v.strictObject({ ...Page, live: v.exactOptional(v.boolean()) }),
  response: v.object({ rows: v.array(PositionRow), next }),
});

/**
 * Orders of the user on perpetuals, newest first, or after one of them the oldest first; `live` selects those that may
 * still trade or the others.
 */
export const orders = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/order/list',
  access: 'user',
  request: v.strictObject({
    ...Page,
    ...After,
    live: v.exactOptional(v.boolean()),
    status: v.exactOptional(v.picklist(orderStatuses)),
    /** Only guards, or only other orders. */
    guards: v.exactOptional(v.boolean()),
    /** Only orders with a trigger, or only those without. */
    triggered: v.exactOptional(v.boolean()),
  }),
  response: v.object({ rows: v.array(FuturesOrderRow), next }),
});

/**
 * Trades of the user on perpetuals, of one order or position where named: newest first, or after one of them the oldest
 * first.
 */
export const fills = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/fill/list',
  access: 'user',
  request: v.strictObject({ ...Page, ...After, order: v.exactOptional(Id), position: v.exactOptional(Id) }),
  response: v.object({ rows: v.array(FuturesFillRow), next }),
});

/** Funding payments of the user, newest first; amounts in quote, positive when received. */
export const funding = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/funding/list',
  access: 'user',
  request: v.strictObject({ ...Page, position: v.exactOptional(Id) }),
  response: v.object({ rows: v.array(FundingRow), next }),
});

/** Funding of the user by market, quote: what was received and what was paid, both ≥ 0, in how many payments. */
export const fundingSums = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/funding/sums',
  access: 'user',
  request: v.strictObject({ market: Page.market, from: Page.from, to: Page.to }),
  response: v.object({
    rows: v.array(v.object({ market: MarketId, received: Amount, paid: Amount, count: Count })),
  }),
});

/** Liquidation steps of the user's positions, newest first, each with the equity and margin it compared. */
export const liquidations = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/liquidation/list',
  access: 'user',
  request: v.strictObject({ ...Page, position: v.exactOptional(Id) }),
  response: v.object({ rows: v.array(LiquidationRow), next }),
});

/** Funding rates that were settled, newest first, or from a moment on the oldest first. */
export const rates = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/rate/list',
  access: 'anyone',
  request: v.strictObject({
    market: MarketId,
    /** Only settlements before this moment. */
    before: v.exactOptional(Moment),
    /** Only settlements from this moment on, and the oldest of them first. */
    from: v.exactOptional(Moment),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
  }),
  response: v.object({
    rows: v.array(v.object({ at: Moment, rate: Exact, mark: Amount, index: Amount })),
    next: v.nullable(Moment),
  }),
});

/** Open positions of one side: accounts that have one, and their sizes together, base units. */
const SideInterest = /*#__PURE__*/ v.object({ accounts: Count, quantity: Amount });
/** Liquidations of one side in 24 hours: how many, and what their fills were worth together, quote. */
const Liquidated = /*#__PURE__*/ v.object({ count: Count, value: Exact });

/** What stands open in a market, and what was liquidated in it, of all accounts together. Error: `marketUnknown`. */
export const interest = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/market/interest',
  access: 'anyone',
  request: v.strictObject({ market: MarketId }),
  response: v.object({
    /** When it was counted. */
    at: Moment,
    /** Null where prices are those of a live venue, whose positions are not known here. */
    interest: v.nullable(
      v.object({
        /** The larger side, base units: the exchange stands opposite to the difference. */
        quantity: Amount,
        /** The same at the mark price, quote; null without one. */
        value: v.nullable(Exact),
        long: SideInterest,
        short: SideInterest,
        /** Of the last 24 hours, the newest first. `side` is that of the position that was closed. */
        liquidations: v.array(
          v.object({ at: Moment, side: PositionSideName, quantity: Amount, price: Exact }),
        ),
        liquidated: v.object({ long: Liquidated, short: Liquidated }),
      }),
    ),
  }),
});

/** Periods at whose ends accounts are counted, as other exchanges name them, with their lengths in ms. */
export const countPeriods = {
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
} as const;
/** Name of a period. */
export type CountPeriod = keyof typeof countPeriods;
/** Most moments in one answer. */
export const MOST_COUNTS = 500;

/**
 * Accounts that had a position in a market at the ends of whole periods of UTC, oldest first; 30 days are answered at
 * most. Error: `marketUnknown`.
 */
export const accounts = /*#__PURE__*/ defineCall({
  path: '/xb/v1/perpetual/market/accounts',
  access: 'anyone',
  request: v.strictObject({
    market: MarketId,
    period: v.picklist(Object.keys(countPeriods) as CountPeriod[]),
    /** Not after this moment; now where it is left out. */
    to: v.exactOptional(Moment),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MOST_COUNTS)), 30),
  }),
  response: v.object({
    /** Null where prices are those of a live venue, whose positions are not known here. */
    rows: v.nullable(v.array(v.object({ at: Moment, long: Count, short: Count }))),
  }),
});

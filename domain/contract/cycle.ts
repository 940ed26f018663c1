import * as v from 'valibot';
import { RECEIPT_FORMAT, voidReasons } from '../cycle/codes.ts';
import { defineCall } from './call.ts';
import {
  AssetClassName,
  CycleName,
  CycleRow,
  CycleSale,
  CycleTick,
  Direction,
  Hash,
  Outcome,
} from './cycleRows.ts';
import { Amount, Count, Empty, Id, MarketId, Moment, SignedAmount } from './fields.ts';

/** What a contract may be written on, and whether it can be bought now. */
const CycleAsset = /*#__PURE__*/ v.object({
  id: MarketId,
  name: v.string(),
  kind: AssetClassName,
  base: v.string(),
  iconId: v.nullable(v.pipe(v.number(), v.safeInteger())),
  tick: Amount,
  /** `closed`: outside its hours; `halted`: closed for new contracts by the operator; `stale`: no fresh index. */
  status: v.picklist(['open', 'closed', 'halted', 'stale']),
  /** When its session ends, or begins when it is closed; null for what has no hours. */
  changesAt: v.nullable(Moment),
  /** Cycles that would end in an open session. */
  cycles: v.array(CycleName),
  /** Bounds of one stake, USDT. */
  least: Amount,
  most: Amount,
  /** The newest tick that is recorded; null before the first. Ticks are recorded while contracts run. */
  head: v.nullable(CycleTick),
});
export type CycleAsset = v.InferOutput<typeof CycleAsset>;

/** Assets that cycle contracts can be bought on, and the terms that all contracts share. Stakes in USDT. */
export const cycleAssets = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/asset/list',
  access: 'anyone',
  request: Empty,
  response: v.object({
    /** The server's clock, ms UTC. */
    now: Moment,
    /** The asset of stakes and payouts. */
    stakeAsset: v.string(),
    /** What the house keeps of a fair payout. */
    margin: Amount,
    fee: Amount,
    /** Length and settlement window of each cycle, ms. */
    cycles: v.array(v.object({ cycle: CycleName, lengthMs: Count, windowMs: Count })),
    assets: v.array(CycleAsset),
  }),
});

/** Rates of both directions as fractions of the stake, for one asset and cycle, good for 5 seconds. */
export const cycleQuote = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/quote',
  access: 'user',
  request: v.strictObject({ asset: MarketId, cycle: CycleName }),
  response: v.object({
    /** Good once, for this user, until `expiresAt`, for either direction. */
    id: v.string(),
    asset: MarketId,
    cycle: CycleName,
    /** Return of a win by direction. */
    up: Amount,
    down: Amount,
    /** The index now. The entry price is not this one: it is the first tick after the purchase. */
    price: SignedAmount,
    /** From which the rates are made: a fraction a square root of a minute. */
    volatility: Amount,
    least: Amount,
    /** The largest stake that the limits leave this user now, whatever the balance; "0" when none is left. */
    most: Amount,
    now: Moment,
    expiresAt: Moment,
  }),
});

/**
 * Buys a contract at a quote; `amount` is the stake in USDT. Errors among others: `quoteExpired`,
 * `quoteUsed`, `assetHalted`.
 */
export const buyCycle = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/order/buy',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    quote: v.pipe(v.string(), v.minLength(8), v.maxLength(64)),
    direction: Direction,
    amount: Amount,
  }),
  response: v.object({ contract: CycleRow }),
});

/** Running contracts of the user with the price at which each can be sold back now. */
export const cycleSales = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/sale/list',
  access: 'user',
  request: Empty,
  response: v.object({
    now: Moment,
    /** Running contracts of the user that can be sold back now; one that cannot is left out. */
    sales: v.array(
      v.object({
        id: Id,
        /** What it would be bought back for at the index of this moment, USDT. */
        price: Amount,
        /** The least that a page states for this price. */
        least: Amount,
        /** The last moment at which a sale is accepted. */
        until: Moment,
      }),
    ),
  }),
});

/**
 * Sells a running contract back; returns after the tick that prices it. Errors: `saleBelowLeast`,
 * `saleHalted`, `saleUnpriced`, `contractEnded`, `marketStale`.
 */
export const sellCycle = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/order/sell',
  access: 'user',
  movesMoney: true,
  request: v.strictObject({
    id: Id,
    /** Nothing is sold for less, USDT. The price is that of the first index tick after the sale is accepted. */
    least: Amount,
  }),
  response: v.object({ contract: CycleRow }),
});

/** Contracts of the user, newest first. */
export const listCycles = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/order/list',
  access: 'user',
  request: v.strictObject({
    /** Only those that run, or only those that do not. */
    live: v.exactOptional(v.boolean()),
    asset: v.exactOptional(MarketId),
    kind: v.exactOptional(AssetClassName),
    direction: v.exactOptional(Direction),
    cycle: v.exactOptional(CycleName),
    outcome: v.exactOptional(Outcome),
    /** Accepted not before and not after these moments. */
    from: v.exactOptional(Moment),
    to: v.exactOptional(Moment),
    before: v.exactOptional(Id),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(500)), 50),
  }),
  response: v.object({ rows: v.array(CycleRow), next: v.nullable(v.number()) }),
});

/** One contract of the user. Error: `notFound`. */
export const cycleDetail = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/order/detail',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: v.object({ contract: CycleRow }),
});

/** Everything that settles a contract. @see CycleReceipt in domain/cycle/receipt.ts */
const Receipt = /*#__PURE__*/ v.object({
  format: v.literal(RECEIPT_FORMAT),
  contract: v.object({
    id: Id,
    asset: MarketId,
    direction: Direction,
    cycle: CycleName,
    stake: Amount,
    fee: Amount,
    rate: Amount,
    volatility: Amount,
    acceptedAt: Moment,
    startsAt: Moment,
    endsAt: Moment,
  }),
  rule: v.object({
    margin: Amount,
    windowMs: Count,
    points: Count,
    leastPoints: Count,
    entryWithinMs: Count,
  }),
  runs: v.array(v.object({ before: Hash, ticks: v.array(CycleTick) })),
  result: v.object({
    outcome: Outcome,
    reason: v.nullable(v.picklist(voidReasons)),
    entry: v.nullable(CycleTick),
    settlementPrice: v.nullable(SignedAmount),
    points: Count,
    payout: Amount,
    profit: SignedAmount,
    settledAt: Moment,
    sale: v.exactOptional(CycleSale),
  }),
});

/** Data to recompute the result of an ended contract. Errors: `notFound`, `contractRunning`. */
export const cycleReceipt = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/order/receipt',
  access: 'user',
  request: v.strictObject({ id: Id }),
  response: v.object({ receipt: Receipt }),
});

/** Recorded index ticks of an asset, ascending by `seq`, with the hash that the first one follows. */
export const cycleTicks = /*#__PURE__*/ defineCall({
  path: '/xb/v1/cycle/tick/list',
  access: 'anyone',
  request: v.strictObject({
    asset: MarketId,
    /** Ticks from this number on, ascending. */
    from: v.optional(Id, 1),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1_000)), 500),
  }),
  response: v.object({
    /** The hash of the tick before the first of these; zeros before an asset's first. */
    before: Hash,
    ticks: v.array(CycleTick),
    /** Whether newer ticks exist. */
    more: v.boolean(),
  }),
});

import * as v from 'valibot';
import { marketStatuses } from '../market/marketStatus.ts';
import { defineCall } from './call.ts';
import { Amount, Empty, IntervalName, MarketId, Moment } from './fields.ts';
import { Channel, SnapMessage } from './stream.ts';

/** One market on the wire. Units as of `Market` in domain/market/market.ts. */
export const MarketInfo = /*#__PURE__*/ v.object({
  id: MarketId,
  name: v.string(),
  kind: v.picklist(['spot', 'perpetual', 'futures']),
  asset: v.picklist(['crypto', 'commodity']),
  base: v.string(),
  quote: v.string(),
  iconId: v.nullable(v.pipe(v.number(), v.safeInteger())),
  tick: Amount,
  lot: Amount,
  minQuantity: Amount,
  minTotal: Amount,
  status: v.picklist(marketStatuses),
  cycle: v.boolean(),
  listedAt: Moment,
  origin: v.picklist(['simulated', 'recorded', 'live']),
  recordedAt: v.exactOptional(Moment),
});

/** Something that the exchange has stopped. */
export const TradingNotice = /*#__PURE__*/ v.object({
  /** Absent for trading as a whole. */
  market: v.exactOptional(MarketId),
  status: v.picklist(marketStatuses),
  /** Since when. */
  at: Moment,
  /** The operator's own words, in whichever language; empty where there are none. */
  words: v.pipe(v.string(), v.maxLength(500)),
});
export type TradingNotice = v.InferOutput<typeof TradingNotice>;

/** What fills of a product cost by their role, fractions. */
export const FeePair = /*#__PURE__*/ v.object({ maker: Amount, taker: Amount });
/** Fee rates of both products: spot of the amount received, perpetual of the fill's value. */
export const FeeRows = /*#__PURE__*/ v.object({ spot: FeePair, perpetual: FeePair });

/** All markets with order filters, trading status and fees. */
export const marketList = /*#__PURE__*/ defineCall({
  path: '/xb/v1/market/list',
  access: 'anyone',
  request: Empty,
  response: v.object({
    /** Changes when a market is added, taken away or changed. */
    version: v.string(),
    markets: v.array(MarketInfo),
    /** What the exchange has stopped of trading, the whole of it first; an older server sends none. */
    notices: v.optional(v.array(TradingNotice), []),
    /** What a fill costs; an older server sends none, and has the usual ones. */
    fees: v.exactOptional(FeeRows),
  }),
});

/** Start (ms UTC), open, high, low, close (quote per base), volume (base). */
export const CandleRow = /*#__PURE__*/ v.tuple([Moment, Amount, Amount, Amount, Amount, Amount]);
export type CandleRow = v.InferOutput<typeof CandleRow>;

/** Bars of a market, ascending; without `before` the newest page. Error: `marketUnknown`. */
export const marketCandles = /*#__PURE__*/ defineCall({
  path: '/xb/v1/market/candles',
  access: 'anyone',
  request: v.object({
    id: MarketId,
    interval: IntervalName,
    /** Only bars that start before this moment; absent: up to the running bar. */
    before: v.exactOptional(Moment),
    limit: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1000)), 300),
  }),
  response: v.object({
    candles: v.array(CandleRow),
    /** Whether older bars exist. */
    more: v.boolean(),
  }),
});

/** Hourly closes of the last 24 hours, oldest first, quote per base; unknown markets are left out. */
export const marketSparklines = /*#__PURE__*/ defineCall({
  path: '/xb/v1/market/sparklines',
  access: 'anyone',
  request: v.object({ ids: v.pipe(v.array(MarketId), v.minLength(1), v.maxLength(60)) }),
  response: v.object({ lines: v.array(v.tuple([MarketId, v.array(Amount)])) }),
});

/** Snapshots of public channels for clients that poll instead of opening a socket. */
export const marketSnapshot = /*#__PURE__*/ defineCall({
  path: '/xb/v1/market/snapshot',
  access: 'anyone',
  request: v.object({ ch: v.pipe(v.array(Channel), v.minLength(1), v.maxLength(50)) }),
  response: v.object({
    /** The server's clock, ms UTC. */
    now: Moment,
    snaps: v.array(SnapMessage),
  }),
});

import type { Candle, Dec, Interval, Ticker, Trade } from '../../domain/index.ts';
import { compareDec, D, HOUR_MS, isCandleValid } from '../../domain/index.ts';
import { isFields, plainDecimal, signedDecimal } from '../venues/fields.ts';
import { positiveDecimal, wholeOf } from '../venues/texts.ts';
import type { VenueFunding } from '../venues/types.ts';
import type { OkxInstrument } from './instruments.ts';

/** What a row says, and when by the venue's clock, ms UTC. */
export interface Timed<T> {
  readonly value: T;
  readonly at: number;
}

/** Decimals of a volume that the venue does not give in quote units. */
const VOLUME_DECIMALS = 8;

/** What is read of a row of `tickers`. */
export class TickerRow {
  readonly instId: unknown;
  /** Prices, quote units per base unit: the newest, a day ago, the day's highest and lowest. */
  readonly prices: readonly [last: Dec, open24: Dec, high24: Dec, low24: Dec];
  readonly volCcy24h: Dec;
  /** ms UTC. */
  readonly at: number;
  constructor(instId: unknown, prices: TickerRow['prices'], volCcy24h: Dec, at: number) {
    this.instId = instId;
    this.prices = prices;
    this.volCcy24h = volCcy24h;
    this.at = at;
  }
}

/**
 * A row of `tickers`. A spot's `volCcy24h` is in quote units, a swap's in base units: its worth at the last price
 * stands for the volume, rounded down.
 */
export function readTicker(raw: unknown, { market }: OkxInstrument): Timed<Ticker> | undefined {
  const row = raw instanceof TickerRow ? raw : tickerRow(raw);
  if (!row) return undefined;
  const [last, open24, high24, low24] = row.prices;
  if (last === '0' || high24 === '0' || low24 === '0' || compareDec(high24, low24) < 0) return undefined;
  const volume = market.kind === 'spot' ? row.volCcy24h : worth(row.volCcy24h, last);
  return { value: { id: market.id, last, open24, volume, high24, low24 }, at: row.at };
}

function tickerRow(raw: unknown): TickerRow | undefined {
  if (!isFields(raw)) return undefined;
  const last = plainDecimal(raw['last']);
  const open24 = plainDecimal(raw['open24h']);
  const high24 = plainDecimal(raw['high24h']);
  const low24 = plainDecimal(raw['low24h']);
  const amount = plainDecimal(raw['volCcy24h']);
  const at = wholeOf(raw['ts']);
  if (last === undefined || open24 === undefined || high24 === undefined || low24 === undefined)
    return undefined;
  if (amount === undefined || at === undefined) return undefined;
  return new TickerRow(raw['instId'], [last, open24, high24, low24], amount, at);
}

const worth = (base: Dec, price: Dec): Dec =>
  plainDecimal(new D(base).times(price).toFixed(VOLUME_DECIMALS, D.ROUND_DOWN)) ?? '0';

/** What is read of a row of `trades`. */
export class TradeRow {
  /** In the venue's sizes. */
  readonly trade: Trade;
  constructor(trade: Trade) {
    this.trade = trade;
  }
}

/** A row of `trades`; its side is the taker's. */
export function readTrade(raw: unknown, { toBase }: OkxInstrument): Trade | undefined {
  const row = raw instanceof TradeRow ? raw : tradeRow(raw);
  if (!row) return undefined;
  const { id, price, quantity: size, side, at } = row.trade;
  return price === '0' || size === '0' ? undefined : { id, price, quantity: toBase(size), side, at };
}

function tradeRow(raw: unknown): TradeRow | undefined {
  if (!isFields(raw)) return undefined;
  const { side } = raw;
  const id = wholeOf(raw['tradeId']);
  const at = wholeOf(raw['ts']);
  const price = plainDecimal(raw['px']);
  const quantity = plainDecimal(raw['sz']);
  if (id === undefined || at === undefined || price === undefined || quantity === undefined) return undefined;
  return side === 'buy' || side === 'sell' ? new TradeRow({ id, price, quantity, side, at }) : undefined;
}

/** A row of candles, from REST or from a socket: times, prices, volume in sizes, …, and whether it is closed. */
export function readCandle(
  raw: unknown,
  interval: Interval,
  { toBase }: OkxInstrument,
): { readonly candle: Candle; readonly closed: boolean } | undefined {
  if (!Array.isArray(raw)) return undefined;
  const row: readonly unknown[] = raw;
  const at = wholeOf(row[0]);
  const open = positiveDecimal(row[1]);
  const high = positiveDecimal(row[2]);
  const low = positiveDecimal(row[3]);
  const close = positiveDecimal(row[4]);
  const size = plainDecimal(row[5]);
  const confirm = row[8];
  if (at === undefined || size === undefined || (confirm !== '0' && confirm !== '1')) return undefined;
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  const candle: Candle = { at, open, high, low, close, volume: toBase(size) };
  return isCandleValid(candle, interval) ? { candle, closed: confirm === '1' } : undefined;
}

/** The price in a row of `mark-price` (`markPx`) or `index-tickers` (`idxPx`). */
export function readPrice(raw: unknown, field: 'markPx' | 'idxPx'): Timed<Dec> | undefined {
  if (!isFields(raw)) return undefined;
  const value = positiveDecimal(raw[field]);
  const at = wholeOf(raw['ts']);
  return value !== undefined && at !== undefined ? { value, at } : undefined;
}

const MOST_HOURS = 24;

/** A row of `funding-rate`: `fundingTime` settles next, `nextFundingTime` one interval after it. */
export function readFunding(raw: unknown): VenueFunding | undefined {
  if (!isFields(raw)) return undefined;
  const rate = signedDecimal(raw['fundingRate']);
  const nextAt = wholeOf(raw['fundingTime']);
  const after = wholeOf(raw['nextFundingTime']);
  if (rate === undefined || nextAt === undefined || after === undefined) return undefined;
  const hours = (after - nextAt) / HOUR_MS;
  return Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS ? { rate, hours, nextAt } : undefined;
}

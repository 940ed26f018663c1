import type { Candle, Interval, Ticker } from '../../domain/index.ts';
import { compareDec, isCandleValid } from '../../domain/index.ts';
import type { Fields } from '../venues/fields.ts';
import { isFields, isWhole, plainDecimal, readLevels, signedDecimal } from '../venues/fields.ts';
import type { CandleNews } from '../venues/readers/candle.ts';
import type { WholeBookPlan } from '../venues/readers/wholeBook.ts';
import type { VenueMark } from '../venues/types.ts';
import { ReadDiff } from './scan.ts';

/** COIN-M contracts come in the same arrays as USD-M ones. */
const COIN_MARGINED = 2;
/** The symbol of an array's row that is one of ours; undefined for COIN-M and for what has no symbol. */
export function symbolOfRow(row: unknown): string | undefined {
  if (!isFields(row) || row['st'] === COIN_MARGINED) return undefined;
  const symbol = row['s'] ?? row['symbol'];
  return typeof symbol === 'string' ? symbol : undefined;
}

/** The newest state of a pair; null for a pair that has no price (delisted), undefined for a malformed row. */
export function readTicker(id: string, row: Fields): Ticker | null | undefined {
  // Streams abbreviate what answers spell out.
  return 'c' in row
    ? ticker(id, row['c'], row['o'], row['h'], row['l'], row['q'])
    : ticker(id, row['lastPrice'], row['openPrice'], row['highPrice'], row['lowPrice'], row['quoteVolume']);
}

function ticker(
  id: string,
  c: unknown,
  o: unknown,
  h: unknown,
  l: unknown,
  q: unknown,
): Ticker | null | undefined {
  const last = plainDecimal(c);
  const open24 = plainDecimal(o);
  const high24 = plainDecimal(h);
  const low24 = plainDecimal(l);
  const volume = plainDecimal(q);
  if (last === undefined || open24 === undefined || volume === undefined) return undefined;
  if (high24 === undefined || low24 === undefined || compareDec(high24, low24) < 0) return undefined;
  return last === '0' ? null : { id, last, open24, volume, high24, low24 };
}

/** A bar of the venue's answers: start, open, high, low, close, base volume and what is not used. */
export function readBar(interval: Interval, row: unknown): Candle | undefined {
  return Array.isArray(row) ? bar(interval, row[0], row[1], row[2], row[3], row[4], row[5]) : undefined;
}

/** The running bar of a stream; the venue itself says when it has closed. */
export function readKline(interval: Interval, message: unknown): CandleNews | undefined {
  if (!isFields(message) || !isFields(message['k']) || !isWhole(message['E'])) return undefined;
  const { t, o, h, l, c, v, x: closed, i } = message['k'];
  const candle = i === interval ? bar(interval, t, o, h, l, c, v) : undefined;
  return candle && typeof closed === 'boolean' ? { candle, closed, at: message['E'] } : undefined;
}

function bar(interval: Interval, at: unknown, ...texts: readonly unknown[]): Candle | undefined {
  const [open, high, low, close, volume] = texts.map(plainDecimal);
  if (!isWhole(at) || open === undefined || high === undefined || low === undefined) return undefined;
  if (close === undefined || volume === undefined) return undefined;
  const candle = { at, open, high, low, close, volume };
  return low !== '0' && isCandleValid(candle, interval) ? candle : undefined;
}

/** The complete top levels: spot sends them without a time, futures in the form of a difference. */
export function readWholeBook(message: unknown, now: number): ReturnType<WholeBookPlan['read']> {
  if (message instanceof ReadDiff) {
    const { bids, asks, last: version, at } = message;
    return { book: { bids, asks }, version, at };
  }
  if (!isFields(message)) return undefined;
  const bids = readLevels(message['bids'] ?? message['b']);
  const asks = readLevels(message['asks'] ?? message['a']);
  const version = message['lastUpdateId'] ?? message['u'];
  if (!bids || !asks || !isWhole(version)) return undefined;
  return { book: { bids, asks }, version, at: isWhole(message['E']) ? message['E'] : now };
}

/**
 * Mark, index and funding of a perpetual, from the stream's array or from `premiumIndex`; undefined when malformed.
 * @param hours between fundings; undefined while they are not known.
 */
export function readMark(id: string, row: Fields, hours: number | undefined): VenueMark | undefined {
  const mark = plainDecimal(row['p'] ?? row['markPrice']);
  const index = plainDecimal(row['i'] ?? row['indexPrice']);
  const rate = signedDecimal(row['r'] ?? row['lastFundingRate']);
  const nextAt = row['T'] ?? row['nextFundingTime'];
  if (mark === undefined || index === undefined || mark === '0' || index === '0') return undefined;
  const isFunded = hours !== undefined && rate !== undefined && isWhole(nextAt) && nextAt > 0;
  return { id, mark, index, funding: isFunded ? { rate, hours, nextAt } : undefined };
}

/** Hours between fundings by symbol, of the contracts that differ from the usual; undefined when it is no list. */
export function readFundingHours(body: unknown): ReadonlyMap<string, number> | undefined {
  if (!Array.isArray(body)) return undefined;
  const hours = new Map<string, number>();
  for (const row of body as readonly unknown[]) {
    if (!isFields(row)) continue;
    const { symbol, fundingIntervalHours } = row;
    if (typeof symbol === 'string' && isWhole(fundingIntervalHours) && fundingIntervalHours > 0)
      hours.set(symbol, fundingIntervalHours);
  }
  return hours;
}

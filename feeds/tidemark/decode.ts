import * as v from 'valibot';
import { BOOK_DEPTH, MarkRow } from '../../domain/contract/index.ts';
import type { Book, Candle, Interval, Level, Ticker, Trade } from '../../domain/index.ts';
import {
  amountSign,
  applyDelta,
  bookChecksum,
  isAmountText,
  isBookValid,
  isCandleValid,
  isCrossed,
} from '../../domain/index.ts';

/** Counts what is malformed and left out. */
export interface Drops {
  dropped: number;
}

const isPositive = (text: unknown): text is string => amountSign(text) === 1;

/** Tick rows of a message; rows that are not sound are counted and left out. */
export function decodeTickers(data: unknown, drops: Drops): Ticker[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const tickers: Ticker[] = [];
  for (const row of data) {
    const ticker = decodeTicker(row);
    if (ticker) tickers.push(ticker);
    else drops.dropped += 1;
  }
  return tickers;
}

/** By index, as thousands of rows come at once and an iterator for each would cost as much as the checks. */
function decodeTicker(row: unknown): Ticker | undefined {
  if (!Array.isArray(row)) return undefined;
  const fields: readonly unknown[] = row;
  const id = fields[0];
  const last = fields[1];
  const open24 = fields[2];
  const volume = fields[3];
  const high24 = fields[4];
  const low24 = fields[5];
  if (typeof id !== 'string' || id.length > 40 || !isPositive(last)) return undefined;
  if (!isAmountText(open24) || !isAmountText(volume) || !isPositive(high24) || !isPositive(low24))
    return undefined;
  return { id, last, open24, volume, high24, low24 };
}

/**
 * Rows of `sort`, each a whole ticker or what has changed of one that is known; `known` is kept up. What is of no known
 * market, or not sound, is counted and left out.
 */
export function decodeSorts(data: unknown, known: Map<string, Ticker>, drops: Drops): Ticker[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const tickers: Ticker[] = [];
  for (const row of data) {
    const before = Array.isArray(row) && row.length < 6 ? known.get(row[0]) : undefined;
    const whole = before
      ? [...row.slice(0, 2), row[3] ?? before.open24, row[2], before.high24, before.low24]
      : row;
    const ticker = decodeTicker(whole);
    if (ticker) {
      known.set(ticker.id, ticker);
      tickers.push(ticker);
    } else drops.dropped += 1;
  }
  return tickers;
}

/** Rows of marks; rows that are not sound are counted and left out. */
export function decodeMarks(data: unknown, drops: Drops): MarkRow[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const rows: MarkRow[] = [];
  for (const each of data) {
    const row = v.safeParse(MarkRow, each);
    if (row.success && isPositive(row.output[1]) && isPositive(row.output[2])) rows.push(row.output);
    else drops.dropped += 1;
  }
  return rows;
}

/** Trades newer than `after`, ascending; old, repeated and unsound ones are counted and left out. */
export function decodeTrades(data: unknown, after: number, drops: Drops): Trade[] | undefined {
  const rows = typeof data === 'object' && data !== null && 'rows' in data ? data.rows : undefined;
  if (!Array.isArray(rows)) return undefined;
  const trades: Trade[] = [];
  let newest = after;
  for (const row of rows) {
    const trade = decodeTrade(row);
    if (trade && trade.id > newest) {
      newest = trade.id;
      trades.push(trade);
    } else drops.dropped += 1;
  }
  return trades;
}

function decodeTrade(row: unknown): Trade | undefined {
  if (!Array.isArray(row)) return undefined;
  const [id, price, quantity, side, at] = row;
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(at) || at < 0) return undefined;
  if (!isPositive(price) || !isPositive(quantity) || (side !== 'buy' && side !== 'sell')) return undefined;
  return { id, price, quantity, side, at };
}

/** The running bar, or undefined when it is off the grid or impossible. */
export function decodeCandle(
  data: unknown,
  interval: Interval,
): { candle: Candle; closed: boolean } | undefined {
  if (!Array.isArray(data)) return undefined;
  const [at, open, high, low, close, volume, closed] = data;
  if (!Number.isSafeInteger(at) || typeof closed !== 'boolean' || !isAmountText(volume)) return undefined;
  if (!isPositive(open) || !isPositive(high) || !isPositive(low) || !isPositive(close)) return undefined;
  const candle: Candle = { at, open, high, low, close, volume };
  return isCandleValid(candle, interval) ? { candle, closed } : undefined;
}

/**
 * The book after a message. Undefined when the message is malformed, or when the book that it leads to is crossed
 * or does not match its checksum: then nothing of it can be trusted.
 */
export function decodeBook(data: unknown, before: Book | undefined): Book | undefined {
  if (typeof data !== 'object' || data === null || !('b' in data) || !('a' in data)) return undefined;
  const bids = decodeLevels(data.b);
  const asks = decodeLevels(data.a);
  if (!bids || !asks) return undefined;
  const book = before
    ? applyDelta(before, { b: bids, a: asks }, BOOK_DEPTH)
    : { bids: bids.slice(0, BOOK_DEPTH), asks: asks.slice(0, BOOK_DEPTH) };
  if (before ? isCrossed(book) : !isBookValid(book)) return undefined;
  const check = 'c' in data ? data.c : undefined;
  return check !== undefined && check !== bookChecksum(book) ? undefined : book;
}

function decodeLevels(value: unknown): Level[] | undefined {
  if (!Array.isArray(value) || value.length > 4 * BOOK_DEPTH) return undefined;
  const levels: Level[] = [];
  for (const entry of value) {
    if (!Array.isArray(entry) || !isPositive(entry[0]) || !isAmountText(entry[1])) return undefined;
    levels.push([entry[0], entry[1]]);
  }
  return levels;
}

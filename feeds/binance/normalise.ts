import type { Level, Trade } from '../../domain/index.ts';
import { plainDecimal } from './decimals.ts';

/** A difference of a book: ids first to last; `previous` only from futures. */
export interface DepthDiff {
  readonly kind: 'diff';
  readonly symbol: string;
  readonly first: number;
  readonly last: number;
  readonly previous?: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
export interface DepthSnapshot {
  readonly kind: 'snapshot';
  readonly last: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}
export interface TradeEvent {
  readonly kind: 'trade';
  readonly symbol: string;
  readonly trade: Trade;
}
export type BinanceEvent = DepthDiff | DepthSnapshot | TradeEvent | { readonly kind: 'other' };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/**
 * Reads one frame of a combined stream, or a bare depth snapshot. Event kinds that are not used are `other`;
 * undefined is a frame to count and drop.
 */
export function normaliseFrame(frame: unknown): BinanceEvent | undefined {
  if (!isFields(frame)) return undefined;
  const data = 'data' in frame ? frame['data'] : frame;
  if (!isFields(data)) return undefined;
  if (data['e'] === 'depthUpdate') return depthDiff(data);
  if (data['e'] === 'trade' || data['e'] === 'aggTrade') return tradeEvent(data);
  if (isId(data['lastUpdateId'])) return depthSnapshot(data);
  return { kind: 'other' };
}

function levels(value: unknown): Level[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read: Level[] = [];
  for (const entry of value) {
    const price = Array.isArray(entry) ? plainDecimal(entry[0]) : undefined;
    const quantity = Array.isArray(entry) ? plainDecimal(entry[1]) : undefined;
    if (price === undefined || quantity === undefined || price === '0') return undefined;
    read.push([price, quantity]);
  }
  return read;
}

function depthDiff(data: Fields): DepthDiff | undefined {
  const bids = levels(data['b']);
  const asks = levels(data['a']);
  const { s: symbol, U: first, u: last, pu: previous } = data;
  if (!bids || !asks || typeof symbol !== 'string' || !isId(first) || !isId(last) || first > last)
    return undefined;
  return { kind: 'diff', symbol, first, last, bids, asks, ...(isId(previous) ? { previous } : {}) };
}

function depthSnapshot(data: Fields): DepthSnapshot | undefined {
  const bids = levels(data['bids']);
  const asks = levels(data['asks']);
  const last = data['lastUpdateId'];
  return bids && asks && isId(last) ? { kind: 'snapshot', last, bids, asks } : undefined;
}

/** Futures tapes also carry fills of the insurance fund and of deliveriess: only the market's own count. */
function tradeEvent(data: Fields): BinanceEvent | undefined {
  const id = data['e'] === 'trade' ? data['t'] : data['a'];
  const price = plainDecimal(data['p']);
  const quantity = plainDecimal(data['q']);
  const { s: symbol, T: at, m: buyerIsMaker, X: origin } = data;
  if (origin !== undefined && origin !== 'MARKET') return { kind: 'other' };
  if (!isId(id) || !isId(at) || typeof symbol !== 'string' || typeof buyerIsMaker !== 'boolean')
    return undefined;
  if (price === undefined || quantity === undefined || price === '0' || quantity === '0') return undefined;
  return { kind: 'trade', symbol, trade: { id, price, quantity, side: buyerIsMaker ? 'sell' : 'buy', at } };
}

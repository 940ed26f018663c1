import type { Level, Trade } from '../../domain/index.ts';
import type { Fields } from '../venues/fields.ts';
import { isFields, isWhole, plainDecimal, readLevels } from '../venues/fields.ts';

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
/** Whether an answer is a whole book. */
export function isDepthSnapshot(body: unknown): boolean {
  return normaliseFrame(body)?.kind === 'snapshot';
}
export interface TradeEvent {
  readonly kind: 'trade';
  readonly symbol: string;
  readonly trade: Trade;
}
export type BinanceEvent = DepthDiff | DepthSnapshot | TradeEvent | { readonly kind: 'other' };

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
  if (isWhole(data['lastUpdateId'])) return depthSnapshot(data);
  return { kind: 'other' };
}

function depthDiff(data: Fields): DepthDiff | undefined {
  const bids = readLevels(data['b']);
  const asks = readLevels(data['a']);
  const { s: symbol, U: first, u: last, pu: previous } = data;
  if (!bids || !asks || typeof symbol !== 'string' || !isWhole(first) || !isWhole(last) || first > last)
    return undefined;
  return { kind: 'diff', symbol, first, last, bids, asks, ...(isWhole(previous) ? { previous } : {}) };
}

function depthSnapshot(data: Fields): DepthSnapshot | undefined {
  const bids = readLevels(data['bids']);
  const asks = readLevels(data['asks']);
  const last = data['lastUpdateId'];
  return bids && asks && isWhole(last) ? { kind: 'snapshot', last, bids, asks } : undefined;
}

/** Futures tapes also carry fills of the insurance fund and of deliveries: only the market's own count. */
function tradeEvent(data: Fields): BinanceEvent | undefined {
  const { s: symbol, X: origin } = data;
  if (origin !== undefined && origin !== 'MARKET') return { kind: 'other' };
  const trade = normaliseTrade(data);
  return trade && typeof symbol === 'string' ? { kind: 'trade', symbol, trade } : undefined;
}

/** A fill, or an aggregated trade from a stream or an answer; undefined for a malformed one. */
export function normaliseTrade(data: unknown): Trade | undefined {
  if (!isFields(data)) return undefined;
  const id = data['e'] === 'trade' ? data['t'] : data['a'];
  const price = plainDecimal(data['p']);
  const quantity = plainDecimal(data['q']);
  const { T: at, m: buyerIsMaker } = data;
  if (!isWhole(id) || !isWhole(at) || typeof buyerIsMaker !== 'boolean') return undefined;
  if (price === undefined || quantity === undefined || price === '0' || quantity === '0') return undefined;
  return { id, price, quantity, side: buyerIsMaker ? 'sell' : 'buy', at };
}

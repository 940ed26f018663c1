import type { Book, Dec, Trade } from '../../domain/index.ts';
import { isBookValid, isFeedDecimal } from '../../domain/index.ts';
import type { FeedEvent } from '../types.ts';
import { isFields, isWhole, plainDecimal, readLevels } from './fields.ts';
import type { VenueEvent } from './types.ts';

/** What a recording keeps of a feed whose own frames nobody else can read: whole books, and trades. */
export type RecordedEvent =
  | { readonly kind: 'book'; readonly id: string; readonly book: Book }
  | {
      readonly kind: 'trades';
      readonly id: string;
      readonly snapshot: boolean;
      readonly trades: readonly Trade[];
    };

/** The newest prices of markets that have moved, as a flight recording keeps them. */
export interface RecordedPrices {
  readonly kind: 'tickers';
  readonly rows: readonly { readonly id: string; readonly last: Dec }[];
}

/** Reads such prices; rows that are malformed are left out. */
export function readPricesFrame(value: unknown): RecordedPrices | undefined {
  if (!isFields(value) || value['kind'] !== 'tickers' || !Array.isArray(value['rows'])) return undefined;
  const rows = (value['rows'] as readonly unknown[]).flatMap((row) => {
    if (!isFields(row) || typeof row['id'] !== 'string' || !isFeedDecimal(row['last'])) return [];
    return [{ id: row['id'], last: row['last'] }];
  });
  return { kind: 'tickers', rows };
}

/** The event as a recording's frame; undefined for kinds that are not kept. */
export function eventFrame(event: FeedEvent | VenueEvent): RecordedEvent | undefined {
  return event.kind === 'book' || event.kind === 'trades' ? event : undefined;
}

/** Reads such a frame; undefined for what is none, or is malformed. */
export function readEventFrame(value: unknown): RecordedEvent | undefined {
  if (!isFields(value) || typeof value['id'] !== 'string') return undefined;
  const { kind, id } = value;
  if (kind === 'book' && isFields(value['book'])) {
    const bids = readLevels(value['book']['bids']);
    const asks = readLevels(value['book']['asks']);
    return bids && asks && isBookValid({ bids, asks }) ? { kind, id, book: { bids, asks } } : undefined;
  }
  if (kind !== 'trades' || !Array.isArray(value['trades'])) return undefined;
  const trades = (value['trades'] as readonly unknown[]).map(tradeOf);
  if (!trades.every((trade) => trade !== undefined)) return undefined;
  return { kind, id, snapshot: value['snapshot'] === true, trades };
}

function tradeOf(value: unknown): Trade | undefined {
  if (!isFields(value)) return undefined;
  const { id, side, at } = value;
  const price = plainDecimal(value['price']);
  const quantity = plainDecimal(value['quantity']);
  if (price === undefined || quantity === undefined || price === '0' || quantity === '0') return undefined;
  if (!isWhole(id) || !isWhole(at) || (side !== 'buy' && side !== 'sell')) return undefined;
  return { id, price, quantity, side, at };
}

import type { Book, Candle, Dec, Interval, Level, Trade } from '../../domain/index.ts';
import { HOUR_MS, isCandleValid } from '../../domain/index.ts';
import { isFields, isWhole, plainDecimal, signedDecimal } from '../venues/fields.ts';
import { positiveDecimal } from '../venues/texts.ts';

/** The state of one coin, from the contexts. Prices quote per base. */
export interface CoinContext {
  readonly mark: Dec;
  /** The middle of the book; undefined while a side is empty. */
  readonly mid: Dec | undefined;
  /** A day ago. */
  readonly open24: Dec;
  /** Traded in a day, quote units. */
  readonly volume: Dec;
  /** The venue's index, of perpetuals alone. */
  readonly oracle: Dec | undefined;
  /** Signed fraction for one hour, of perpetuals alone. */
  readonly funding: Dec | undefined;
  /** Of spot pairs alone: whose context it is. */
  readonly coin: string | undefined;
}

/** One context of `metaAndAssetCtxs`, `spotMetaAndAssetCtxs`, `allDexsAssetCtxs` or `activeAssetCtx`. */
export function readContext(raw: unknown): CoinContext | undefined {
  if (!isFields(raw)) return undefined;
  const mark = positiveDecimal(raw['markPx']);
  const open24 = plainDecimal(raw['prevDayPx']);
  const volume = plainDecimal(raw['dayNtlVlm']);
  if (mark === undefined || open24 === undefined || volume === undefined) return undefined;
  return {
    mark,
    mid: positiveDecimal(raw['midPx']),
    open24,
    volume,
    oracle: positiveDecimal(raw['oraclePx']),
    funding: signedDecimal(raw['funding']),
    coin: typeof raw['coin'] === 'string' ? raw['coin'] : undefined,
  };
}

/** The contexts of one dex (`''` is the venue's own) in the data of `allDexsAssetCtxs`, by position. */
export function contextsOfDex(data: unknown, dex: string): readonly unknown[] | undefined {
  const all = isFields(data) ? data['ctxs'] : undefined;
  if (!Array.isArray(all)) return undefined;
  const own = all.find(
    (entry): entry is readonly [unknown, unknown] => Array.isArray(entry) && entry[0] === dex,
  )?.[1];
  return Array.isArray(own) ? own : undefined;
}

/** Levels a side of the venue's books. */
export const MOST_LEVELS = 20;

export interface CoinBook {
  readonly coin: string;
  readonly book: Book;
  readonly at: number;
}

/** A book that is read already. */
export class ReadBook {
  readonly news: CoinBook;
  constructor(news: CoinBook) {
    this.news = news;
  }
}

/** The data of `l2Book`: always the whole book, best first; whether it is sound is its reader's to judge. */
export function readBook(data: unknown): CoinBook | undefined {
  if (data instanceof ReadBook) return data.news;
  if (!isFields(data) || typeof data['coin'] !== 'string' || !isWhole(data['time'])) return undefined;
  const sides = data['levels'];
  if (!Array.isArray(sides) || sides.length !== 2) return undefined;
  const bids = readLevels(sides[0]);
  const asks = readLevels(sides[1]);
  if (!bids || !asks) return undefined;
  return { coin: data['coin'], book: { bids, asks }, at: data['time'] };
}

function readLevels(value: unknown): Level[] | undefined {
  if (!Array.isArray(value) || value.length > MOST_LEVELS) return undefined;
  const levels: Level[] = [];
  for (const entry of value) {
    const price = isFields(entry) ? positiveDecimal(entry['px']) : undefined;
    const quantity = isFields(entry) ? positiveDecimal(entry['sz']) : undefined;
    if (price === undefined || quantity === undefined) return undefined;
    levels.push([price, quantity]);
  }
  return levels;
}

export interface CoinTrade {
  readonly coin: string;
  /** Its id is the venue's `tid`, which does not rise. */
  readonly trade: Trade;
}

/** One entry of `trades`: side `B` is a taker who bought, `A` one who sold. */
export function readTrade(raw: unknown): CoinTrade | undefined {
  if (!isFields(raw) || typeof raw['coin'] !== 'string') return undefined;
  const { side, time, tid } = raw;
  const price = positiveDecimal(raw['px']);
  const quantity = positiveDecimal(raw['sz']);
  if (price === undefined || quantity === undefined || !isWhole(time) || !isWhole(tid)) return undefined;
  if (side !== 'A' && side !== 'B') return undefined;
  return {
    coin: raw['coin'],
    trade: { id: tid, price, quantity, side: side === 'B' ? 'buy' : 'sell', at: time },
  };
}

/** A candle of `candleSnapshot` or of the channel `candle`; the venue does not say whether it is closed. */
export function readCandle(raw: unknown, interval: Interval): Candle | undefined {
  if (!isFields(raw) || raw['i'] !== interval || !isWhole(raw['t'])) return undefined;
  const open = positiveDecimal(raw['o']);
  const high = positiveDecimal(raw['h']);
  const low = positiveDecimal(raw['l']);
  const close = positiveDecimal(raw['c']);
  const volume = plainDecimal(raw['v']);
  if (open === undefined || high === undefined || low === undefined) return undefined;
  if (close === undefined || volume === undefined) return undefined;
  const candle: Candle = { at: raw['t'], open, high, low, close, volume };
  return isCandleValid(candle, interval) ? candle : undefined;
}

/** When the venue settles funding next: at each full hour. @param at ms UTC. */
export const nextFundingAt = (at: number): number => (Math.floor(at / HOUR_MS) + 1) * HOUR_MS;

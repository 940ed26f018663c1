import type { SortRow } from '../../../domain/contract/index.ts';
import { SORT_DIGITS } from '../../../domain/contract/index.ts';
import type { Ticker } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';
import { rowOf } from './rowChannel.ts';

interface SortState {
  last: string;
  volume: string;
  ticker: Ticker;
  /** Whether the price of 24 h ago has changed since. */
  isOpened: boolean;
}

/**
 * The values that lists are sorted by, of all markets: rows that differ from those last published. A snapshot
 * is of this moment, so that a new reader receives nothing old; each row replaces the one before, so that
 * later deltas agree with it all the same.
 */
export function sortChannel(source: MarketSource, events: MarketEvents): Channel {
  const published = new Map<string, SortState>();
  for (const ticker of source.tickers()) published.set(ticker.id, sortStateOf(ticker));
  const changed = new Map<string, Ticker>();
  const stop = events.ofTickers((event) => {
    if (event.kind !== 'tickers') return;
    for (const ticker of event.rows) {
      changed.set(ticker.id, ticker);
      const known = published.get(ticker.id);
      if (known && known.ticker.open24 !== ticker.open24) known.isOpened = true;
      if (known) known.ticker = ticker;
    }
  });
  return {
    snapshot: () => source.tickers().map(rowOf),
    hasNews: () => changed.size > 0,
    flush() {
      const rows = [...changed.values()].flatMap((ticker) => newsOf(ticker, published));
      changed.clear();
      return rows.length > 0 ? rows : undefined;
    },
    close: stop,
  };
}

const sortStateOf = (ticker: Ticker): SortState => ({
  last: ticker.last,
  volume: cut(ticker.volume),
  ticker,
  isOpened: false,
});

/** The row of a market whose changes may alter how readers sort it; none otherwise. */
function newsOf(ticker: Ticker, published: Map<string, SortState>): SortRow[] {
  const { id, last, open24 } = ticker;
  const before = published.get(id);
  if (!before) {
    published.set(id, sortStateOf(ticker));
    return [rowOf(ticker)];
  }
  const volume = cut(ticker.volume);
  if (before.last === last && before.volume === volume && !before.isOpened) return [];
  const row: SortRow = before.isOpened ? [id, last, volume, open24] : [id, last, volume];
  Object.assign(before, { last, volume, isOpened: false });
  return [row];
}

/** A plain decimal cut down, never up, to SORT_DIGITS significant digits. */
export function cut(text: string): string {
  const first = text.search(/[1-9]/);
  if (first < 0) return '0';
  const point = text.indexOf('.');
  const whole = point < 0 ? text.length : point;
  // Digits before the point are as many as they were; those behind it end with the last that counts.
  const hasPointWithin = first < whole && first + SORT_DIGITS > whole;
  const end = first + SORT_DIGITS + (hasPointWithin ? 1 : 0);
  if (end < whole) return text.slice(0, end) + '0'.repeat(whole - end);
  return text.slice(0, end).replace(/\.$/, '');
}

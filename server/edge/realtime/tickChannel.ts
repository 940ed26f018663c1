import type { Ticker } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';
import { rowOf } from './rowChannel.ts';

/** All markets: changed rows only, the newest of each. */
export function tickChannel(source: MarketSource, events: MarketEvents): Channel {
  const published = new Map(source.tickers().map((ticker) => [ticker.id, rowOf(ticker)]));
  const changed = new Map<string, Ticker>();
  const stop = events.ofTickers((event) => {
    if (event.kind === 'tickers') for (const ticker of event.rows) changed.set(ticker.id, ticker);
  });
  return {
    snapshot: () => [...published.values()],
    hasNews: () => changed.size > 0,
    flush() {
      if (changed.size === 0) return undefined;
      const rows = [...changed.values()].map(rowOf);
      for (const row of rows) published.set(row[0], row);
      changed.clear();
      return rows;
    },
    close: stop,
  };
}

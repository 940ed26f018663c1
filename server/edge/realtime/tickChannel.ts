import type { TickRow } from '../../../domain/contract/index.ts';
import type { Ticker } from '../../../domain/index.ts';
import type { MarketSource } from '../../market/source.ts';
import type { Channel } from './channel.ts';
import type { MarketEvents } from './marketEvents.ts';

const rowOf = ({ id, last, open24, volume, high24, low24 }: Ticker): TickRow => [
  id,
  last,
  open24,
  volume,
  high24,
  low24,
];

/** All markets: changed rows only, the newest of each. */
export function tickChannel(source: MarketSource, events: MarketEvents): Channel {
  const told = new Map(source.tickers().map((ticker) => [ticker.id, rowOf(ticker)]));
  const changed = new Map<string, Ticker>();
  const stop = events.ofTickers((event) => {
    if (event.kind === 'tickers') for (const ticker of event.rows) changed.set(ticker.id, ticker);
  });
  return {
    snapshot: () => [...told.values()],
    flush() {
      if (changed.size === 0) return undefined;
      const rows = [...changed.values()].map(rowOf);
      for (const row of rows) told.set(row[0], row);
      changed.clear();
      return rows;
    },
    close: stop,
  };
}

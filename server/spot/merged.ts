import type { MarketEvent, MarketSource } from '../market/source.ts';
import type { SpotEngine } from './engine.ts';

/** The source as people see it: books with everybody's orders in them. Its tape and bars stay the venue's own. */
export function mergedSource(source: MarketSource, engine: SpotEngine): MarketSource {
  const listeners = new Set<(event: MarketEvent) => void>();
  const stop = engine.onBook((id) => {
    for (const listener of listeners) listener({ kind: 'book', id });
  });
  return {
    origin: source.origin,
    markets: () => source.markets(),
    get version() {
      return source.version;
    },
    now: () => source.now(),
    tickers: () => source.tickers(),
    book: (id) => engine.book(id),
    trades: (id) => source.trades(id),
    candles: (query) => source.candles(query),
    sparkline: (id) => source.sparkline(id),
    subscribe(listener) {
      listeners.add(listener);
      const undo = source.subscribe(listener);
      return () => {
        listeners.delete(listener);
        undo();
      };
    },
    watch: (id) => source.watch(id),
    close() {
      stop();
      source.close();
    },
  };
}

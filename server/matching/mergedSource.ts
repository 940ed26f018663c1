import type { Book } from '../../domain/index.ts';
import type { MarketEvent, MarketSource } from '../market/source.ts';

/** An engine with order books. */
export interface BookKeeper {
  /** The public book; undefined for a market that is not the engine's. */
  book(id: string): Book | undefined;
  onBook(listener: (id: string) => void): () => void;
}

/**
 * The public source: the venue's books merged with resting orders of users. Tape and bars stay the venue's
 * own.
 */
export function mergedSource(source: MarketSource, engines: readonly BookKeeper[]): MarketSource {
  const listeners = new Set<(event: MarketEvent) => void>();
  const stops = engines.map((engine) =>
    engine.onBook((id) => {
      for (const listener of listeners) listener({ kind: 'book', id });
    }),
  );
  return {
    origin: source.origin,
    ...(source.live ? { live: source.live } : {}),
    markets: () => source.markets(),
    get version() {
      return source.version;
    },
    now: () => source.now(),
    tickers: () => source.tickers(),
    book(id) {
      for (const engine of engines) {
        const book = engine.book(id);
        if (book) return book;
      }
      return source.book(id);
    },
    last: (id) => source.last(id),
    trades: (id) => source.trades(id),
    candles: (query) => source.candles(query),
    sparkline: (id, gone) => source.sparkline(id, gone),
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
      for (const stop of stops) stop();
      source.close();
    },
  };
}

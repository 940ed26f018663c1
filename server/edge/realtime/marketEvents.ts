import type { Ticker } from '../../../domain/index.ts';
import type { MarketEvent, MarketSource } from '../../market/source.ts';

type Listener = (event: MarketEvent) => void;

/** A source's events by market: a market's event costs nothing to readers of other markets. */
export class MarketEvents {
  readonly #ofMarket = new Map<string, Set<Listener>>();
  readonly #tickers = new Set<Listener>();
  readonly #ofTicker = new Map<string, Set<() => void>>();
  readonly #source: Pick<MarketSource, 'subscribe' | 'tickers'>;
  readonly #stop: () => void;
  /** The newest of each market, from the first request of one on. */
  #newest: Map<string, Ticker> | undefined;

  constructor(source: Pick<MarketSource, 'subscribe' | 'tickers'>) {
    this.#source = source;
    this.#stop = source.subscribe((event) => {
      if (event.kind === 'tickers') this.#publish(event.rows);
      const listeners = event.kind === 'tickers' ? this.#tickers : this.#ofMarket.get(event.id);
      for (const listener of listeners ?? []) listener(event);
    });
  }

  /** Book, trades and resets of one market. @returns undo. */
  of(id: string, listener: Listener): () => void {
    const listeners = this.#ofMarket.get(id) ?? new Set();
    this.#ofMarket.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofMarket.get(id) === listeners) this.#ofMarket.delete(id);
    };
  }

  /** The newest price and day of one market; undefined for one without a price. */
  ticker(id: string): Ticker | undefined {
    this.#newest ??= new Map(this.#source.tickers().map((ticker) => [ticker.id, ticker]));
    return this.#newest.get(id);
  }

  /** Called when the ticker of one market has changed. @returns undo. */
  ofTicker(id: string, listener: () => void): () => void {
    const listeners = this.#ofTicker.get(id) ?? new Set();
    this.#ofTicker.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofTicker.get(id) === listeners) this.#ofTicker.delete(id);
    };
  }

  /** @returns undo. */
  ofTickers(listener: Listener): () => void {
    this.#tickers.add(listener);
    return () => this.#tickers.delete(listener);
  }

  close(): void {
    this.#stop();
    this.#ofMarket.clear();
    this.#tickers.clear();
    this.#ofTicker.clear();
  }

  #publish(rows: readonly Ticker[]): void {
    for (const ticker of rows) {
      this.#newest?.set(ticker.id, ticker);
      for (const listener of this.#ofTicker.get(ticker.id) ?? []) listener();
    }
  }
}

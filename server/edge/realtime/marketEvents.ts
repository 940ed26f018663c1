import type { MarketEvent, MarketSource } from '../../market/source.ts';

type Listener = (event: MarketEvent) => void;

/** What a source tells, by market: what happens in one costs nothing to who reads the others. */
export class MarketEvents {
  readonly #ofMarket = new Map<string, Set<Listener>>();
  readonly #tickers = new Set<Listener>();
  readonly #stop: () => void;

  constructor(source: Pick<MarketSource, 'subscribe'>) {
    this.#stop = source.subscribe((event) => {
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

  /** @returns undo. */
  ofTickers(listener: Listener): () => void {
    this.#tickers.add(listener);
    return () => this.#tickers.delete(listener);
  }

  close(): void {
    this.#stop();
    this.#ofMarket.clear();
    this.#tickers.clear();
  }
}

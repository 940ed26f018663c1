import type { AssetClass, Cycle, CycleDirection, Dec } from '../../domain/index.ts';
import { QUOTE_LIFE_MS } from '../../domain/index.ts';

/** Rates that were promised to one person. */
export interface Quote {
  readonly id: string;
  readonly userId: number;
  readonly asset: string;
  readonly kind: AssetClass;
  readonly cycle: Cycle;
  readonly rates: Readonly<Record<CycleDirection, Dec>>;
  readonly volatility: Dec;
  /** ms UTC; good at this very moment, and not after it. */
  readonly expiresAt: number;
}

/** How long quotes are remembered after their end, for whoever asks at the last instant. */
const KEPT_MS = 10_000;

/** Quotes that can be bought. Those of a process that ended are gone with it: the page asks for a new one. */
export class Quotes {
  readonly #quotes = new Map<string, Quote>();
  readonly #newId: () => string;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  issue(terms: Omit<Quote, 'id' | 'expiresAt'>, now: number): Quote {
    // They stand in the order of their ends.
    for (const [id, { expiresAt }] of this.#quotes) {
      if (expiresAt + KEPT_MS >= now) break;
      this.#quotes.delete(id);
    }
    const quote = { ...terms, id: this.#newId(), expiresAt: now + QUOTE_LIFE_MS };
    this.#quotes.set(quote.id, quote);
    return quote;
  }

  /** A quote of this person. Somebody else's does not exist here. */
  find(id: string, userId: number): Quote | undefined {
    const quote = this.#quotes.get(id);
    return quote?.userId === userId ? quote : undefined;
  }
}

/** What was promised to one person, and until when. */
export type Standing<Terms> = Terms & {
  readonly id: string;
  /** ms UTC; good at this very moment, and not after it. */
  readonly expiresAt: number;
};

/** How long quotes are remembered after their end, for whoever asks at the last instant, ms. */
const KEPT_MS = 10_000;

/** Quotes that can be taken. Those of a process that ended are gone with it: the page asks for a new one. */
export class StandingQuotes<Terms extends { readonly userId: number }> {
  readonly #quotes = new Map<string, Standing<Terms>>();
  readonly #newId: () => string;
  readonly #lifeMs: number;

  /** @param newId makes a number that nobody can guess. */
  constructor(newId: () => string, lifeMs: number) {
    this.#newId = newId;
    this.#lifeMs = lifeMs;
  }

  issue(terms: Terms, now: number): Standing<Terms> {
    // They stand in the order of their ends.
    for (const [id, { expiresAt }] of this.#quotes) {
      if (expiresAt + KEPT_MS >= now) break;
      this.#quotes.delete(id);
    }
    const quote = { ...terms, id: this.#newId(), expiresAt: now + this.#lifeMs };
    this.#quotes.set(quote.id, quote);
    return quote;
  }

  /** A quote of this person. Somebody else's does not exist here. */
  find(id: string, userId: number): Standing<Terms> | undefined {
    const quote = this.#quotes.get(id);
    return quote?.userId === userId ? quote : undefined;
  }

  /**
   * The same, for whoever takes it. @param arrived ms UTC, when the command came in: that decides.
   * @param at ms UTC, its turn, which it may have waited for a little.
   */
  taken(id: string, userId: number, arrived: number, at: number): Standing<Terms> | undefined {
    const quote = this.find(id, userId);
    return quote && arrived <= quote.expiresAt && at <= quote.expiresAt + MOST_WAIT_MS ? quote : undefined;
  }
}

/** How long a command that came in time may wait for its turn, ms. */
export const MOST_WAIT_MS = 2_000;

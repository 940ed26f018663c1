/** A quote of one user, and when it expires. */
export type StoredQuote<Terms> = Terms & {
  readonly id: string;
  /** ms UTC. */
  readonly issuedAt: number;
  /** ms UTC; good at this very moment, and not after it. */
  readonly expiresAt: number;
};

/** How long quotes are kept after they expire, for commands that arrive at the last instant, ms. */
const KEPT_MS = 10_000;

/** What quotes have in common. */
export interface QuoteTerms {
  readonly userId: number;
  /**
   * The subject of a price: a user has one valid quote per subject, so that nobody collects prices to choose
   * from. Without a subject several may be valid: they fix no price.
   */
  readonly subject?: string;
}

/** Quotes that can be taken. They live in this process: after a restart the page requests a new one. */
export class QuoteStore<Terms extends QuoteTerms> {
  readonly #quotes = new Map<string, StoredQuote<Terms>>();
  /** The valid quote, by user and subject. */
  readonly #valid = new Map<string, string>();
  readonly #newId: () => string;
  readonly #lifeMs: number;

  /** @param newId makes an unguessable id. */
  constructor(newId: () => string, lifeMs: number) {
    this.#newId = newId;
    this.#lifeMs = lifeMs;
  }

  issue(terms: Terms, now: number): StoredQuote<Terms> {
    // They are in the order of their expiry; those from before a clock was set back are gone.
    for (const [id, { issuedAt, expiresAt }] of this.#quotes) {
      if (expiresAt + KEPT_MS >= now && !isAhead(issuedAt, now)) break;
      this.#forget(id);
    }
    const quote = { ...terms, id: this.#newId(), issuedAt: now, expiresAt: now + this.#lifeMs };
    this.#quotes.set(quote.id, quote);
    if (quote.subject === undefined) return quote;
    const before = this.#valid.get(placeOf(quote));
    if (before !== undefined) this.#forget(before);
    this.#valid.set(placeOf(quote), quote.id);
    return quote;
  }

  #forget(id: string): void {
    const quote = this.#quotes.get(id);
    if (quote && this.#valid.get(placeOf(quote)) === id) this.#valid.delete(placeOf(quote));
    this.#quotes.delete(id);
  }

  /** A quote of this user; undefined for another user's. */
  find(id: string, userId: number): StoredQuote<Terms> | undefined {
    const quote = this.#quotes.get(id);
    return quote?.userId === userId ? quote : undefined;
  }

  /**
   * The quote, if it was taken in time. @param arrived ms UTC, when the command arrived: that decides.
   * @param at ms UTC, when it is executed; it may have queued for at most `MOST_WAIT_MS`.
   */
  taken(id: string, userId: number, arrived: number, at: number): StoredQuote<Terms> | undefined {
    const quote = this.find(id, userId);
    return quote && stood(quote, arrived, at) ? quote : undefined;
  }
}

/**
 * Whether a quote was taken in time. One that was issued after its command arrived is of a clock that was set back since:
 * nobody knows how old it is. @see QuoteStore.taken
 */
export const stood = (
  { issuedAt, expiresAt }: { readonly issuedAt: number; readonly expiresAt: number },
  arrived: number,
  at: number,
): boolean => !isAhead(issuedAt, arrived) && arrived <= expiresAt && at <= expiresAt + MOST_WAIT_MS;

/** A clock is put right by a little all the time. */
const isAhead = (issuedAt: number, now: number): boolean => issuedAt > now + MOST_WAIT_MS;

const placeOf = ({ userId, subject = '' }: QuoteTerms): string => `${userId} ${subject}`;

/** How long a command that arrived in time may queue, ms. */
export const MOST_WAIT_MS = 2_000;

import type { Refusal, RefusalCode, Result } from '../../domain/index.ts';
import type { ViewDeps } from './view.ts';

/** Pause after a refusal, ms. */
const AGAIN_MS = 1_000;

/** How quotes of one kind are asked for. */
export interface QuoteRule<Wish, Quote> {
  readonly ask: (wish: Wish) => Promise<Result<Quote>>;
  /** A quote is renewed when so much of its life is left, ms: whoever taps has at least this long to be heard. */
  readonly renewMs: number;
  /** A wish stands for so long before it is asked for, ms: what is being typed is not. */
  readonly restMs: number;
}

/** Holds a quote that still stands for what is wished, and renews it by itself while somebody looks. */
export class QuoteKeeper<Wish, Quote extends { readonly expiresAt: number }> {
  readonly #deps: Pick<ViewDeps, 'clock' | 'ages'>;
  readonly #rule: QuoteRule<Wish, Quote>;
  #name = '';
  #quote: Quote | undefined;
  #wishedAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  /** Rises with each wish: an answer to an older one is void. */
  #round = 0;
  failed: Refusal | undefined;

  constructor(deps: Pick<ViewDeps, 'clock' | 'ages'>, rule: QuoteRule<Wish, Quote>) {
    this.#deps = deps;
    this.#rule = rule;
  }

  /** The quote of a wish, asked for when it is missing or near its end. */
  of(wish: Wish): Quote | undefined {
    this.#wish(JSON.stringify(wish));
    const now = this.#deps.clock.monotonic();
    const left = this.leftMs;
    const pause = this.failed ? AGAIN_MS : 0;
    const mayAsk =
      !this.#isAsking && now - this.#askedAt >= pause && now - this.#wishedAt >= this.#rule.restMs;
    if (left < this.#rule.renewMs && mayAsk) void this.#ask(wish);
    return left > 0 ? this.#quote : undefined;
  }

  /** How long the quote still stands by the server's clock, ms; 0 or less when there is none. */
  get leftMs(): number {
    return (this.#quote?.expiresAt ?? 0) - this.#deps.ages.serverNow();
  }

  /** Nothing is wished any more. */
  drop(): void {
    this.#round += 1;
    this.#name = '';
    this.#quote = undefined;
    this.#isAsking = false;
    this.failed = undefined;
    this.#askedAt = Number.NEGATIVE_INFINITY;
  }

  #wish(name: string): void {
    if (name === this.#name) return;
    this.drop();
    this.#name = name;
    this.#wishedAt = this.#deps.clock.monotonic();
  }

  async #ask(wish: Wish): Promise<void> {
    const round = this.#round;
    this.#isAsking = true;
    this.#askedAt = this.#deps.clock.monotonic();
    const result = await this.#rule.ask(wish);
    if (round !== this.#round) return;
    this.#isAsking = false;
    this.failed = result.ok ? undefined : result.error;
    if (result.ok) this.#quote = result.data;
    // A refusal is news of now: the quote before it would be refused as well.
    else if (result.error.code !== 'networkDown' && result.error.code !== 'timedOut') this.#quote = undefined;
  }
}

/** The exchange's refusal with its words, where it is what stands in a quote's way. @param blocked why nothing is sold. */
export function refusedBy(
  failed: Refusal | undefined,
  blocked: RefusalCode | undefined,
): { readonly refused?: Refusal } {
  return failed && failed.code === blocked ? { refused: failed } : {};
}

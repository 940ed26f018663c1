import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Cycle, Refusal } from '../../../domain/index.ts';
import type { ViewDeps } from '../view.ts';

export type CycleQuote = ResponseOf<Calls['cycle.quote']>;

/** A quote is renewed when so much of its life is left, ms: whoever taps has at least this long to be heard. */
const RENEW_MS = 1_500;
/** Pause after a refusal, ms. */
const AGAIN_MS = 1_000;

/** What is quoted. `turn` tells a quote that has been bought from the next one. */
export interface QuoteWish {
  readonly asset: string;
  readonly cycle: Cycle;
  readonly turn: number;
}

/** Holds a quote that still stands for what is wished, and renews it by itself while somebody looks. */
export class QuoteKeeper {
  readonly #deps: Pick<ViewDeps, 'call' | 'clock' | 'beats'>;
  #name = '';
  #quote: CycleQuote | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  /** Rises with each wish: an answer to an older one is void. */
  #round = 0;
  failed: Refusal | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** The quote of a wish, asked for when it is missing or near its end. */
  of(wish: QuoteWish): CycleQuote | undefined {
    this.#wish(wish);
    const { clock, beats } = this.#deps;
    const left = (this.#quote?.expiresAt ?? 0) - beats.serverNow();
    const mayAsk = !this.#isAsking && clock.monotonic() - this.#askedAt >= (this.failed ? AGAIN_MS : 0);
    if (left < RENEW_MS && mayAsk) void this.#ask(wish);
    return left > 0 ? this.#quote : undefined;
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

  #wish({ asset, cycle, turn }: QuoteWish): void {
    const name = `${asset} ${cycle} ${turn}`;
    if (name === this.#name) return;
    this.drop();
    this.#name = name;
  }

  async #ask({ asset, cycle }: QuoteWish): Promise<void> {
    const round = this.#round;
    this.#isAsking = true;
    this.#askedAt = this.#deps.clock.monotonic();
    const result = await this.#deps.call('cycle.quote', { asset, cycle });
    if (round !== this.#round) return;
    this.#isAsking = false;
    this.failed = result.ok ? undefined : result.error;
    if (result.ok) this.#quote = result.data;
    // A refusal is news of now: the quote before it would be refused as well.
    else if (result.error.code !== 'networkDown' && result.error.code !== 'timedOut') this.#quote = undefined;
  }
}

import type { Dec, FiatCurrency } from '../../../../domain/index.ts';
import { fiatCurrencies, isFeedDecimal, parseFeedDecimal, toText } from '../../../../domain/index.ts';
import type { ServerClock } from '../../../base/clock.ts';
import type { FiatRates } from './withdrawDeps.ts';

/** Fiat per USDT of the simulated mode: made up, near what they were in 2026. */
const FIXED: Readonly<Record<FiatCurrency, Dec>> = {
  USD: '1',
  EUR: '0.86',
  GBP: '0.75',
  CHF: '0.8',
  HKD: '7.8',
  CNY: '7.1',
  JPY: '150',
  KRW: '1400',
  TRY: '42',
};
/** Polling interval of rates, and how long an answer counts, ms. */
const ROUND_MS = 60_000;
const FRESH_MS = 15 * 60_000;

/** The same rates for ever, for practice. */
export const fixedRates: FiatRates = { rateOf: (currency) => FIXED[currency] };

/** Without a source, no card is paid. */
export const noRates: FiatRates = { rateOf: () => undefined };

/** What rates are fetched with. */
export interface RatesDeps {
  readonly clock: ServerClock;
  /** Fetches rates: `{"rates": {"EUR": 0.86, …}}`, fiat per US dollar. Rejects when it cannot. */
  readonly ask: () => Promise<unknown>;
  readonly log: (event: string, detail: Readonly<Record<string, unknown>>) => void;
}

/** Polled rates; stale ones are dropped. A US dollar counts as a USDT. */
export class LiveRates implements FiatRates {
  readonly #deps: RatesDeps;
  readonly #stop: () => void;
  #rates: ReadonlyMap<FiatCurrency, Dec> = new Map();
  #receivedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: RatesDeps) {
    this.#deps = deps;
    this.#stop = deps.clock.every(ROUND_MS, () => void this.check());
  }

  rateOf(currency: FiatCurrency): Dec | undefined {
    const age = this.#deps.clock.now() - this.#receivedAt;
    return Math.abs(age) > FRESH_MS ? undefined : this.#rates.get(currency);
  }

  /** Polls once. An answer that cannot be read leaves the rates as they were. */
  async check(): Promise<void> {
    // Of a clock that was set back nobody knows how old they are.
    if (this.#receivedAt > this.#deps.clock.now() + ROUND_MS) this.#receivedAt = Number.NEGATIVE_INFINITY;
    try {
      const rates = ratesIn(await this.#deps.ask());
      if (rates.size === 0) throw new Error('no rates in the answer');
      this.#rates = rates;
      this.#receivedAt = this.#deps.clock.now();
    } catch (error) {
      this.#deps.log('fiat rates', { error: String(error) });
    }
  }

  close(): void {
    this.#stop();
  }
}

/**
 * Positive rates of currencies that are paid in; anything else is left out. None of an answer whose rates are those of
 * another currency than the US dollar: they look alike, and each card would be paid a wrong amount.
 */
function ratesIn(answer: unknown): ReadonlyMap<FiatCurrency, Dec> {
  const rates = fieldOf(answer, 'rates');
  const found = new Map<FiatCurrency, Dec>();
  for (const currency of fiatCurrencies) {
    const given = fieldOf(rates, currency);
    const text = typeof given === 'number' ? String(given) : given;
    const rate = isFeedDecimal(text) ? parseFeedDecimal(text) : undefined;
    if (rate?.gt(0)) found.set(currency, toText(rate));
  }
  const isPerDollar = (found.get('USD') ?? '1') === '1' && (fieldOf(answer, 'base') ?? 'USD') === 'USD';
  found.set('USD', '1');
  return isPerDollar && found.size > 1 ? found : new Map();
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

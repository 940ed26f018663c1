import type { Dec } from '../../../domain/index.ts';
import { VOLATILITY_MINUTES, volatilityOf } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { Venues } from './venues.ts';

/** How long a volatility is quoted from, ms. */
const FRESH_MS = 15_000;

interface Known {
  readonly at: number;
  readonly volatility: Promise<Dec>;
}

/** The realised volatility of each asset, computed when a quote is requested. */
export class VolatilityModel {
  readonly #venues: Venues;
  readonly #clock: ServerClock;
  readonly #known = new Map<string, Known>();

  constructor(venues: Venues, clock: ServerClock) {
    this.#venues = venues;
    this.#clock = clock;
  }

  /** A fraction a square root of a minute. */
  of(asset: string): Promise<Dec> {
    const at = this.#clock.now();
    const known = this.#known.get(asset);
    if (known && at - known.at < FRESH_MS) return known.volatility;
    const volatility = this.#venues
      .minuteCloses(asset, VOLATILITY_MINUTES)
      .then((closes) => volatilityOf(closes));
    this.#known.set(asset, { at, volatility });
    // A later one may stand in its place by then.
    volatility.catch(() => {
      if (this.#known.get(asset)?.volatility === volatility) this.#known.delete(asset);
    });
    return volatility;
  }
}

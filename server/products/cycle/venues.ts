import type { Dec, Market } from '../../../domain/index.ts';
import { indexOf, parseFeedDecimal, toText } from '../../../domain/index.ts';
import type { ServerClock } from '../../base/clock.ts';
import type { IndexSource } from '../../market/source.ts';

/** Silence of a source after which its prices are no index: as a market's price is marked. */
const STALE_MS = 3_000;

interface Venue {
  readonly source: IndexSource;
  receivedAt: number;
  /** As the source gave it last: the same array until something changes. */
  list: readonly Market[];
  markets: ReadonlyMap<string, Market>;
}

/** The sources of the index, and how fresh they are. */
export class Venues {
  readonly #venues: readonly Venue[];
  readonly #clock: ServerClock;
  readonly #stops: (() => void)[] = [];

  constructor(sources: readonly IndexSource[], clock: ServerClock) {
    this.#clock = clock;
    this.#venues = sources.map((source) => ({
      source,
      receivedAt: clock.now(),
      list: [],
      markets: new Map<string, Market>(),
    }));
    for (const venue of this.#venues) {
      const receive = (): void => {
        venue.receivedAt = clock.now();
      };
      this.#stops.push(venue.source.subscribe(receive));
    }
  }

  /** Markets on whose index contracts are written; where several venues have one, the first that is open. */
  assets(): readonly Market[] {
    const found = new Map<string, Market>();
    for (const venue of this.#venues) {
      for (const market of marketsOf(venue).values()) {
        if (market.cycle && (found.get(market.id)?.status ?? 'closed') !== 'open')
          found.set(market.id, market);
      }
    }
    return [...found.values()];
  }

  asset(id: string): Market | undefined {
    const found = this.#venues.map((venue) => marketsOf(venue).get(id)).filter((each) => each?.cycle);
    return found.find((each) => each?.status === 'open') ?? found[0];
  }

  /** The index of these assets as it stands; those without a fresh price of an open market are left out. */
  prices(ids: Iterable<string>): ReadonlyMap<string, Dec> {
    const wanted = new Set(ids);
    const seen = new Map<string, Dec[]>();
    for (const venue of this.#venues) {
      if (!this.#isFresh(venue)) continue;
      const markets = marketsOf(venue);
      for (const { id, last } of venue.source.tickers()) {
        const market = wanted.has(id) ? markets.get(id) : undefined;
        const price = market?.cycle && market.status === 'open' ? parseFeedDecimal(last) : undefined;
        if (price) seen.set(id, [...(seen.get(id) ?? []), toText(price)]);
      }
    }
    const index = new Map<string, Dec>();
    for (const [id, prices] of seen) {
      const price = indexOf(prices);
      if (price !== undefined) index.set(id, price);
    }
    return index;
  }

  /**
   * Closes of whole minutes, ascending, of the first venue that has the asset and answers; those that have its index now
   * come first. @throws what the last venue failed with when none answers.
   */
  async minuteCloses(id: string, minutes: number): Promise<readonly Dec[]> {
    const having = this.#venues.filter((venue) => marketsOf(venue).has(id));
    const speaking = having.filter(
      (venue) => this.#isFresh(venue) && marketsOf(venue).get(id)?.status === 'open',
    );
    let failure: unknown;
    for (const { source } of new Set([...speaking, ...having])) {
      try {
        const { candles } = await source.candles({ id, interval: '1m', limit: minutes + 2 });
        return candles.slice(0, -1).map(({ close }) => close);
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== undefined) throw failure;
    return [];
  }

  #isFresh({ receivedAt }: Venue): boolean {
    return this.#clock.now() - receivedAt <= STALE_MS;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }
}

function marketsOf(venue: Venue): ReadonlyMap<string, Market> {
  const { source } = venue;
  const list = source.markets();
  if (venue.list !== list) {
    venue.list = list;
    venue.markets = new Map(list.map((market) => [market.id, market]));
  }
  return venue.markets;
}

import type { Trade } from '../../../domain/index.ts';
import type { Audience } from '../audience.ts';
import { catalogue } from './catalogue.ts';
import type { Future } from './future.ts';
import { LiveMarket } from './live.ts';

export interface LiveLoopOptions {
  readonly seed: number;
  readonly future?: Future | undefined;
  readonly symbols: number;
  /** The market's clock at the start, ms UTC: markets listed later are left out. */
  readonly started: number;
  readonly audience: Audience;
}
export interface LiveLoop {
  all(): readonly LiveMarket[];
  known(id: string): LiveMarket | undefined;
  /** Moves a market to a moment and publishes its events. */
  at(id: string, now: number): LiveMarket | undefined;
  /** Moves all markets to a moment and publishes their events. */
  step(now: number): void;
}

/** Books are published at every other step. */
const BOOK_STEPS = 2;
/** Steps in which every market is made ready for its next minute: half a minute's in real time. */
const PREPARING_STEPS = 600;

/** Moves markets with time and publishes their events. */
export function createLiveLoop({ seed, future, symbols, started, audience }: LiveLoopOptions): LiveLoop {
  const markets = catalogue(seed, symbols, future)
    .filter(({ market }) => market.listedAt <= started)
    .map((each) => new LiveMarket(each, started));
  const places = new Map(markets.map(({ simulated }, place) => [simulated.market.id, place]));
  const preparedAStep = Math.ceil(markets.length / PREPARING_STEPS);
  const changed = new Set<number>();
  let steps = 0;

  function advance(place: number, now: number): LiveMarket | undefined {
    const market = markets[place];
    if (!market) return undefined;
    const { id } = market.simulated.market;
    const isWatched = audience.isWatched(id);
    if (market.isBehind(now)) {
      const renewed = new LiveMarket(market.simulated, now);
      markets[place] = renewed;
      changed.add(place);
      if (isWatched) audience.publish({ kind: 'reset', id });
      return renewed;
    }
    const trades: Trade[] = [];
    const hasChanged = market.advance(now, isWatched ? (trade) => trades.push(trade) : undefined);
    if (hasChanged) changed.add(place);
    if (trades.length > 0) audience.publish({ kind: 'trades', id, trades });
    return market;
  }

  function publishTickers(): void {
    if (changed.size === 0) return;
    const rows = [...changed].flatMap((place) => markets[place]?.ticker() ?? []);
    changed.clear();
    audience.publish({ kind: 'tickers', rows });
  }

  function publishBooks(now: number): void {
    for (const id of [...audience.watched()]) {
      const place = places.get(id);
      if (place !== undefined && markets[place]?.isOpen(now)) audience.publish({ kind: 'book', id });
    }
  }

  function prepare(now: number): void {
    for (let i = 0; i < preparedAStep; i++)
      markets[(steps * preparedAStep + i) % markets.length]?.prepare(now);
  }

  const placeOf = (id: string): number => places.get(id) ?? -1;
  return {
    all: () => markets,
    known: (id) => markets[placeOf(id)],
    at: (id, now) => advance(placeOf(id), now),
    step(now) {
      steps += 1;
      for (let place = 0; place < markets.length; place++) advance(place, now);
      publishTickers();
      if (steps % BOOK_STEPS === 0) publishBooks(now);
      prepare(now);
    },
  };
}

import { TRADES_KEPT } from '../../../domain/contract/index.ts';
import { createAudience } from '../audience.ts';
import type { CandlePage, CandleQuery, MarketSource } from '../source.ts';
import { bookAt } from './depth.ts';
import { newestTrades } from './fills.ts';
import type { Future } from './future.ts';
import { createHistory } from './history.ts';
import { createLiveLoop } from './liveLoop.ts';
import { createStatuses } from './statuses.ts';

export interface SimulatedOptions {
  /** Same seed, same market, at every moment. */
  readonly seed: number;
  /** What prices depend on from some minute on; absent: on the seed alone, so that they can be known beforehand. */
  readonly future?: Future | undefined;
  /** How many markets. */
  readonly symbols: number;
  /** How much faster than real time; 1 is real time. */
  readonly speed: number;
  readonly clock: {
    /** ms UTC. */
    now(): number;
    /** @returns undo. */
    every(ms: number, run: () => void): () => void;
    /** Resolves after the event loop had a turn. */
    pause(): Promise<void>;
  };
}

const STEP_MS = 50;
const SPARKLINE_HOURS = 24;

/** A market of its own, a pure function of seed, market and time, and of a secret where it has a future. */
export function createSimulatedSource(options: SimulatedOptions): MarketSource {
  const { seed, future, symbols, speed, clock } = options;
  const started = clock.now();
  const now = () => started + (clock.now() - started) * speed;
  const audience = createAudience();
  const history = createHistory(clock);
  const live = createLiveLoop({ seed, future, symbols, started, audience });
  const statuses = createStatuses(
    live.all().map(({ simulated }) => simulated),
    now,
  );
  const stop = clock.every(STEP_MS, () => {
    statuses.refresh();
    live.step(now());
  });

  /** Bars up to now; the market is moved first, so that bars and published trades never disagree. */
  async function candles(query: CandleQuery): Promise<CandlePage> {
    const at = now();
    const market = live.at(query.id, at);
    if (!market) return { candles: [], more: false };
    return history.page(market.simulated, query, at, market.runningBar);
  }

  return {
    origin: 'simulated',
    markets: statuses.markets,
    get version() {
      return statuses.version();
    },
    now,
    tickers: () => live.all().map((market) => market.ticker()),
    book(id) {
      const at = now();
      const market = live.at(id, at);
      // While a market is closed its book does not change.
      return market && bookAt(market.simulated, market.touch, market.isOpen(at) ? at : market.lastAt);
    },
    last: (id) => live.at(id, now())?.last,
    trades(id) {
      const simulated = live.known(id)?.simulated;
      return simulated && newestTrades(simulated, (day) => history.bars(simulated, day), now(), TRADES_KEPT);
    },
    candles,
    async sparkline(id, gone) {
      const at = now();
      const market = live.at(id, at);
      return market ? history.closes(market.simulated, SPARKLINE_HOURS, at, market.runningBar, gone) : [];
    },
    subscribe: audience.subscribe,
    watch: audience.watch,
    close: stop,
  };
}
